import numpy as np
from torch import nn
from fuzz.worlds.session import Call, Save

class Block(nn.Module):
    pass

class Net(nn.Module):

    def __init__(self):
        super().__init__()
        self.first = Block()
net = Net()

def hook(module, args, result):
    pass

def of_gradients(module, given, got):
    pass
handles = []

def change4():
    handles.append(net.first.register_full_backward_hook(of_gradients))

def change5():
    handles.append(net.first.register_forward_hook(hook))

def state_of_world():
    return {'net': globals().get('net')}

def program(x, n):
    out = []
    out.append(net.first(x))
STEPS = [change4, Call(1, requires_grad=True, around="np.errstate(all='ignore')"), change5]
