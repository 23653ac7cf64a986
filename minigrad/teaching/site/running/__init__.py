"""Running cells on a page: the files to fetch and pack, the page's modules, and the kernel."""
