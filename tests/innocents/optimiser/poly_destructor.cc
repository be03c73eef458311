// A shape is used through its base class by a thread and destroyed after that thread has ended.
// guilty: uaf, race: it is destroyed before the thread is joined
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

class Shape {
public:
    virtual ~Shape() = default;
    virtual double area() const = 0;
};

class Named : public Shape {
public:
    explicit Named(std::string name) : name_(std::move(name)) {}
    ~Named() override { std::printf("%s goes\n", name_.c_str()); }
private:
    std::string name_;
};

class Square final : public Named {
public:
    explicit Square(double side) : Named("square"), side_(side) {}
    ~Square() override { side_ = 0; }
    double area() const override { return side_ * side_; }
private:
    double side_;
};

int main() {
    std::unique_ptr<Shape> shape = std::make_unique<Square>(3);
    double sum = 0;
    std::thread reader([&sum, s = shape.get()] {
        for (int i = 0; i < 4; ++i) sum += s->area();
    });
#ifdef GUILTY
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    shape.reset();
    reader.join();
#else
    reader.join();
    shape.reset();
#endif
    std::printf("sum %.0f\n", sum);
    return sum != 36;
}
