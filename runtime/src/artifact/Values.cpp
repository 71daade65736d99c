// Values.cpp: values as constants that a file can hold, and back.
#include "artifact/Values.h"

#include "artifact/Detach.h"
#include "core/Program.h"
#include "objects/Containers.h"
#include "objects/Str.h"
#include "tensor/Tensor.h"

using namespace lith;

namespace {

class ConstantMaker {
public:
  explicit ConstantMaker(const ArtifactProgram *program) : program(program) {}

  bool make(lith_value value, Constant &out) {
    out.tag = static_cast<lith_tag>(value.tag);
    switch (value.tag) {
    case LITH_NONE:
      return true;
    case LITH_BOOL:
    case LITH_INT:
      out.integer = intOf(value);
      return true;
    case LITH_FLOAT:
      out.real = floatOf(value);
      return true;
    case LITH_COMPLEX:
      out.real = as<lith_complex>(value)->re;
      out.imaginary = as<lith_complex>(value)->im;
      return true;
    case LITH_STR:
      out.text = textOf(value);
      return true;
    case LITH_BYTES:
      out.text = bytesOf(value);
      return true;
    case LITH_OPAQUE:
      return makeNamed(static_cast<size_t>(value.bits), out);
    case LITH_TENSOR:
      return makeTensor(value, out);
    default:
      break;
    }
    if (++depth > 100)
      return false;
    bool isMade = makeParts(value, out);
    --depth;
    return isMade;
  }

private:
  bool makeNamed(size_t index, Constant &out) const {
    if (!program || index >= program->image->opaques.size())
      return false;
    bool hasName = index < program->opaqueNames.size() && !program->opaqueNames[index].empty();
    out.tag = LITH_TUPLE;
    out.children.resize(2);
    out.children[0].tag = out.children[1].tag = LITH_STR;
    out.children[0].text = NamedObject;
    out.children[1].text =
        hasName ? program->opaqueNames[index] : program->image->opaques[index].repr;
    return true;
  }

  bool makeTensor(lith_value value, Constant &out) {
    auto *tensor = as<lith_tensor>(value);
    out.dtype = static_cast<lith_dtype>(tensor->head.dtype);
    out.sizes.assign(tensor->sizes, tensor->sizes + tensor->head.rank);
    std::shared_ptr<const void> &known = memory[objectOf(value)];
    if (!known) {
      OwnedValue copy(nullptr, box(copyInOrder(nullptr, tensor)));
      lith_value kept = retained(copy.get());
      known = {as<lith_tensor>(kept)->data, [kept](const void *) { release(nullptr, kept); }};
    }
    out.data = known.get();
    out.owner = known;
    return true;
  }

  bool makeParts(lith_value value, Constant &out) {
    switch (value.tag) {
    case LITH_LIST:
      return makeAll(as<lith_list>(value)->items, as<lith_list>(value)->length, out);
    case LITH_TUPLE:
      return makeAll(as<lith_tuple>(value)->items, as<lith_tuple>(value)->length, out);
    case LITH_SLICE:
      return makeAll(&as<lith_slice>(value)->start, 3, out);
    case LITH_RANGE: {
      auto *range = as<lith_range>(value);
      lith_value parts[] = {box(range->start), box(range->stop), box(range->step)};
      return makeAll(parts, 3, out);
    }
    case LITH_SET: {
      int64_t position = 0;
      while (const lith_set_entry *entry = nextElement(as<lith_set>(value), &position))
        if (!makeAll(&entry->key, 1, out))
          return false;
      return true;
    }
    case LITH_DICT:
      for (int64_t i = 0; i < as<lith_dict>(value)->fill; ++i) {
        const lith_dict_entry &entry = as<lith_dict>(value)->entries[i];
        bool isClass = entry.key.tag == LITH_STR && textOf(entry.key) == ClassKey;
        if (!isNull(entry.key) && !isClass && !makeAll(&entry.key, 2, out))
          return false;
      }
      return true;
    default:
      return false;
    }
  }

  bool makeAll(const lith_value *values, int64_t count, Constant &out) {
    for (int64_t i = 0; i < count; ++i)
      if (!make(values[i], out.children.emplace_back()))
        return false;
    return true;
  }

  const ArtifactProgram *program;
  std::map<const lith_object *, std::shared_ptr<const void>> memory; ///< of tensors
  int depth = 0;
};

} // namespace

bool lith::constantOf(lith_value value, const ArtifactProgram *program, Constant &constant) {
  return ConstantMaker(program).make(value, constant);
}

ValueMaker::~ValueMaker() {
  for (auto &[data, tensor] : tensors)
    release(nullptr, tensor);
}

lith_value ValueMaker::make(const Constant &constant) {
  if (constant.tag == LITH_TENSOR) {
    lith_value &known = tensors[constant.dataBytes() ? constant.data : &constant];
    if (known.tag != LITH_TENSOR) {
      OwnedValue mapped(nullptr, makeConstant(nullptr, constant));
      known = copyOfTensor(mapped.get());
    }
    return retained(known);
  }
  bool isDict = constant.tag == LITH_DICT;
  if (!isDict && constant.tag != LITH_LIST && constant.tag != LITH_TUPLE)
    return makeConstant(nullptr, constant);
  std::vector<lith_value> parts;
  for (const Constant &child : constant.children)
    parts.push_back(make(child));
  lith_value made = isDict                      ? lith_make_dict(parts.data(), parts.size())
                    : constant.tag == LITH_LIST ? lith_make_list(parts.data(), parts.size())
                                                : lith_make_tuple(parts.data(), parts.size());
  for (lith_value part : parts)
    release(nullptr, part);
  return made;
}
