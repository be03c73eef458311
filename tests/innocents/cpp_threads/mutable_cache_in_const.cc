// A const object that several threads share computes its perimeter lazily in a const member, under a mutable mutex.
// guilty: race: the lazy value is filled in without the mutex, "as the member is const"
#include <cmath>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

class Polygon {
public:
    explicit Polygon(std::vector<std::pair<double, double>> p) : points_(std::move(p)) {}
    double perimeter() const
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex_);
#endif
        if (!perimeter_) {
            double sum = 0;
            for (std::size_t i = 0; i < points_.size(); ++i) {
                const auto& [x1, y1] = points_[i];
                const auto& [x2, y2] = points_[(i + 1) % points_.size()];
                sum += std::hypot(x2 - x1, y2 - y1);
            }
            perimeter_ = sum;
        }
        return *perimeter_;
    }

private:
    std::vector<std::pair<double, double>> points_;
    mutable std::mutex mutex_;
    mutable std::optional<double> perimeter_;
};

int main()
{
    const Polygon square({{0, 0}, {0, 2}, {2, 2}, {2, 0}});
    double a = 0, b = 0;
    std::thread t1([&] { a = square.perimeter(); });
    std::thread t2([&] { b = square.perimeter(); });
    t1.join();
    t2.join();
    std::printf("%.1f %.1f\n", a, b);
    return a == 8.0 && b == 8.0 ? 0 : 1;
}
