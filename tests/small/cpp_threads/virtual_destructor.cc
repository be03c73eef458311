// A base class joins its thread in its destructor, when the derived part is already gone.
#include <chrono>
#include <cstdio>
#include <thread>

struct Base {
  void start() {
    thread = std::thread([this] { step(); });  // RACE
  }
  virtual void step() { std::puts("base"); }
  virtual ~Base() {  // RACE maybe
    thread.join();
  }
  std::thread thread;
};

struct Derived : Base {
  void step() override { std::puts("derived"); }
  ~Derived() override { std::puts("gone"); }  // RACE maybe
};

int main() {
  Base* object = new Derived;
  object->start();
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  delete object;  // RACE maybe
}
