"""save and load."""
def save(program, path): raise NotImplementedError
def load(path): raise NotImplementedError
