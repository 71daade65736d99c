"""Arguments that a call gives by `**`."""


# f(**given): names are those of all parameters, open those that no other argument fills.
def check_keywords(function, given, names, open, takes_more):
    for name in given:
        if name not in names:
            if takes_more:
                continue
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
        if name not in open:
            raise TypeError(f"{function}() got multiple values for argument '{name}'")


def further_keywords(given, names):
    return {name: value for name, value in given.items() if name not in names}
