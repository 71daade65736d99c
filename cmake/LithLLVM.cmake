# Finds LLVM and MLIR 22 and defines lith_llvm, the static subset that the
# compiler links. Debian's MLIR targets name the shared LLVM; mixing both
# copies in one process crashes, so the shared one is taken out of every
# link interface first.
include_guard()
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

foreach(t IN LISTS MLIR_EXPORTED_TARGETS)
  get_target_property(l ${t} INTERFACE_LINK_LIBRARIES)
  if(l)
    list(REMOVE_ITEM l LLVM MLIR)
    set_property(TARGET ${t} PROPERTY INTERFACE_LINK_LIBRARIES "${l}")
  endif()
endforeach()
set_property(TARGET LLVMExtensions PROPERTY INTERFACE_LINK_LIBRARIES LLVMSupport)
find_library(LITH_LIBZ libz.a REQUIRED)
find_library(LITH_LIBZSTD libzstd.a REQUIRED)
set_property(TARGET LLVMSupport PROPERTY INTERFACE_LINK_LIBRARIES
  rt dl m ${LITH_LIBZ} ${LITH_LIBZSTD} LLVMDemangle)

llvm_map_components_to_libnames(LITH_LLVM_LIBS
  X86CodeGen X86Desc X86Info AArch64CodeGen AArch64Desc AArch64Info Passes Core Support TargetParser)
add_library(lith_llvm INTERFACE)
separate_arguments(LITH_LLVM_DEFS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(lith_llvm INTERFACE ${LITH_LLVM_DEFS})
target_include_directories(lith_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_link_libraries(lith_llvm INTERFACE
  MLIRIR MLIRSupport MLIRParser MLIRBytecodeReader MLIRBytecodeWriter MLIRPass MLIRTransforms
  MLIRTransformUtils MLIRControlFlowDialect MLIRFuncDialect MLIRArithDialect
  MLIRInferTypeOpInterface MLIRSideEffectInterfaces MLIRControlFlowInterfaces MLIRCallInterfaces
  ${LITH_LLVM_LIBS})
target_link_options(lith_llvm INTERFACE -Wl,--icf=all -Wl,-z,pack-relative-relocs)

# One precompiled header for every unit that includes MLIR: the dialect takes seconds in each.
set(LITH_PCH_OPTIONS "SHELL:-Xclang -fno-pch-timestamp") # without a date, caches of compilers know it again
file(WRITE "${PROJECT_BINARY_DIR}/lith_pch.cpp" "// The owner of the precompiled header.\n")
set(LITH_PCH ir/Dialect.h ops/RuntimeOps.h ops/TensorOps.h)
add_library(lith_pch OBJECT "${PROJECT_BINARY_DIR}/lith_pch.cpp")
target_link_libraries(lith_pch PRIVATE lith_llvm)
target_include_directories(lith_pch PRIVATE
  "${PROJECT_SOURCE_DIR}/compiler" "${PROJECT_BINARY_DIR}/compiler" "${PROJECT_SOURCE_DIR}/runtime/include")
add_dependencies(lith_pch lith_ir_inc lith_ops_inc)
target_compile_options(lith_pch PRIVATE ${LITH_PCH_OPTIONS})
list(TRANSFORM LITH_PCH PREPEND "${PROJECT_SOURCE_DIR}/compiler/" OUTPUT_VARIABLE LITH_PCH_HEADERS)
target_precompile_headers(lith_pch PRIVATE ${LITH_PCH_HEADERS})

# lith_tablegen(OUTPUT ARGUMENTS...): mlir-tblgen on LLVM_TARGET_DEFINITIONS with the include roots.
function(lith_tablegen output)
  mlir_tablegen(${output} ${ARGN}
    EXTRA_INCLUDES "${PROJECT_SOURCE_DIR}/compiler" ${MLIR_INCLUDE_DIRS})
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} PARENT_SCOPE)
endfunction()
