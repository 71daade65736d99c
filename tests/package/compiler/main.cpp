// compile FILE.py NAME: compiles a function without Python and calls it once for each line of the
// standard input, whose words are its arguments: 3, 2.5, true, 'text', float32[2,3]=1,2,3,4,5,6, or
// a list (1;2). Prints the repr of each result, or what was raised.
#include <lith/compiler.h>

#include <fstream>
#include <iostream>
#include <sstream>

static lith::Tensor tensorOf(const std::string &word) {
  size_t open = word.find('['), close = word.find(']');
  std::vector<int64_t> shape;
  std::istringstream sizes(word.substr(open + 1, close - open - 1));
  for (std::string size; std::getline(sizes, size, ',');)
    shape.push_back(std::stoll(size));
  std::istringstream elements(word.substr(close + 2));
  std::vector<double> values;
  for (std::string element; std::getline(elements, element, ',');)
    values.push_back(std::stod(element));
  if (word.substr(0, open) == "int64") {
    std::vector<int64_t> whole(values.begin(), values.end());
    return lith::Tensor::from(whole.data(), shape, lith::DType::Int64);
  }
  std::vector<float> single(values.begin(), values.end());
  return lith::Tensor::from(single.data(), shape, lith::DType::Float32);
}

static lith::Value valueOf(const std::string &word) {
  if (word[0] == '(') {
    std::vector<lith::Value> items;
    std::istringstream parts(word.substr(1, word.size() - 2));
    for (std::string part; std::getline(parts, part, ';');)
      items.push_back(valueOf(part));
    return lith::Value::list(items);
  }
  if (word.find('[') != std::string::npos)
    return tensorOf(word);
  if (word == "true" || word == "false")
    return lith::Value(word == "true");
  if (word[0] == '\'')
    return lith::Value(word.substr(1, word.size() - 2));
  if (word.find('.') != std::string::npos)
    return lith::Value(std::stod(word));
  return lith::Value(int64_t(std::stoll(word)));
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  std::ifstream file(argv[1]);
  std::stringstream source;
  source << file.rdbuf();
  try {
    lith::Program program = lith::compile(source.str(), argv[2], argv[1]);
    for (std::string line; std::getline(std::cin, line);) {
      std::vector<lith::Value> arguments;
      std::istringstream words(line);
      for (std::string word; words >> word;)
        arguments.push_back(valueOf(word));
      try {
        std::cout << program.callForValue(arguments).repr() << std::endl;
      } catch (const lith::Error &error) {
        std::cout << (error.className().empty() ? "refused" : error.className()) << ": "
                  << error.what() << std::endl;
      }
    }
  } catch (const lith::Error &error) {
    std::cout << "not compiled: " << error.what() << std::endl;
    return 1;
  }
}
