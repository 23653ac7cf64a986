"""Running cells on a page: what the build fetches and packs, the page's modules, the kernel."""
