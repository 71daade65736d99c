// Graph.h: the graph of a program, for those who look at it: from the text that a program keeps.
#ifndef LITH_DRIVER_GRAPH_H
#define LITH_DRIVER_GRAPH_H

#include <optional>
#include <string>
#include <string_view>

namespace lith::driver {

/// A graph in JSON: a list of functions {"name", "results", "blocks"}. A block is {"name",
/// "arguments", "nodes"}, a node {"kind", "results", "operands", "attributes", "successors",
/// "regions", "location"}: values are ["%0", type], successors [name of the block, operands],
/// regions lists of blocks. Where it is `compiled`, it is the graph that code was made of: after
/// all passes. None, with `error` set: the text is no graph of this version.
[[gnu::visibility("default")]] std::optional<std::string>
describeGraph(std::string_view text, bool compiled, std::string &error);

} // namespace lith::driver

#endif // LITH_DRIVER_GRAPH_H
