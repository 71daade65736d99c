// import FILE.pt: imports an archive, compiles `forward` without a call, saves, and prints the
// methods that are declared and what two methods give, in this process and from the file.
#include <lith/compiler.h>

#include <iostream>

static void show(const lith::Program &program) {
  float elements[] = {4, 2};
  auto x = lith::Tensor::from(elements, {2}, lith::DType::Float32);
  std::cout << program.callForValue({x}, {{"limit", 5}}).repr() << std::endl;
  std::cout << program.method("count").callForValue({}).repr() << std::endl;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::string file = argv[1];
  try {
    lith::Program program = lith::importTorchScript(file);
    std::cout << lith::Value::adopt(lith_torchscript_methods(file.c_str(), nullptr)).string();
    auto x = lith::Tensor::empty({7}, lith::DType::Float32);
    program.specialise({x}, {{"limit", 3}});
    program.specialise({x, 4});
    program.method("count").specialise({});
    program.save(file + ".lith");
    show(program);
    show(lith::load(file + ".lith"));
  } catch (const lith::Error &error) {
    std::cerr << error.code() << ": " << error.what() << std::endl;
    return 1;
  }
}
