"""JupyterHub on one Linux machine: an account of the machine for each learner. Run as root.

Three places to edit, marked EDIT. README.md, one folder up, says how to set it up.
"""

import itertools
import os
import pwd
import secrets
import sys
from pathlib import Path

c = get_config()  # type: ignore[name-defined] # noqa: F821

# EDIT 1 of 3: who may log in, with the password of their account; one name a line in the file.
LEARNERS, LECTURERS = Path("/srv/minigrad/learners.txt").read_text().split(), ["lecturer"]
# EDIT 2 of 3: the repository of the chapters, as `python -m minigrad.teaching.hub handout` got it.
COURSE = "/srv/minigrad/chapters.git"
# EDIT 3 of 3: the address, and its certificate; None and None behind a server that has one.
ADDRESS, CERTIFICATE, KEY = "https://:443", "/srv/minigrad/class.pem", "/srv/minigrad/class.key"

c.JupyterHub.bind_url = ADDRESS
if CERTIFICATE:
    c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = CERTIFICATE, KEY

# Accounts of the machine (PAM). With OAuth, this line and the class's names are all that changes.
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allowed_users = {*LEARNERS, *LECTURERS}
c.PAMAuthenticator.admin_groups = set()  # nobody looks into the servers of others

# Each server runs as its learner. A limit of memory for each process: a program that asks for more
# ends in a MemoryError of its own, and nobody else notices. (Kernels see it as `MemoryError`.)
MEMORY = 1_000_000_000
c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner"
c.Spawner.cmd = ["prlimit", f"--data={MEMORY}", str(Path(sys.prefix, "bin/jupyterhub-singleuser"))]
c.Spawner.default_url = "/lab"
# Ports that are free when one looks are taken a moment later when a full room begins. So no two
# servers draw the same one, and none of those that the machine gives to connections; nobody can
# guess it. Kernels are reached through sockets in a folder of their learner, by nobody else.
PORTS, SOCKETS = range(20_000, 30_000), Path("/run/minigrad")
drawn = itertools.cycle(secrets.SystemRandom().sample(PORTS, len(PORTS)))
c.Spawner.args = ["--KernelManager.transport=ipc"]
# All begin at once: that takes longer, but nobody is sent away with "try again in 40 seconds".
c.JupyterHub.concurrent_spawn_limit = 0
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
c.Spawner.environment = {
    "MINIGRAD_COURSE": COURSE,
    "JUPYTER_RUNTIME_DIR": lambda spawner: str(SOCKETS / spawner.user.name),
    "OPENBLAS_NUM_THREADS": "1",  # one learner's matrices do not take the others' cores
    "PATH": f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin",
}


def prepared(spawner):
    """Nobody else reads this home or reaches these kernels, whatever the machine's default is."""
    account = pwd.getpwnam(spawner.user.name)
    sockets = SOCKETS / account.pw_name
    sockets.mkdir(parents=True, exist_ok=True)
    os.chown(sockets, account.pw_uid, account.pw_gid)
    for folder in (account.pw_dir, sockets):
        Path(folder).chmod(0o700)
    spawner.port = next(drawn)


c.Spawner.pre_spawn_hook = prepared

# A server that nobody used for an hour ends; the work is in the learner's home.
c.JupyterHub.load_roles = [
    {
        "name": "culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["culler"],
    }
]
c.JupyterHub.services = [
    {
        "name": "culler",
        "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"],
    }
]
