import torch
from torch import nn
from fuzz.worlds.session import Call, Save

class Net(nn.Module):
    pass
net = Net()
span = slice(0, 2)

def state_of_world():
    return {'net': globals().get('net'), 'items': globals().get('items'), 'table': globals().get('table'), 'tags': globals().get('tags'), 'ring': globals().get('ring'), 'ordered': globals().get('ordered'), 'lazy': globals().get('lazy'), 'tally': globals().get('tally'), 'fixed': globals().get('fixed')}

def program(x, n):
    out = []
    out.append(x[span] if n else net.training)
    return out
STEPS = [Call(3, requires_grad=True, around='torch.no_grad()')]
