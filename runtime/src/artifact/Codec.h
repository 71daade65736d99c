// Codec.h: plain data to bytes and back. describe() lists the members of a type
// once, for both directions.
//
// A Decoder never reads outside of its bytes and never allocates more than they
// can describe; after a fault it yields zeros and `ok` is false.
#ifndef LITH_ARTIFACT_CODEC_H
#define LITH_ARTIFACT_CODEC_H

#include <lith/artifact.h>

#include <cstring>

namespace lith {

/// Stands for the offset of a weight that is in another file; other offsets are even.
inline constexpr uint64_t OutsideOffset = 1;

class Encoder {
public:
  static constexpr bool reading = false;
  /// Gives each tensor its offset in the data of the weights.
  explicit Encoder(std::function<uint64_t(const Constant &)> place) : place(std::move(place)) {}

  std::string out;
  bool ok = true;
  static constexpr uint32_t format = ArtifactFormat;

  void number(uint64_t &value) {
    uint64_t rest = value;
    while (rest >= 0x80) {
      out += static_cast<char>(rest | 0x80);
      rest >>= 7;
    }
    out += static_cast<char>(rest);
  }
  void bytes(std::string &text) {
    uint64_t size = text.size();
    number(size);
    out += text;
  }
  template <typename Vector> void resize(Vector &vector) {
    uint64_t size = vector.size();
    number(size);
  }
  void tensor(Constant &constant) {
    uint64_t offset = place(constant);
    number(offset);
  }
  bool enter() { return true; }
  void leave() {}

private:
  std::function<uint64_t(const Constant &)> place;
};

class Decoder {
public:
  static constexpr bool reading = true;
  /// Points a tensor at its elements; false when they would lie outside of the weights.
  Decoder(std::string_view data, std::function<bool(Constant &, uint64_t offset)> find)
      : at(data.data()), end(data.data() + data.size()), find(std::move(find)) {}

  bool ok = true;
  uint32_t format = ArtifactFormat; ///< of the file

  void number(uint64_t &value) {
    value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at == end)
        return fail();
      uint64_t byte = static_cast<unsigned char>(*at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80)
        return;
    }
    fail();
  }
  void bytes(std::string &text) {
    uint64_t size;
    number(size);
    if (!ok || size > static_cast<uint64_t>(end - at))
      return fail();
    text.assign(at, size);
    at += size;
  }
  template <typename Vector> void resize(Vector &vector) {
    uint64_t size;
    number(size);
    // Every element takes a byte at least.
    if (!ok || size > static_cast<uint64_t>(end - at)) {
      fail();
      size = 0;
    }
    vector.resize(size);
  }
  void tensor(Constant &constant) {
    uint64_t offset;
    number(offset);
    if (!ok || !find(constant, offset))
      fail();
  }
  bool enter() {
    if (++depth > 200)
      fail();
    return ok;
  }
  void leave() { --depth; }
  bool finished() const { return ok && at == end; }

private:
  void fail() {
    ok = false;
    at = end;
  }
  const char *at, *end;
  int depth = 0;
  std::function<bool(Constant &, uint64_t offset)> find;
};

