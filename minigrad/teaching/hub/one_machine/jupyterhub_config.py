"""JupyterHub on one Linux machine, with a system account for each learner. Run it as root.

There are three places to edit, marked EDIT. README.md, one folder up, explains the setup.
"""

import itertools
import os
import pwd
import secrets
import sys
from pathlib import Path

c = get_config()  # type: ignore[name-defined] # noqa: F821

# EDIT 1 of 3: who can log in, with the password of their account. The file has one name per line.
LEARNERS, LECTURERS = Path("/srv/minigrad/learners.txt").read_text().split(), ["lecturer"]
# EDIT 2 of 3: the chapters' repository, as you passed it to `python -m minigrad.teaching.hub
# handout`.
COURSE = "/srv/minigrad/chapters.git"
# EDIT 3 of 3: the address and its certificate; None and None behind a server that has one.
ADDRESS, CERTIFICATE, KEY = "https://:443", "/srv/minigrad/class.pem", "/srv/minigrad/class.key"

c.JupyterHub.bind_url = ADDRESS
if CERTIFICATE:
    c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = CERTIFICATE, KEY

# Accounts of this machine (PAM). For OAuth, change this line and the names of the class.
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allowed_users = {*LEARNERS, *LECTURERS}
c.PAMAuthenticator.admin_groups = set()  # so that no one can look into other learners' servers

# Each server runs as its learner, with a memory limit for each process. A program that asks for
# more gets a MemoryError, which affects no one else.
MEMORY = 1_000_000_000
c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner"
c.Spawner.cmd = ["prlimit", f"--data={MEMORY}", str(Path(sys.prefix, "bin/jupyterhub-singleuser"))]
c.Spawner.default_url = "/lab"
# When a full room starts, a port that looks free can be taken a moment later. So no two servers
# pick the same port, and none picks one that the system uses for connections. Kernels are reached
# through sockets in the learner's folder, which only the learner can open.
PORTS, SOCKETS = range(20_000, 30_000), Path("/run/minigrad")
drawn = itertools.cycle(secrets.SystemRandom().sample(PORTS, len(PORTS)))
c.Spawner.args = ["--KernelManager.transport=ipc"]
# All start at once. That takes longer, but no one is told to "try again in 40 seconds".
c.JupyterHub.concurrent_spawn_limit = 0
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
c.Spawner.environment = {
    "MINIGRAD_COURSE": COURSE,
    "JUPYTER_RUNTIME_DIR": lambda spawner: str(SOCKETS / spawner.user.name),
    "OPENBLAS_NUM_THREADS": "1",  # so that one learner's matrices don't use the others' cores
    "PATH": f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin",
}


def prepared(spawner):
    """Keep other users from reading this home folder or reaching its kernels."""
    account = pwd.getpwnam(spawner.user.name)
    sockets = SOCKETS / account.pw_name
    sockets.mkdir(parents=True, exist_ok=True)
    os.chown(sockets, account.pw_uid, account.pw_gid)
    for folder in (account.pw_dir, sockets):
        Path(folder).chmod(0o700)
    spawner.port = next(drawn)


c.Spawner.pre_spawn_hook = prepared

# A server that hasn't been used for an hour stops. The work stays in the learner's home folder.
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
