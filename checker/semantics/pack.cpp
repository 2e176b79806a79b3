// The bytes of a state, and back.
#include "checker/semantics/pack.h"

#include <cstring>

namespace hanrei::checker {

namespace {

using S = State<int64_t>;

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) { out_.clear(); }

  template <class V>
  void put(const V& v) {
    char bytes[sizeof v];
    std::memcpy(bytes, &v, sizeof v);
    out_.append(bytes, sizeof v);
  }
  /// Most numbers are small.
  void number(int64_t v) {
    if (v >= -100 && v < 100) {
      out_.push_back(static_cast<char>(v));
      return;
    }
    out_.push_back('\x7f');
    put(v);
  }
  /// Most counts are none.
  void rounds(const Rounds& r) {
    uint8_t some = 0;
    for (size_t i = 0; i < r.all().size(); ++i)
      some |= static_cast<uint8_t>((r.all()[i] != 0 ? 1U : 0U) << i);
    put(some);
    for (Rounds::Count n : r.all())
      if (n != 0) put(n);
  }
  template <class List>
  void numbers(const List& list) {
    put(static_cast<uint16_t>(list.size()));
    for (int64_t v : list) number(v);
  }

 private:
  std::string& out_;
};

class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}

  template <class V>
  void get(V& v) {
    std::memcpy(&v, in_.data() + at_, sizeof v);
    at_ += sizeof v;
  }
  template <class V>
  V one() {
    V v{};
    get(v);
    return v;
  }
  int64_t number() {
    const char c = in_[at_++];
    return c == '\x7f' ? one<int64_t>() : c;
  }
  Rounds rounds() {
    Rounds out;
    const auto some = one<uint8_t>();
    for (size_t i = 0; i < out.all().size(); ++i)
      if (some >> i & 1) out.set(i, one<Rounds::Count>());
    return out;
  }
  void numbers(std::vector<int64_t>& list) {
    list.resize(one<uint16_t>());
    for (int64_t& v : list) v = number();
  }
  bool more() const { return at_ < in_.size(); }

 private:
  std::string_view in_;
  size_t at_ = 0;
};

void put(Writer& to, const BoundOf& r) {
  to.put(static_cast<uint8_t>(r.bound));
  to.put(r.of);
}

BoundOf bound_of(Reader& from) {
  BoundOf out;
  out.bound = static_cast<Bound>(from.one<uint8_t>());
  from.get(out.of);
  return out;
}

}  // namespace

size_t pack(const World& w, const S& s, std::string& out) {
  const Control& c = s.control;
  Writer to(out);
  to.put(static_cast<uint8_t>(c.end));
  to.put(c.result);
  to.put(c.script);
  to.put(c.applied);
  to.put(static_cast<uint8_t>(c.settling));
  to.put(static_cast<uint8_t>((c.cut.bound != Bound::None ? 1 : 0) |
                              (c.bound.bound != Bound::None ? 2 : 0)));
  if (c.cut.bound != Bound::None) put(to, c.cut);
  if (c.bound.bound != Bound::None) put(to, c.bound);
  to.put(static_cast<uint8_t>(c.stack.size()));
  for (const Frame& f : c.stack) {
    to.put(f.code);
    to.put(f.pc);
    to.rounds(telling(w, f));
    to.put(f.slot);
    to.put(f.kept);
    to.put(static_cast<uint8_t>(f.picking));
    to.put(f.pending);
    to.put(f.base);
  }
  to.put(static_cast<uint16_t>(c.slots.size()));
  for (const Slot& slot : c.slots) {
    to.put(slot.act);
    to.put(slot.effect);
    to.put(slot.seat);
    to.put(slot.parent);
    to.put(static_cast<uint8_t>(slot.answered | slot.negated << 1));
  }
  to.put(static_cast<uint16_t>(c.effects.size()));
  for (const Effect& e : c.effects) {
    to.put(e.statik);
    to.put(e.attr);
    to.put(e.target);
    to.put(e.op);
    to.put(e.layer);
    to.put(e.until);
  }
  to.put(static_cast<uint16_t>(c.arisen.size()));
  for (const Arisen& a : c.arisen) {
    to.put(a.frame);
    to.put(a.item);
    to.put(a.of);
    to.put(a.user);
    to.put(a.host);
  }
  to.numbers(s.cells);
  to.numbers(s.acts);
  to.numbers(s.amounts);
  const size_t key = out.size();
  for (size_t i = 0; i < c.stack.size(); ++i) {
    if (c.stack[i].rounds == telling(w, c.stack[i])) continue;
    to.put(static_cast<uint8_t>(i));
    to.rounds(c.stack[i].rounds);
  }
  return key;
}

S unpack(std::string_view bytes) {
  S s;
  Control& c = s.control;
  Reader from(bytes);
  c.end = static_cast<End>(from.one<uint8_t>());
  from.get(c.result);
  from.get(c.script);
  from.get(c.applied);
  c.settling = static_cast<Settling>(from.one<uint8_t>());
  const auto bounds = from.one<uint8_t>();
  if ((bounds & 1) != 0) c.cut = bound_of(from);
  if ((bounds & 2) != 0) c.bound = bound_of(from);
  c.stack.resize(from.one<uint8_t>());
  for (Frame& f : c.stack) {
    from.get(f.code);
    from.get(f.pc);
    f.rounds = from.rounds();
    from.get(f.slot);
    from.get(f.kept);
    f.picking = from.one<uint8_t>() != 0;
    from.get(f.pending);
    from.get(f.base);
  }
  c.slots.resize(from.one<uint16_t>());
  for (Slot& slot : c.slots) {
    from.get(slot.act);
    from.get(slot.effect);
    from.get(slot.seat);
    from.get(slot.parent);
    const auto marks = from.one<uint8_t>();
    slot.answered = (marks & 1) != 0;
    slot.negated = (marks & 2) != 0;
  }
  c.effects.resize(from.one<uint16_t>());
  for (Effect& e : c.effects) {
    from.get(e.statik);
    from.get(e.attr);
    from.get(e.target);
    from.get(e.op);
    from.get(e.layer);
    from.get(e.until);
  }
  c.arisen.resize(from.one<uint16_t>());
  for (Arisen& a : c.arisen) {
    from.get(a.frame);
    from.get(a.item);
    from.get(a.of);
    from.get(a.user);
    from.get(a.host);
  }
  from.numbers(s.cells);
  from.numbers(s.acts);
  from.numbers(s.amounts);
  while (from.more()) {
    const auto frame = from.one<uint8_t>();
    c.stack[frame].rounds = from.rounds();
  }
  return s;
}

}  // namespace hanrei::checker