template <typename C> void item(C &codec, uint64_t &value) { codec.number(value); }
template <typename C> void item(C &codec, int64_t &value) {
  // Zigzag, so that small negative numbers stay short.
  uint64_t bits = (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
  codec.number(bits);
  if constexpr (C::reading)
    value = static_cast<int64_t>((bits >> 1) ^ (0 - (bits & 1)));
}
template <typename C> void item(C &codec, int32_t &value) {
  int64_t wide = value;
  item(codec, wide);
  value = static_cast<int32_t>(wide);
}
template <typename C> void item(C &codec, bool &value) {
  uint64_t bit = value;
  codec.number(bit);
  value = bit != 0;
}
template <typename C> void item(C &codec, double &value) {
  uint64_t bits = __builtin_bit_cast(uint64_t, value);
  codec.number(bits);
  value = __builtin_bit_cast(double, bits);
}
template <typename C> void item(C &codec, std::string &text) { codec.bytes(text); }
/// An enumerator up to and including `last`.
template <typename C, typename E> void enumerator(C &codec, E &value, E last) {
  uint64_t number = static_cast<uint64_t>(value);
  codec.number(number);
  if (number > static_cast<uint64_t>(last)) {
    number = 0;
    codec.ok = false;
  }
  value = static_cast<E>(number);
}

template <typename C> void item(C &codec, Constant &x);
template <typename C> void item(C &codec, Tree &x);
template <typename C> void item(C &codec, Location &x);
template <typename C> void item(C &codec, ClassInfo &x);
template <typename C> void item(C &codec, OpaqueInfo &x);
template <typename C> void item(C &codec, Binding &x);
template <typename C> void item(C &codec, WeightView &x);
template <typename C> void item(C &codec, StateName &x);
template <typename C> void item(C &codec, Attribute &x);
template <typename C> void item(C &codec, Relation &x);
template <typename C> void item(C &codec, NativeCode &x);
template <typename C> void item(C &codec, OutsideWeight &x);
template <typename C> void item(C &codec, StateValue &x);
template <typename C> void item(C &codec, Example &x);
template <typename C, typename T> void item(C &codec, std::pair<std::string, T> &x);

template <typename C, typename T> void item(C &codec, std::vector<T> &vector) {
  codec.resize(vector);
  for (T &element : vector)
    item(codec, element);
}
template <typename C> void item(C &codec, std::vector<bool> &vector) {
  codec.resize(vector);
  for (size_t i = 0; i < vector.size(); ++i) {
    bool bit = vector[i];
    item(codec, bit);
    vector[i] = bit;
  }
}

template <typename C, typename... T> void items(C &codec, T &...members) {
  (item(codec, members), ...);
}

template <typename C, typename T> void item(C &codec, std::pair<std::string, T> &x) {
  items(codec, x.first, x.second);
}
template <typename C> void item(C &codec, Location &x) {
  items(codec, x.file, x.function, x.line, x.column, x.endLine, x.endColumn, x.caller);
}
template <typename C> void item(C &codec, ClassInfo &x) {
  items(codec, x.name, x.qualifiedName, x.ancestors, x.fields);
}
template <typename C> void item(C &codec, OpaqueInfo &x) { items(codec, x.repr, x.typeName); }

inline bool isDtype(int dtype) { return dtypeBytes(dtype) != 0; }

template <typename C> void item(C &codec, Constant &x) {
  if (!codec.enter())
    return;
  enumerator(codec, x.tag, LITH_VIEW);
  switch (x.tag) {
  case LITH_BOOL:
  case LITH_INT:
  case LITH_OPAQUE:
    item(codec, x.integer);
    break;
  case LITH_FLOAT:
    item(codec, x.real);
    break;
  case LITH_COMPLEX:
    items(codec, x.real, x.imaginary);
    break;
  case LITH_STR:
  case LITH_BYTES:
    item(codec, x.text);
    break;
  case LITH_TUPLE:
  case LITH_LIST:
  case LITH_DICT:
  case LITH_RANGE:
  case LITH_SLICE:
  case LITH_SET:
    item(codec, x.children);
    break;
  case LITH_TENSOR:
    enumerator(codec, x.dtype, LITH_BFLOAT16);
    items(codec, x.sizes, x.name);
    if (codec.format > 8)
      item(codec, x.strides);
    codec.tensor(x);
    break;
  default:
    break;
  }
  codec.leave();
}

template <typename C> void item(C &codec, Tree &x) {
  if (!codec.enter())
    return;
  enumerator(codec, x.kind, Tree::Kind::Record);
  enumerator(codec, x.dtype, LITH_BFLOAT16);
  items(codec, x.index, x.name, x.sizes, x.knownRank, x.sizeNames, x.written, x.anyLength,
        x.hasPayload, x.hasDefault, x.keywordOnly, x.constant, x.keys, x.children);
  if (codec.format > 7)
    items(codec, x.inOrder, x.inRest);
  codec.leave();
}

template <typename C> void item(C &codec, Binding &x) {
  enumerator(codec, x.kind, Binding::Kind::State);
  items(codec, x.index, x.constant);
}

template <typename C> void item(C &codec, WeightView &x) {
  items(codec, x.weight, x.base, x.offset, x.strides);
}

template <typename C> void item(C &codec, StateName &x) {
  items(codec, x.name, x.weight);
  enumerator(codec, x.kind, StateName::Kind::OtherBuffer);
}

template <typename C> void item(C &codec, Attribute &x) {
  items(codec, x.name, x.constant, x.weight);
}

template <typename C> void item(C &codec, OutsideWeight &x) {
  items(codec, x.weight, x.file, x.name, x.hash);
}

template <typename C> void item(C &codec, StateValue &x) {
  items(codec, x.name, x.constant, x.attribute);
}

template <typename C> void item(C &codec, Example &x) {
  items(codec, x.method, x.positional, x.keywords, x.result);
}

template <typename C> void item(C &codec, Relation &x) { items(codec, x.first, x.second, x.same); }

/// The object is an entry of its own.
template <typename C> void item(C &codec, NativeCode &x) { item(codec, x.target); }

/// The tables of an image; its native code is an entry of its own.
template <typename C> void tables(C &codec, Image &x) {
  items(codec, x.resultCount, x.strings, x.locations, x.classes, x.opaques, x.constants, x.state);
}

/// A program without the parts that are entries of their own.
template <typename C> void program(C &codec, ArtifactProgram &x, Image &image) {
  items(codec, x.target, x.abi, x.arguments, x.result, x.inputs, x.relations, x.pinned,
        x.readsStorages);
  tables(codec, image);
  if (codec.format > 4)
    item(codec, x.opaqueNames);
  if (codec.format > 5) {
    item(codec, x.method);
    for (ClassInfo &info : image.classes)
      item(codec, info.elements);
  }
  if (codec.format > 6)
    item(codec, x.others);
}

} // namespace lith

#endif // LITH_ARTIFACT_CODEC_H
