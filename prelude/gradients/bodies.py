"""How functions whose gradient has a rule are run."""


def without_history(function, /, **arguments):
    """What the function gives; nothing of how it does is noted."""
    with torch.no_grad():
        return function(**arguments)
