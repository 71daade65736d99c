// Generators.h: generators as coroutines.
//
// Where one loop (or `with`) consumes a generator as a whole, its body is staged in
// the place of the loop, and `yield` runs the consumer (Generators.cpp). One that is
// consumed in parts is a state machine (Suspension.cpp): the object holds its frame
// and the number of the `yield` where it stopped, which may be known at run time only.
#ifndef LITH_STAGE_GENERATORS_H
#define LITH_STAGE_GENERATORS_H

#include "stage/Stage.h"
#include "stage/model/GeneratorBody.h"

namespace lith::stage {

/// The position of a generator: the number of a `yield` where it stopped, or one of these.
namespace position {
inline constexpr int64_t Fresh = 0, Finished = -1, LeftByLoop = -2;
}

/// A generator that is being run by its consumer.
struct GeneratorRun {
  /// Consumes a value; the value that `yield` gives; empty: the path ended. Null: consumed in
  /// parts.
  llvm::function_ref<Result(Value)> consume;

  bool leaves = false; ///< the consumer takes the first value only
  Site site{};         ///< where the generator was made

  // Where a generator that nothing else refers to is left early, it ends: what its `with` and
  // `finally` do runs first, then the way is taken. Undefined `taken`: leaving is refused.
  Value taken; ///< a cell: the number of the way, -1 as long as there is none, and what it carries
  llvm::SmallVector<Edges *> ways; ///< of all consumers; the number after the last is to raise
  enum Carries : uint8_t { Unused, Nothing, AValue };
  llvm::SmallVector<Carries> carries; ///< what goes along on each way
  Raising raising;                    ///< where what the consumer raises goes, while it runs

  // Consumed in parts:
  Value object;                             ///< the generator
  llvm::ArrayRef<const syntax::Stmt *> way; ///< statements still to enter, down to the `yield`
  bool resumes = false;                     ///< until that `yield` is reached
  Value sent;                               ///< what it then gives,
  Value thrown;                             ///< or raises; undefined: it does not
  llvm::DenseMap<const syntax::Node *, Value>
      held; ///< iterators, of the loops around and of `yield from`
};

/// To be called where a loop begins, before variables that are not read again are forgotten: a
/// generator that one of them holds does not end with the loop.
void noteVariable(Stage &stage, Value iterable);
/// Makes it possible to leave the generator early, where it ends then (GeneratorExits.cpp).
void allowLeaving(Stage &stage, GeneratorRun &run, const FunctionCode &code, Value generator);
/// next(iterator): where nothing else refers to a generator, it ends there.
Result nextOfDropped(Stage &stage, Value iterator, Edges &exhausted);
/// Has the value consumed; a way out of the consumer first leads through the generator.
Result consumeOrLeave(Stage &stage, GeneratorRun &run, const syntax::Expr *yield, Value element);
/// The generator has ended: takes the way by which it was left. Whether the path goes on.
bool takeWayOut(Stage &stage, const GeneratorRun &run, bool mayGoOn);

/// Whether the generator that is running, if there is one, is consumed in parts.
bool isSuspending(Stage &stage);
/// Whether the statement comes before the one on that way; that one is entered.
bool isSkipped(Stage &stage, const syntax::Stmt *statement);
/// The iterator of a loop, held while its body runs: the given one, or the one that was held when
/// the generator stopped.
Value holdIterator(Stage &stage, const syntax::Node *holder, Value given);
void dropIterator(Stage &stage, const syntax::Node *holder, bool goesOn);
/// How many sources a generator of this function has.
size_t suspendedSize(const FunctionCode &code);
/// The next element of a generator function's object; `sent` is what its `yield` gives.
/// or, where given, `thrown` what it raises.
Result resumeGenerator(Stage &stage, Value generator, Value sent, Edges &exhausted,
                       Value thrown = {});
/// The `yield` within `with` or `finally` at which an object, if it is a generator, may stand: what
/// they do would have to run when it is dropped. Null: it stands at none.
const syntax::Expr *guardedPlace(Stage &stage, const Object *object);
/// Refuses such generators where the loop over an iterator ends, and where the program does.
void checkDropped(Stage &stage, Value iterable);
/// What the generator returned, once it has ended.
Value returnedBy(Stage &stage, Value generator);
/// Whether a generator that is left at this `yield` runs something when it is dropped: within
/// `with` or `finally`.
bool endsWithEffects(const FunctionCode &code, const syntax::Expr *yield);
/// Whether there is such a `yield` in this part of the function.
bool hasGuardedYield(const FunctionCode &code, const syntax::Node *node);
Result suspend(Stage &stage, const syntax::Expr *expression);

Result runGeneratorBody(Stage &, const GeneratorBody &body, std::vector<Value> slots,
                        GeneratorRun &run, uint64_t point);
Result makeGeneratorExpression(Stage &, const syntax::Expr *expression, const FunctionCode *code,
                               Value cells, Value iterable);
Result runGenerator(Stage &, Value generator, llvm::function_ref<Result(Value)> consume,
                    bool raisesInside = false, bool leaves = false);
Result evalYield(Stage &, const syntax::Expr *expression);

} // namespace lith::stage

#endif // LITH_STAGE_GENERATORS_H
