// RuntimeOps.td: the operations that are calls of the runtime.
include "ops/Runtime.td"
include "ops/RuntimeCalls.td"
