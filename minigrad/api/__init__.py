"""How PyTorch is called: its names, methods, arguments and signatures, in one table.

`names.txt` says which operation is which function, method and operator, `signatures.txt` what it
takes. What is computed, and whether it is recorded, is none of this room's business.
"""
