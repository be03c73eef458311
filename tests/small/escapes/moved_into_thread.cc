// A unique_ptr is moved into the thread, so main has nothing left of it.
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

int main() {
  auto text = std::make_unique<std::string>("mine");
  std::string result;
  std::thread worker([text = std::move(text), &result] {
    *text += " no more";
    result = *text;
  });
  text = std::make_unique<std::string>("another");
  worker.join();
  std::printf("%s, %s\n", result.c_str(), text->c_str());
}
