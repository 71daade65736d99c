# lith_layer(NAME SOURCES ... DEPENDS ...): one layer of Lith as a static library.
#
# Each layer is a target of its own, so that what a layer may use is what its
# target links. `compiler/` and `runtime/include` are the include roots:
# headers are named by layer, as in #include "syntax/Ast.h".
include_guard()

add_compile_options(-ffunction-sections -fdata-sections -Wall -Wextra -Wno-unused-parameter
  -Wno-deprecated-declarations) # libstdc++'s stable_sort uses what it deprecates
add_link_options(-fuse-ld=lld -Wl,--gc-sections)
if(LITH_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr,function -fno-omit-frame-pointer -shared-libasan)
  add_link_options(-fsanitize=address,undefined -shared-libasan)
elseif(LITH_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
endif()

# PRECOMPILED HEADER: what nearly all units of the layer include, precompiled beside the dialect.
function(lith_layer name)
  cmake_parse_arguments(ARG "MLIR" "PRECOMPILED" "SOURCES;DEPENDS" ${ARGN})
  add_library(lith_${name} STATIC ${ARG_SOURCES})
  target_include_directories(lith_${name} PUBLIC
    "${PROJECT_SOURCE_DIR}/compiler" "${PROJECT_BINARY_DIR}/compiler")
  target_link_libraries(lith_${name} PUBLIC ${ARG_DEPENDS})
  if(ARG_MLIR)
    target_link_libraries(lith_${name} PUBLIC lith_llvm)
  endif()
  if(ARG_PRECOMPILED)
    target_precompile_headers(lith_${name} PRIVATE
      ${LITH_PCH_HEADERS} "${PROJECT_SOURCE_DIR}/compiler/${ARG_PRECOMPILED}")
    target_compile_options(lith_${name} PRIVATE ${LITH_PCH_OPTIONS})
  elseif(ARG_MLIR)
    target_precompile_headers(lith_${name} REUSE_FROM lith_pch)
  endif()
endfunction()
