// Traceback.cpp: where an exception came from, in the user's lines.
#include "core/Program.h"
#include "objects/Str.h"
#include "text/Text.h"

#include <algorithm>

using namespace lith;

static std::string_view stringAt(const Image &image, int32_t index) {
  return index >= 0 && static_cast<size_t>(index) < image.strings.size()
             ? std::string_view(image.strings[index])
             : std::string_view("?");
}

// Each location stands for the chain of inlined calls above it.
std::vector<Frame> lith::traceback(const Image &image, const lith_exception *exception) {
  std::vector<Frame> frames;
  for (int32_t i = 0; i < exception->location_count; ++i) {
    int32_t at = exception->locations[i];
    for (size_t guard = 0; at >= 0 && static_cast<size_t>(at) < image.locations.size() &&
                           guard < image.locations.size();
         ++guard) {
      const Location &location = image.locations[at];
      frames.push_back({stringAt(image, location.file), stringAt(image, location.function),
                        location.line, location.column, location.endLine, location.endColumn});
      at = location.caller;
    }
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

std::string lith::exceptionText(Context *context, const lith_exception *exception) {
  std::string out;
  lith_exception *outer = std::exchange(context->pending, nullptr);
  if (!appendStr(context, out, {LITH_EXCEPTION, reinterpret_cast<uint64_t>(exception)}))
    out += "<exception str() failed>";
  if (context->pending)
    release(context, context->pending);
  context->pending = outer;
  return out;
}

std::string
lith::renderTraceback(Context *context, const Image &image, const lith_exception *exception,
                      const std::function<std::string(std::string_view file, int line)> &source) {
  std::string out;
  if (exception->cause)
    out = renderTraceback(context, image, exception->cause, source) +
          "\nThe above exception was the direct cause of the following exception:\n\n";
  else if (exception->context && !exception->suppress_context)
    out = renderTraceback(context, image, exception->context, source) +
          "\nDuring handling of the above exception, another exception occurred:\n\n";
  std::vector<Frame> frames = traceback(image, exception);
  if (!frames.empty())
    out += "Traceback (most recent call last):\n";
  for (const Frame &frame : frames) {
    out += "  File \"" + std::string(frame.file) + "\", line " + std::to_string(frame.line) +
           ", in " + std::string(frame.function) + "\n";
    std::string text = source ? source(frame.file, frame.line) : std::string();
    size_t from = text.find_first_not_of(" \t");
    if (from != std::string::npos)
      out += "    " + text.substr(from) + "\n";
  }
  std::string message = exceptionText(context, exception);
  out += exceptionClassName(image, exception);
  if (!message.empty())
    out += ": " + message;
  return out + "\n";
}
