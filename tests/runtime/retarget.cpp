// retarget.cpp: an artifact as another machine or another version would have written it.
//
//   lith-retarget IN.lith OUT.lith TARGET [ABI]
//
// Writes IN again with TARGET as the processor of its native code, which is replaced by nonsense,
// so that nothing of it can be run by mistake.
#include <lith/artifact.h>

#include <cstdio>
#include <cstdlib>

using namespace lith;

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: lith-retarget IN.lith OUT.lith TARGET [ABI]\n");
    return 2;
  }
  ArtifactStatus status;
  std::string message;
  std::shared_ptr<const ArtifactData> opened = openArtifact(argv[1], status, message);
  if (!opened) {
    std::fprintf(stderr, "lith-retarget: %s\n", message.c_str());
    return 1;
  }
  ArtifactData data = *opened;
  for (ArtifactProgram &program : data.programs) {
    auto image = std::make_shared<Image>(*program.image);
    image->object.assign(64, 0);
    program.image = std::move(image);
    program.target = argv[3];
    program.others.clear();
    if (argc > 4)
      program.abi = std::atoi(argv[4]);
  }
  if (writeArtifact(data, argv[2], message) != ArtifactStatus::Ok) {
    std::fprintf(stderr, "lith-retarget: %s\n", message.c_str());
    return 1;
  }
  return 0;
}
