// Width.cpp: widths by Unicode blocks, after the East Asian Width property.
#include "diagnostics/Width.h"

#include "diagnostics/Render.h"

namespace lith::diag {

namespace {
struct Block {
  uint32_t first, last;
};

constexpr Block invisible[] = {
    {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},    {0x610, 0x61A},   {0x64B, 0x65F},
    {0x6D6, 0x6DC},   {0x900, 0x902},   {0x93C, 0x93C},    {0xE31, 0xE31},   {0xE34, 0xE3A},
    {0xE47, 0xE4E},   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},  {0x200B, 0x200F}, {0x202A, 0x202E},
    {0x2060, 0x2064}, {0x20D0, 0x20FF}, {0x302A, 0x302D},  {0x3099, 0x309A}, {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};

constexpr Block wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26A1, 0x26A1},
    {0x2705, 0x2705},   {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},
    {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},
    {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF},
    {0x1F004, 0x1F004}, {0x1F18E, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7EB}, {0x1F90C, 0x1F9FF}, {0x1FA70, 0x1FAFF},
    {0x20000, 0x3FFFD}};

template <size_t N> bool contains(const Block (&blocks)[N], uint32_t code) {
  for (const Block &block : blocks)
    if (code >= block.first && code <= block.last)
      return true;
  return false;
}
} // namespace

unsigned characterWidth(uint32_t code) {
  if (code < 0x300)
    return 1;
  if (contains(invisible, code))
    return 0;
  return contains(wide, code) ? 2 : 1;
}

uint32_t takeCodePoint(std::string_view &text) {
  auto lead = static_cast<unsigned char>(text[0]);
  size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
  uint32_t code = lead < 0x80 ? lead : lead & (0x7F >> length);
  bool proper = length && length <= text.size();
  for (size_t i = 1; proper && i < length; ++i) {
    proper = (text[i] & 0xC0) == 0x80;
    code = code << 6 | (text[i] & 0x3F);
  }
  text.remove_prefix(proper ? length : 1);
  return proper ? code : 0xFFFD;
}

unsigned displayWidth(std::string_view text) {
  unsigned width = 0;
  while (!text.empty())
    width += characterWidth(takeCodePoint(text));
  return width;
}

} // namespace lith::diag
