// Draws mirroring spheres over a chequered floor: workers take rows of the picture from a shared
// counter.
//   ray_tracer THREADS SCALE
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <thread>
#include <vector>

namespace {

struct Vec {
  double x = 0, y = 0, z = 0;
  Vec operator+(const Vec& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec operator-(const Vec& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec operator*(double f) const { return {x * f, y * f, z * f}; }
};
double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec unit(const Vec& v) { return v * (1 / std::sqrt(dot(v, v))); }

struct Ray {
  Vec from, to;  // `to` is a direction of length 1
};

struct Sphere {
  Vec centre;
  double radius;
  Vec colour;
  double mirror;

  // How far along the ray it is hit; infinity if not.
  double hit(const Ray& ray) const {
    const Vec toward = centre - ray.from;
    const double along = dot(toward, ray.to);
    const double inside = radius * radius - dot(toward, toward) + along * along;
    if (inside < 0) return std::numeric_limits<double>::infinity();
    const double half = std::sqrt(inside), near = along - half, far = along + half;
    return near > 1e-6 ? near : far > 1e-6 ? far : std::numeric_limits<double>::infinity();
  }
};

class Scene {
 public:
  Scene() {
    for (int i = 0; i < 24; ++i) {
      const double angle = i * 0.7;
      spheres_.push_back(
          {{std::cos(angle) * (2 + i * 0.15), 0.3 * (i % 5), 6 + std::sin(angle) * 3},
           0.3 + 0.05 * (i % 4),
           {0.3 + 0.1 * (i % 7), 0.9 - 0.1 * (i % 6), 0.2 + 0.2 * (i % 3)},
           i % 2 ? 0.5 : 0.1});
    }
  }

  Vec trace(const Ray& ray, int depth) const {
    const auto [sphere, distance] = nearest(ray);
    if (!sphere) return background(ray);
    const Vec at = ray.from + ray.to * distance;
    const Vec normal = unit(at - sphere->centre);
    const Vec light = unit(Vec{5, 8, -4} - at);
    const bool shadow = nearest({at, light}).sphere != nullptr;
    Vec colour = sphere->colour * (0.15 + (shadow ? 0 : 0.85 * std::max(0.0, dot(normal, light))));
    if (depth > 0) {
      const Vec mirrored = ray.to - normal * (2 * dot(ray.to, normal));
      colour =
          colour * (1 - sphere->mirror) + trace({at, unit(mirrored)}, depth - 1) * sphere->mirror;
    }
    return colour;
  }

 private:
  struct Hit {
    const Sphere* sphere;
    double distance;
  };
  Hit nearest(const Ray& ray) const {
    Hit best{nullptr, std::numeric_limits<double>::infinity()};
    for (const Sphere& sphere : spheres_)
      if (const double d = sphere.hit(ray); d < best.distance) best = {&sphere, d};
    return best;
  }
  static Vec background(const Ray& ray) {
    if (ray.to.y > -0.01) return Vec{0.4, 0.6, 0.9} * (1 - ray.to.y * 0.5);
    const double d = (-1.5 - ray.from.y) / ray.to.y;
    const Vec at = ray.from + ray.to * d;
    const bool dark =
        (static_cast<long>(std::floor(at.x)) + static_cast<long>(std::floor(at.z))) & 1;
    return dark ? Vec{0.1, 0.1, 0.1} : Vec{0.9, 0.9, 0.9};
  }

  std::vector<Sphere> spheres_;
};

uint8_t shade(double v) { return static_cast<uint8_t>(v < 0 ? 0 : v > 1 ? 255 : v * 255); }

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  const int width = argc > 2 ? std::atoi(argv[2]) : 320, height = width * 3 / 4;
  const Scene scene;
  std::vector<uint8_t> picture(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  std::atomic<int> next_row{0};
  std::vector<std::jthread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&] {
      for (int y; (y = next_row.fetch_add(1)) < height;)
        for (int x = 0; x < width; ++x) {
          const Vec to =
              unit({(x - width / 2) / (0.6 * width), (height / 2 - y) / (0.6 * width), 1});
          const Vec colour = scene.trace({{0, 0.5, -2}, to}, 4);
          uint8_t* pixel = &picture[static_cast<size_t>(y * width + x) * 3];
          pixel[0] = shade(colour.x), pixel[1] = shade(colour.y), pixel[2] = shade(colour.z);
        }
    });
  workers.clear();

  uint64_t sum = 0;
  for (const uint8_t byte : picture) sum = sum * 31 + byte;
  std::printf("%d x %d, sum %016llx\n", width, height, static_cast<unsigned long long>(sum));
}
