// A setting is a variant of int, double and string; a form writes it, a view renders it with visit.
// guilty: race: the view visits without the lock while the alternative may change
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <variant>

struct Setting {
    mutable std::mutex m;
    std::variant<int, double, std::string> value{0};

    template <class T> void set(T v) {
        std::lock_guard lk(m);
        value = std::move(v);
    }
    std::string render() const {
#ifndef GUILTY
        std::lock_guard lk(m);
#endif
        return std::visit(
            [](const auto &v) {
                std::ostringstream os;
                os << v;
                return os.str();
            },
            value);
    }
};

int main() {
    Setting s;
    std::thread form([&] {
        s.set(42);
        s.set(2.5);
        s.set(7);
    });
    size_t length = 0;
    for (int i = 0; i < 4; ++i)
        length += s.render().size();
    form.join();
    std::cout << length << " characters, finally " << s.render() << '\n';
    return s.render() == "7" ? 0 : 1;
}
