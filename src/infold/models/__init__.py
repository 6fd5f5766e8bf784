"""Chat models and embedders, by role.

Nothing here is imported by `import infold`: a program that uses no model pays for none.
"""
