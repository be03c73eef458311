// Virtual calls through single, multiple and virtual inheritance, in destructors and constructors,
// on objects that one thread makes and another uses and destroys.
//
// expect-exit: 0
// expect-output: square 4 disc 3 both 7, 3 gone
// expect-events: fork=2 join=2 indirect_call>=3
// deterministic: yes
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../check.h"

int gone = 0;

struct Shape {
  virtual ~Shape() { ++gone; }
  virtual std::string name() const = 0;
  virtual int area() const { return 0; }
};
struct Square : virtual Shape {
  std::string name() const override { return "square"; }
  int area() const override { return 4; }
};
struct Disc : virtual Shape {
  std::string name() const override { return "disc"; }
  int area() const override { return 3; }
};
struct Both : Square, Disc {
  std::string name() const override { return "both"; }
  int area() const override { return Square::area() + Disc::area(); }
};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  std::thread([&] {
    shapes.push_back(std::make_unique<Square>());
    shapes.push_back(std::make_unique<Disc>());
    shapes.push_back(std::make_unique<Both>());
  }).join();

  std::string text;
  std::thread([&] {
    for (const auto& shape : shapes)
      text += shape->name() + ' ' + std::to_string(shape->area()) + ' ';
    shapes.clear();
  }).join();
  text.back() = ',';
  std::printf("%s %d gone\n", text.c_str(), gone);
}
