// Liveness.cpp: backwards over the statements of a function; loops to a fixed point,
// which starts from what an earlier pass over the same loop found.
#include "stage/source/Liveness.h"
#include "stage/Stage.h"

namespace lith::stage {

using namespace lith::syntax;

Liveness::Liveness(const FunctionCode &code, Names &names) : code(code), names(names) {
  Slots none(code.slots.size());
  run(cast<FunctionDef>(code.node)->body, none, Ways{none, none, none, none});
}

const llvm::BitVector *Liveness::at(const Stmt *statement, LivePoint point) const {
  auto it = slots.find({statement, unsigned(point)});
  return it == slots.end() ? nullptr : &it->second;
}

Liveness::Slots &Liveness::place(const Stmt *statement, LivePoint point) {
  return slots.try_emplace({statement, unsigned(point)}, code.slots.size()).first->second;
}

int Liveness::slotOf(std::string_view name) {
  NamePlace found = code.place(names.intern({name.data(), name.size()}));
  return found.kind == NamePlace::Kind::Local ? found.index : -1;
}

void Liveness::addUses(const Node *node, Slots &into) {
  if (!node)
    return;
  if (auto *name = dyn_cast<Name>(node))
    if (int slot = slotOf(name->id); slot >= 0 && name->ctx != ExprContext::Store)
      into.set(slot);
  forEachChild(node, [&](const Node *child) { addUses(child, into); });
}

void Liveness::removeTargets(const Expr *target, Slots &from) {
  if (auto *name = dyn_cast<Name>(target)) {
    if (int slot = slotOf(name->id); slot >= 0)
      from.reset(slot);
  } else if (isa<Tuple>(target) || isa<List>(target) || isa<Starred>(target)) {
    forEachChild(target, [&](const Node *child) {
      if (auto *inner = dyn_cast<Expr>(child))
        removeTargets(inner, from);
    });
  }
}

Liveness::Slots Liveness::run(Seq<Stmt *> body, Slots out, const Ways &ways) {
  for (size_t i = body.size(); i-- > 0;) {
    out = visit(body[i], out, ways);
    out |= ways.raises;
  }
  return out;
}

Liveness::Slots Liveness::visit(const Stmt *statement, const Slots &out, const Ways &ways) {
  place(statement, LivePoint::After) |= out;
  Slots in = out;
  switch (statement->kind) {
  case NodeKind::Return:
    in = ways.returns;
    break;
  case NodeKind::Break:
    return ways.breaks;
  case NodeKind::Continue:
    return ways.continues;
  case NodeKind::Raise:
    in = ways.raises;
    break;
  case NodeKind::Assign:
    for (const Expr *target : cast<Assign>(statement)->targets)
      removeTargets(target, in);
    break;
  case NodeKind::AugAssign:
    addUses(cast<AugAssign>(statement)->value, in);
    if (auto *name = dyn_cast<Name>(cast<AugAssign>(statement)->target))
      if (int slot = slotOf(name->id); slot >= 0)
        in.set(slot);
    break;
  case NodeKind::If: {
    auto *branch = cast<If>(statement);
    in = run(branch->body, out, ways);
    in |= run(branch->orelse, out, ways);
    addUses(branch->test, in);
    return in;
  }
  case NodeKind::For:
  case NodeKind::While:
    return loop(statement, out, ways);
  case NodeKind::Try:
    return attempt(cast<Try>(statement), out, ways);
  case NodeKind::With: { // the manager may swallow what the body raises
    Ways inner = ways;
    inner.raises |= out;
    in = run(cast<With>(statement)->body, out, inner);
    for (const WithItem *item : cast<With>(statement)->items)
      addUses(item, in);
    return in;
  }
  case NodeKind::Match:
    for (const MatchCase *one : cast<Match>(statement)->cases) {
      in |= run(one->body, out, ways);
      addUses(one->pattern, in);
      addUses(one->guard, in);
    }
    addUses(cast<Match>(statement)->subject, in);
    return in;
  default:
    break;
  }
  addUses(statement, in);
  return in;
}

Liveness::Slots Liveness::loop(const Stmt *statement, const Slots &out, const Ways &ways) {
  auto *whileLoop = dyn_cast<While>(statement);
  auto *forLoop = dyn_cast<For>(statement);
  Slots header = place(statement, LivePoint::Header);
  header |= run(whileLoop ? whileLoop->orelse : forLoop->orelse, out, ways);
  if (whileLoop)
    addUses(whileLoop->test, header);
  else
    addUses(forLoop->target, header); // the object and index of a target that is no name
  while (true) {
    Ways inner = ways;
    inner.breaks = out;
    inner.continues = header;
    Slots body = run(whileLoop ? whileLoop->body : forLoop->body, header, inner);
    if (forLoop)
      removeTargets(forLoop->target, body);
    body |= header;
    if (body == header)
      break;
    header = body;
  }
  place(statement, LivePoint::Header) = header;
  if (forLoop)
    addUses(forLoop->iter, header);
  return header;
}

Liveness::Slots Liveness::attempt(const Try *statement, const Slots &out, const Ways &ways) {
  Ways inner = ways;
  Slots after = out;
  if (!statement->finalbody.empty()) {
    for (const Slots *way : {&ways.breaks, &ways.continues, &ways.returns, &ways.raises})
      after |= *way;
    after = run(statement->finalbody, after, ways);
    inner = Ways{after, after, after, after};
  }
  Slots handlers = place(statement, LivePoint::Handlers);
  handlers |= inner.raises;
  for (const ExceptHandler *handler : statement->handlers) {
    addUses(handler->type, handlers);
    handlers |= run(handler->body, after, inner);
  }
  place(statement, LivePoint::Handlers) = handlers;
  Ways body = inner;
  body.raises = handlers;
  Slots in = run(statement->body, run(statement->orelse, after, inner), body);
  in |= handlers;
  return in;
}

static const Liveness *livenessOf(Stage &s) {
  const FunctionCode &code = *s.activation->code;
  if (code.form != FunctionCode::Form::Function || code.isGenerator || code.isAsync)
    return nullptr;
  if (!code.liveness)
    code.liveness = std::make_shared<Liveness>(code, s.session.names);
  return code.liveness.get();
}

// super() without arguments reads the first parameter.
static bool readsFirst(Stage &s, const FunctionCode &code) {
  return code.place(s.intern("__class__")).kind == NamePlace::Kind::Cell;
}

void forgetDead(Stage &s, State &state, const Stmt *statement, LivePoint point) {
  const Liveness *liveness = livenessOf(s);
  const llvm::BitVector *live = liveness ? liveness->at(statement, point) : nullptr;
  if (!live)
    return;
  const FunctionCode &code = *s.activation->code;
  size_t frame = s.activation->frame;
  for (size_t i = readsFirst(s, code) ? 1 : 0; i < code.slots.size(); ++i)
    if (!code.isCell[i] && !live->test(i) && !state.frame(frame).slots[i].isUndefined())
      state.writeFrame(frame).slots[i] = {};
}

void forgetDead(Stage &s, Edges &edges, const Stmt *statement, LivePoint point) {
  for (Edge &edge : edges)
    forgetDead(s, edge.state, statement, point);
}

} // namespace lith::stage
