// Functions.h: declares every lith_rt_ function from the letters of functions.def.
//
// A definition whose type differs from its letters conflicts with the
// declaration made here and does not compile.
#ifndef LITH_CORE_FUNCTIONS_H
#define LITH_CORE_FUNCTIONS_H

#include <lith/making.h>

#include <type_traits>

struct lith_iterator;

namespace lith {

template <size_t N> struct Letters {
  char text[N];
  constexpr Letters(const char (&from)[N]) {
    for (size_t i = 0; i < N; ++i)
      text[i] = from[i];
  }
};

template <char> struct LetterType;
#define LITH_LETTER(letter, ...)                                                                   \
  template <> struct LetterType<letter> {                                                          \
    using type = __VA_ARGS__;                                                                      \
  };
LITH_LETTER('v', void)
LITH_LETTER('i', int64_t)
LITH_LETTER('b', bool)
LITH_LETTER('f', double)
LITH_LETTER('B', lith_value)
LITH_LETTER('t', lith_tensor *)
LITH_LETTER('s', lith_str *)
LITH_LETTER('l', lith_list *)
LITH_LETTER('u', lith_tuple *)
LITH_LETTER('d', lith_dict *)
LITH_LETTER('S', lith_set *)
LITH_LETTER('r', lith_record *)
LITH_LETTER('c', lith_cell *)
LITH_LETTER('e', lith_exception *)
LITH_LETTER('I', lith_iterator *)
LITH_LETTER('C', lith_closure *)
LITH_LETTER('z', lith_complex *)
LITH_LETTER('n', lith_node *)
LITH_LETTER('o', lith_object *)
LITH_LETTER('p', const void *)
LITH_LETTER('P', const int64_t *)
LITH_LETTER('V', const lith_value *)
LITH_LETTER('T', lith_tensor *const *)
#undef LITH_LETTER

template <typename Result, Letters Args, size_t Index, typename... Types>
constexpr auto signatureOf() {
  if constexpr (Args.text[Index] == 0)
    return static_cast<Result (*)(lith_ctx *, Types...)>(nullptr);
  else if constexpr (Args.text[Index] == '*')
    return signatureOf<Result, Args, Index + 1, Types...>();
  else
    return signatureOf<Result, Args, Index + 1, Types...,
                       typename LetterType<Args.text[Index]>::type>();
}

template <Letters Result, Letters Args>
using Signature = std::remove_pointer_t<
    decltype(signatureOf<typename LetterType<Result.text[0]>::type, Args, 0>())>;

} // namespace lith

extern "C" {
#define LITH_RT(name, result, arguments, flags) lith::Signature<result, arguments> lith_rt_##name;
#include <lith/functions.def>
#undef LITH_RT
}

#endif // LITH_CORE_FUNCTIONS_H
