import torch
from torch import nn
from fuzz.worlds.session import Call, Save

class Net(nn.Module):

    def __init__(self):
        super().__init__()
        self.register_buffer('calls', torch.zeros(()))
net = Net()

def change0():
    torch.Tensor.__add__ = lambda self, k: self * 10

def state_of_world():
    return {'net': globals().get('net')}

def program(x, n):
    net.calls += n
STEPS = [change0, Call(3)]
