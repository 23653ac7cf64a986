"""Everything that runs cells on a page: files to fetch and pack, modules, and the kernel."""
