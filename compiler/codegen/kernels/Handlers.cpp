// Handlers.cpp: all operations that become kernels.
#include "codegen/kernels/Handlers.h"

void lith::codegen::addKernelHandlers(HandlerTable &handlers) {
  addGroupHandlers(handlers);
  addAttentionHandlers(handlers);
}
