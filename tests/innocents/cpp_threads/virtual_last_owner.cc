// Shapes with virtual destructors shared by threads; whoever is the last owner deletes, through the base class.
// guilty: uaf, race: one thread is given the raw pointer while main lets go of the last shared_ptr
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};

struct Square : Shape {
    explicit Square(double s) : side(std::make_unique<double>(s)) {}
    double area() const override { return *side * *side; }
    std::unique_ptr<double> side;
};

int main()
{
    std::shared_ptr<Shape> shape = std::make_shared<Square>(3.0);
    double a = 0, b = 0;

    std::thread owner([&a, shape] { a = shape->area(); });
#ifdef GUILTY
    std::thread painter([&b, s = shape.get()] { b = s->area(); });
#else
    std::thread painter([&b, s = shape] { b = s->area(); });
#endif
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    shape.reset();

    owner.join();
    painter.join();
    std::cout << a << ' ' << b << '\n';
    return a == 9.0 && b == 9.0 ? 0 : 1;
}
