// A price catalogue is loaded by whichever thread asks first, with call_once.
// guilty: race: the check whether it is loaded is only "is the map empty"
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Catalogue {
public:
    int price(const std::string& item)
    {
#ifdef GUILTY
        if (prices_.empty())
            load();
#else
        std::call_once(loaded_, [this] { load(); });
#endif
        auto it = prices_.find(item);
        return it == prices_.end() ? -1 : it->second;
    }

private:
    void load()
    {
        prices_["apple"] = 30;
        prices_["pear"] = 45;
        prices_["plum"] = 12;
    }
    std::once_flag loaded_;
    std::map<std::string, int> prices_;
};

int main()
{
    Catalogue catalogue;
    int a = 0, b = 0;
    std::thread t1([&] { a = catalogue.price("apple"); });
    std::thread t2([&] { b = catalogue.price("plum"); });
    t1.join();
    t2.join();
    std::printf("apple %d, plum %d\n", a, b);
    return 0;
}
