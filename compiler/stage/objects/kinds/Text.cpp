// Text.cpp: str.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"
#include "stage/objects/PlainValues.h"
#include "stage/objects/Texts.h"
#include "stage/outside/OpenLists.h"

namespace lith::stage {

using syntax::CmpOperator;

static Result lengthOfText(Stage &s, Value text) {
  if (text.isStatic())
    return s.integer(int64_t(s.host.count(text.handle())));
  return s.intScalar(rtPlain(s, "str_length", {text.ssa()}, s.builder().getI64Type()));
}

static Result textContains(Stage &s, Value text, Value part) {
  if (part.isUnion() || part.isBox())
    return forEachAlternative(s, part, [&](Value one) { return textContains(s, text, one); });
  Result plain = plainValue(s, part);
  if (plain && (plain->isUnion() || plain->isBox())) // what is inside an object of a subclass
    return textContains(s, text, *plain);
  if (!plain || !isString(s, *plain))
    return plain ? raise(s, "TypeError",
                         "'in <string>' requires string as left operand, not " + typeName(s, part))
                 : plain;
  part = *plain;
  auto known = s.asStr(text), knownPart = s.asStr(part);
  if (known && knownPart)
    return s.boolean(known->contains(*knownPart));
  return s.boolScalar(
      rtPlain(s, "str_contains", {toStr(s, text), toStr(s, part)}, s.builder().getI1Type()));
}

static Result itemOfText(Stage &s, Value text, Value index) {
  Result plain = sequenceIndex(s, "string", index);
  if (!plain)
    return plain;
  host::Handle known = s.toHandle(text), key = s.toHandle(*plain);
  if (known && key)
    return hostResult(s, s.host.apply("[]", {known, key}));
  mlir::Type str = ir::StrType::get(&s.context);
  llvm::SmallVector<mlir::Value> operands{toStr(s, text)};
  if (!isSlice(*plain))
    return s.strScalar(rt(s, "str_get", {operands[0], toInt(s, *plain)}, str));
  operands.append(sliceOperands(s, *plain));
  return s.strScalar(rt(s, "str_slice", operands, str));
}

static Result compareTexts(Stage &s, CmpOperator op, Value left, Value right) {
  if (left.isStatic() || right.isStatic())
    preferText(s, left.isStatic() ? right : left);
  if (!isString(s, left) || !isString(s, right))
    return Value();
  if (left.isStatic() && right.isStatic())
    return compareConstants(s, op, left, right);
  mlir::Value texts[] = {toStr(s, left), toStr(s, right)};
  if (isEquality(op))
    return ofEquality(s, op, s.boolScalar(rtPlain(s, "str_equal", texts, s.builder().getI1Type())));
  mlir::Value order = rtPlain(s, "str_compare", texts, s.builder().getI64Type());
  return compareNumbers(s, op, s.intScalar(order), s.integer(0));
}

static Result textItself(Stage &, Value text) { return text; }

static Result reprOfText(Stage &s, Value text) {
  return text.isStatic() ? reprOfConstant(s, text) : reprAtRunTime(s, text);
}

const Slots textKind = {.truth = truthByLength,
                        .length = lengthOfText,
                        .contains = textContains,
                        .iterator = sequenceIterator,
                        .getitem = itemOfText,
                        .compare = compareTexts,
                        .str = textItself,
                        .repr = reprOfText,
                        .format = formatOfValue};

} // namespace lith::stage
