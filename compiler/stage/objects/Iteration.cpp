// Iteration.cpp: iterators of every form: how they are made, advance and end.
#include "stage/objects/Iteration.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Ranges.h"

namespace lith::stage {

using namespace lith::syntax;
using Form = IteratorObject::Form;

Value makeIterator(Stage &s, Form form, llvm::ArrayRef<Value> sources, Value position) {
  auto object = std::make_shared<IteratorObject>();
  object->form = form;
  object->sources = sources.vec();
  object->position = position.isUndefined() ? s.integer(0) : position;
  return s.make(std::move(object));
}

void endAt(Stage &s, Value iterator, int64_t position, Edges &&ends, Edges &exhausted) {
  for (Edge &edge : ends) {
    edge.state.heap.write<IteratorObject>(iterator.address()).position = s.integer(position);
    exhausted.push_back(std::move(edge));
  }
}

bool mayBeList(Stage &s, Value sequence) {
  if (sequence.isUnion())
    return llvm::any_of(sequence.oneOf().alternatives,
                        [&](Value alternative) { return mayBeList(s, alternative); });
  return sequence.isBox() || s.find<ListObject>(sequence);
}

Value runtimeIterator(Stage &s, mlir::Value box, const TypeSet *types) {
  auto object = std::make_shared<IteratorObject>();
  object->form = Form::Sequence;
  object->extra = Value::raw(rt(s, "iterator_new", {box}, ir::IteratorType::get(&s.context)));
  object->elementTypes = types;
  return s.make(std::move(object));
}

// Continues where the condition holds; where not, the iterator is exhausted.
bool goOnIf(Stage &s, Value condition, Edges &exhausted) {
  if (auto known = s.asBool(condition)) {
    if (!*known)
      exhausted.push_back({std::move(s.state), {}});
    return *known;
  }
  State yes, no;
  branch(s, toBool(s, condition), yes, no);
  exhausted.push_back({std::move(no), {}});
  s.state = std::move(yes);
  return true;
}

Result nextPosition(Stage &s, Value iterator, Value size, Edges &exhausted,
                    llvm::function_ref<Result(Value)> element) {
  Value position = s.find<IteratorObject>(iterator)->position;
  if (!goOnIf(s, *compareNumbers(s, CmpOperator::Lt, position, size), exhausted))
    return std::nullopt;
  s.write<IteratorObject>(iterator).position =
      *scalarOrConstant(s, Operator::Add, position, s.integer(1));
  return element(position);
}

} // namespace lith::stage
