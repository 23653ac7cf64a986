"""JupyterHub's settings for a class, in addition to those of The Littlest JupyterHub.

README.md, next to this file, says where to put it.
"""

c = get_config()  # type: ignore[name-defined] # noqa: F821

c.Spawner.default_url = "/lab"
# NumPy would use all cores for each learner's small matrices.
c.Spawner.environment.update({"OPENBLAS_NUM_THREADS": "1"})
# A full room starts at the same time. That takes longer, but no one is told to try again later.
c.JupyterHub.concurrent_spawn_limit = 0
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
