// As left_alone.c, with what only C++ has.
static volatile int touched;

#define LEFT_ALONE __attribute__((no_sanitize("thread")))

template <class T>
LEFT_ALONE void left_template(T value) {
  touched = value;
}
template <class T>
void seen_template(T value) {
  touched = value;
}

struct Methods {
  LEFT_ALONE Methods() { touched = 2002; }
  LEFT_ALONE ~Methods() { touched = 2003; }
  LEFT_ALONE void within() { touched = 2004; }
  void outside();
  LEFT_ALONE static void of_nobody() { touched = 2005; }
  LEFT_ALONE virtual void of_the_object() { touched = 2006; }
  LEFT_ALONE void operator()() { touched = 2007; }
  void seen() { touched = 1002; }
};
LEFT_ALONE void Methods::outside() { touched = 2008; }

template <class T>
struct Holder {
  LEFT_ALONE void left(T value) { touched = value; }
  void seen(T value) { touched = value; }
};

inline LEFT_ALONE int at_start() {
  touched = 2011;
  return 0;
}
int started = at_start();

int main() {
  left_template(2001);
  seen_template(1001);
  {
    Methods methods;
    methods.within();
    methods.outside();
    Methods::of_nobody();
    Methods* volatile pointer = &methods;
    pointer->of_the_object();
    methods();
    methods.seen();
  }
  Holder<int>().left(2009);
  Holder<int>().seen(1003);
  const auto left = [](int value) LEFT_ALONE { touched = value; };
  const auto seen = [](int value) { touched = value; };
  const auto left_for_all = [](auto value) LEFT_ALONE { touched = value; };
  left(2010);
  seen(1004);
  left_for_all(2012);
  touched = 1005;
  return 0;
}
