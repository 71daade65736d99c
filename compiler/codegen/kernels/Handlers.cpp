// Handlers.cpp: the operations that become kernels.

#include "codegen/Emitter.h"

void lith::codegen::addKernelHandlers(HandlerTable &handlers) {}
