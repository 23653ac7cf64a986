"""What can be computed: one short entry for each operation, its rules beside its formula."""
