"""Everything that lets a page run cells: files to fetch and pack, modules, and the kernel."""
