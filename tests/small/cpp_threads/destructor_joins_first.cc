// The most derived class joins the thread before anything of it is taken down.
#include <cstdio>
#include <thread>

struct Base {
  virtual void step() { std::puts("base"); }
  virtual ~Base() = default;
};

struct Derived final : Base {
  void start() {
    thread = std::thread([this] { step(); });
  }
  void step() override { std::puts("derived"); }
  ~Derived() override { thread.join(); }
  std::thread thread;
};

int main() {
  Base* object = new Derived;
  static_cast<Derived*>(object)->start();
  delete object;
}
