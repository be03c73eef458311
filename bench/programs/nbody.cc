// Bodies that attract each other: in every step each thread computes the forces on its share of
// them, all meet at a barrier, each moves its share, and all meet again.
//   nbody THREADS SCALE
#include <barrier>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

struct Vec {
  double x = 0, y = 0, z = 0;
};
struct Body {
  Vec at, speed, force;
  double mass = 1;
};

class Universe {
 public:
  explicit Universe(size_t bodies) : bodies_(bodies) {
    uint32_t x = 12345;
    const auto next = [&x] {
      return static_cast<double>((x = x * 1664525 + 1013904223) >> 8) / (1 << 24) - 0.5;
    };
    for (Body& body : bodies_) {
      body.at = {next(), next(), next()};
      body.speed = {next() * 0.01, next() * 0.01, next() * 0.01};
      body.mass = 1 + next();
    }
  }

  size_t size() const { return bodies_.size(); }

  void attract(size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      Body& body = bodies_[i];
      Vec force;
      for (const Body& other : bodies_) {
        const double dx = other.at.x - body.at.x, dy = other.at.y - body.at.y,
                     dz = other.at.z - body.at.z;
        const double square = dx * dx + dy * dy + dz * dz + 0.01;  // softened: also for itself
        const double pull = other.mass / (square * std::sqrt(square));
        force.x += dx * pull;
        force.y += dy * pull;
        force.z += dz * pull;
      }
      body.force = force;
    }
  }

  void move(size_t first, size_t last) {
    constexpr double kStep = 1e-5;
    for (size_t i = first; i < last; ++i) {
      Body& body = bodies_[i];
      body.speed.x += body.force.x * kStep;
      body.speed.y += body.force.y * kStep;
      body.speed.z += body.force.z * kStep;
      body.at.x += body.speed.x * kStep;
      body.at.y += body.speed.y * kStep;
      body.at.z += body.speed.z * kStep;
    }
  }

  Vec momentum() const {
    Vec sum;
    for (const Body& body : bodies_) {
      sum.x += body.mass * body.speed.x + body.at.x;
      sum.y += body.mass * body.speed.y + body.at.y;
      sum.z += body.mass * body.speed.z + body.at.z;
    }
    return sum;
  }

 private:
  std::vector<Body> bodies_;
};

}  // namespace

int main(int argc, char** argv) {
  const size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
  const size_t steps = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 20;
  Universe universe(800);
  std::barrier meet(static_cast<ptrdiff_t>(threads));
  std::vector<std::jthread> workers;
  for (size_t t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      const size_t first = universe.size() * t / threads,
                   last = universe.size() * (t + 1) / threads;
      for (size_t step = 0; step < steps; ++step) {
        universe.attract(first, last);
        meet.arrive_and_wait();
        universe.move(first, last);
        meet.arrive_and_wait();
      }
    });
  workers.clear();
  const Vec sum = universe.momentum();
  std::printf("%zu steps, %.12g %.12g %.12g\n", steps, sum.x, sum.y, sum.z);
}
