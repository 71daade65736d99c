// Scratch.cpp: functions of the runtime, called outside of a program.
#include "core/Context.h"
#include "core/Object.h"
#include "core/Program.h"

#include <lith/program.h>

using namespace lith;

Scratch::Scratch() : own(new Context) {}

Scratch::~Scratch() {
  std::string name, text;
  takeRaised(name, text);
  delete own;
}

lith_ctx *Scratch::context() const { return own; }

bool Scratch::takeRaised(std::string &className, std::string &text) {
  static const Image none;
  lith_exception *exception = takePending(own);
  if (!exception)
    return false;
  className = exceptionClassName(none, exception);
  text = exceptionText(own, exception);
  release(own, exception);
  return true;
}
