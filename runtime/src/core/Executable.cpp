// Executable.cpp: loading an image, contexts, and values for and from programs.
#include "core/Object.h"
#include "core/Program.h"
#include "loader/Loader.h"
#include "objects/Containers.h"
#include "objects/Str.h"
#include "tensor/Layout.h"
#include "tensor/Tensor.h"
#include "text/Text.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>

using namespace lith;

int64_t Constant::dataBytes() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count * elementBytes(dtype);
}

namespace {

void dropOwner(void *owner) { delete static_cast<std::shared_ptr<const void> *>(owner); }

// Over the elements themselves, where they lie in the order that they have in the tensor.
lith_value makeTensorConstant(lith_ctx *ctx, const Constant &constant) {
  MemoryLayout rows;
  rows.rank = static_cast<int>(constant.sizes.size());
  std::ranges::copy(constant.sizes, rows.sizes);
  rows.putInOrder();
  MemoryLayout layout = rows;
  std::ranges::copy(constant.strides, layout.strides);
  bool isInOrder = layout.isInOrder();
  lith_tensor *given =
      makeTensor(ctx, constant.dtype, constant.sizes,
                 {isInOrder ? layout.strides : rows.strides, constant.sizes.size()},
                 const_cast<void *>(constant.data), new std::shared_ptr<const void>(constant.owner),
                 dropOwner);
  if (isInOrder || !given)
    return box(given);
  lith_value made = box(copyAs(ctx, given, layout));
  release(ctx, given);
  return made;
}

// Constants are shared by all threads: they are never counted.
void makeImmortal(lith_value value) {
  if (!isReference(value))
    return;
  objectOf(value)->refs = ImmortalRefs;
  if (value.tag == LITH_TENSOR)
    as<lith_tensor>(value)->storage->head.refs = ImmortalRefs;
  if (value.tag == LITH_TUPLE)
    for (int64_t i = 0; i < as<lith_tuple>(value)->length; ++i)
      makeImmortal(as<lith_tuple>(value)->items[i]);
}

void makeMortal(lith_value value) {
  if (!isReference(value) || objectOf(value)->refs >= 0)
    return;
  objectOf(value)->refs = 1;
  if (value.tag == LITH_TENSOR)
    as<lith_tensor>(value)->storage->head.refs = 1;
  if (value.tag == LITH_TUPLE)
    for (int64_t i = 0; i < as<lith_tuple>(value)->length; ++i)
      makeMortal(as<lith_tuple>(value)->items[i]);
}

const char *describe(LoadStatus status) {
  switch (status) {
  case LoadStatus::Ok:
    return "ok";
  case LoadStatus::NotAnObject:
    return "the native code is no object of this processor";
  case LoadStatus::Malformed:
    return "the native code is malformed: ";
  case LoadStatus::UnsupportedRelocation:
    return "the native code has an unknown relocation: ";
  case LoadStatus::UndefinedSymbol:
    return "the native code needs a function that this runtime lacks: ";
  case LoadStatus::OutOfMemory:
    return "no memory for the native code";
  }
  return "";
}

} // namespace

lith_value lith::makeConstant(lith_ctx *ctx, const Constant &constant) {
  switch (constant.tag) {
  case LITH_BOOL:
  case LITH_INT:
  case LITH_OPAQUE:
    return {static_cast<uint64_t>(constant.tag), static_cast<uint64_t>(constant.integer)};
  case LITH_FLOAT:
    return box(constant.real);
  case LITH_COMPLEX:
    return box(lith_rt_complex_new(ctx, constant.real, constant.imaginary));
  case LITH_STR:
    return boxStr(ctx, constant.text);
  case LITH_BYTES:
    return box(makeBytes(ctx, constant.text));
  case LITH_TENSOR:
    return makeTensorConstant(ctx, constant);
  case LITH_TUPLE: {
    lith_tuple *tuple = newTuple(ctx, static_cast<int64_t>(constant.children.size()));
    for (size_t i = 0; i < constant.children.size(); ++i)
      tuple->items[i] = makeConstant(ctx, constant.children[i]);
    return box(tuple);
  }
  case LITH_RANGE:
    if (constant.children.size() == 3 && constant.children[2].integer != 0)
      return lith_rt_range_new(ctx, constant.children[0].integer, constant.children[1].integer,
                               constant.children[2].integer);
    return nullValue();
  case LITH_SLICE: {
    if (constant.children.size() != 3)
      return nullValue();
    lith_value bounds[3];
    for (int i = 0; i < 3; ++i)
      bounds[i] = makeConstant(ctx, constant.children[i]);
    lith_value slice = lith_rt_slice_new(ctx, 3, bounds);
    for (lith_value bound : bounds)
      release(ctx, bound);
    return slice;
  }
  case LITH_SET: {
    Context scratch; // comparing keys may need a place for an exception
    lith_set *set = newSet(ctx, true);
    for (const Constant &child : constant.children) {
      OwnedValue element(ctx, makeConstant(ctx, child));
      insert(&scratch, set, element.get());
    }
    return box(set);
  }
  case LITH_NONE:
    return noneValue();
  default:
    return nullValue();
  }
}

