// A price uses the discount only for members; the discount changes while guests are served.
// guilty: race: one of the guests is a member
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

static int discount = 0;
static std::mutex discount_mutex;

struct Customer { int amount; bool member; };

static int price(const Customer& c) { return c.amount - (c.member ? discount : 0); }

static int bill(const std::vector<Customer>& customers) {
    int sum = 0;
    for (const auto& c : customers) sum += price(c);
    return sum;
}

int main() {
    std::vector<Customer> guests{{10, false}, {20, false}, {30, false}};
#ifdef GUILTY
    guests[1].member = true;
#endif
    const std::vector<Customer> members{{10, true}, {20, true}};
    int from_members = 0, from_guests = 0;
    std::thread manager([&] {
        for (int i = 0; i < 4; ++i) {
            std::lock_guard<std::mutex> guard(discount_mutex);
            discount = i;
            from_members = bill(members);
        }
    });
    std::thread till([&] { from_guests = bill(guests); });
    manager.join();
    till.join();
    std::printf("%d %d\n", from_members, from_guests);
    return from_members != 24;
}
