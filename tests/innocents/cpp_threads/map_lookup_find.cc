// Threads look names up in a map that nobody changes any more, with find().
// guilty: race: they look up with operator[], which inserts the unknown names
#include <iostream>
#include <map>
#include <string>
#include <thread>

static std::map<std::string, int> ages{{"ada", 36}, {"alan", 41}, {"grace", 85}};

static int age_of(const std::string& name)
{
#ifdef GUILTY
    return ages[name];
#else
    auto it = ages.find(name);
    return it != ages.end() ? it->second : 0;
#endif
}

int main()
{
    int a = 0, b = 0;
    std::thread t1([&] { a = age_of("ada") + age_of("barbara"); });
    std::thread t2([&] { b = age_of("grace") + age_of("edsger"); });
    t1.join();
    t2.join();
    std::cout << a << ' ' << b << '\n';
    return a == 36 && b == 85 ? 0 : 1;
}