/// Contexts that no call uses. One of them waits outside of the lock: calls that do not overlap
/// take and give it back without.
struct Executable::Contexts {
  std::atomic<Context *> next = nullptr;
  std::mutex mutex;
  std::vector<Context *> free;
};

Executable::Executable() : contexts(std::make_unique<Contexts>()) {}

Executable::~Executable() {
  delete contexts->next.load();
  for (Context *context : contexts->free)
    delete context;
  for (lith_value value : constants) {
    makeMortal(value);
    release(nullptr, value);
  }
}

std::shared_ptr<const Executable> Executable::load(std::shared_ptr<const Image> image,
                                                   std::string &error, Later later) {
  std::shared_ptr<Executable> executable(new Executable);
  LoadStatus status;
  std::string detail;
  executable->code = LoadedObject::load(image->object, resolveRuntimeSymbol, status, detail);
  if (!executable->code) {
    error = describe(status) + detail;
    return nullptr;
  }
  executable->entry = reinterpret_cast<lith_entry>(executable->code->symbol("lith_main"));
  if (!executable->entry && image->nodeFunctions == 0) {
    error = "the native code does not define lith_main";
    return nullptr;
  }
  for (int32_t i = 0; i < image->nodeFunctions; ++i) {
    void *function = executable->code->symbol("lith_node_" + std::to_string(i));
    executable->nodeFunctions.push_back(reinterpret_cast<lith_entry>(function));
  }
  executable->makeLater = std::move(later);
  executable->constants.reserve(image->constants.size());
  for (const Constant &constant : image->constants) {
    executable->constants.push_back(makeConstant(nullptr, constant));
    makeImmortal(executable->constants.back());
  }
  executable->data = std::move(image);
  return executable;
}

Context *Executable::takeContext() const {
  if (Context *context = contexts->next.exchange(nullptr))
    return context;
  {
    std::lock_guard lock(contexts->mutex);
    if (!contexts->free.empty()) {
      Context *context = contexts->free.back();
      contexts->free.pop_back();
      return context;
    }
  }
  Context *context = new Context;
  enter(context);
  return context;
}

void Executable::enter(Context *context) const {
  context->executable = this;
  context->program = data.get();
  context->image = data.get();
  context->constants = constants.data();
}

void Executable::giveContext(Context *context) const {
  if (context->pending)
    release(context, std::exchange(context->pending, nullptr));
  context->print = nullptr;
  context->printData = nullptr;
  context->host = nullptr;
  context->hostData = nullptr;
  context->state = nullptr;
  context->keys = {};
  context->text = {};
  context->generators.reset();
  context->depth = 0;
  context->callDepth = 0;
  context->pool.shareLarge();
  context = contexts->next.exchange(context);
  if (!context)
    return;
  std::lock_guard lock(contexts->mutex);
  contexts->free.push_back(context);
}

int32_t Executable::run(Context *context, const lith_value *arguments, lith_value *results) const {
  context->signals = waitingSignals();
  return entry(context, arguments, results);
}

const Executable *Executable::later(std::string &error) const {
  if (makeLater)
    return makeLater(error);
  error = "the native code lacks that of its gradients";
  return nullptr;
}

lith_entry Executable::nodeFunction(int64_t index) const {
  return index < int64_t(nodeFunctions.size()) ? nodeFunctions[size_t(index)] : nullptr;
}

void *Executable::symbol(std::string_view name) const { return code->symbol(name); }

void lith::setPrintHook(Context *context,
                        void (*print)(void *data, int stream, const char *text, size_t bytes),
                        void *data) {
  context->print = print;
  context->printData = data;
}

lith_ctx *lith::abiContext(Context *context) { return context; }
void lith::setState(Context *context, lith_value *state) { context->state = state; }

void lith::printText(lith_ctx *ctx, int stream, std::string_view text) {
  Context &context = contextOf(ctx);
  if (context.print)
    context.print(context.printData, stream, text.data(), text.size());
  else
    std::fwrite(text.data(), 1, text.size(), stream == 2 ? stderr : stdout);
}

lith_exception *lith::takePending(Context *context) {
  return std::exchange(context->pending, nullptr);
}
int32_t lith::exceptionClass(const lith_exception *exception) { return exception->class_id; }

std::string lith::exceptionClassName(const Image &image, const lith_exception *exception) {
  Context context;
  context.image = &image;
  size_t index = static_cast<size_t>(exception->class_id - LITH_FIRST_PROGRAM_CLASS);
  if (exception->class_id >= LITH_FIRST_PROGRAM_CLASS &&
      index < image.classes.size()) { // as Python shows it: without the name of the main module
    std::string_view name = image.classes[index].qualifiedName;
    constexpr std::string_view main = "__main__.";
    return std::string(name.starts_with(main) ? name.substr(main.size()) : name);
  }
  return className(&context, exception->class_id);
}

void lith::retainObject(lith_object *object) { retain(object); }
void lith::releaseObject(lith_ctx *ctx, lith_object *object) { release(ctx, object); }
