// Threads parse and format numbers with stoi, to_string and an ostringstream of their own.
// guilty: race: they share one static ostringstream
#include <iostream>
#include <locale>
#include <sstream>
#include <string>
#include <thread>

static std::string bracketed(const std::string& number)
{
#ifdef GUILTY
    static std::ostringstream os;
#else
    std::ostringstream os;
#endif
    os.imbue(std::locale::classic());
    os.str("");
    os << '[' << std::stoi(number) * 2 << '|' << std::to_string(1.5) << ']';
    return os.str();
}

int main()
{
    std::string a, b;
    std::thread t1([&] { a = bracketed("21"); });
    std::thread t2([&] { b = bracketed("100"); });
    t1.join();
    t2.join();
    std::cout << a << ' ' << b << '\n';
    return 0;
}
