// A reader protects the current record with a hazard pointer; the writer frees an old record only if no hazard names it.
// guilty: uaf, race: the writer frees the old record without a look at the hazard pointer
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

struct Record {
    int a, b;
};

static std::atomic<Record*> current{new Record{0, 0}};
static std::atomic<Record*> hazard{nullptr};

static int read_difference()
{
    Record* r;
    do {
        r = current.load();
        hazard.store(r);
    } while (current.load() != r);
    int d = r->a - r->b;
    hazard.store(nullptr);
    return d;
}

static void update(int v, std::vector<Record*>& retired)
{
    retired.push_back(current.exchange(new Record{v, v}));
#ifdef GUILTY
    delete retired.back();
    retired.pop_back();
#else
    std::erase_if(retired, [](Record* r) {
        if (hazard.load() == r)
            return false;
        delete r;
        return true;
    });
#endif
}

int main()
{
    int wrong = 0;
    std::vector<Record*> retired;
    std::thread reader([&] { for (int i = 0; i < 10; ++i) wrong += read_difference() != 0; });
    std::thread writer([&] { for (int v = 1; v <= 5; ++v) update(v, retired); });
    reader.join();
    writer.join();
    for (Record* r : retired)
        delete r;
    delete current.load();
    std::printf("%d wrong\n", wrong);
    return wrong;
}
