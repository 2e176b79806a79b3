#include "checker/symbolic/solver.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <z3++.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "base/stop.h"
#include "checker/symbolic/version.h"

namespace hanrei::checker::symbolic {

namespace {

/// Breaks queries off when an end is asked for. What Z3 has of its own for that is a handler of
/// SIGINT, which takes ours away and is not safe with several threads (`ctrl_c` turns it off).
class Watch {
  using Entry = std::pair<z3::context*, const std::atomic<int>*>;

 public:
  /// For the time of one query, in a thread that heeds a signal.
  class Query {
   public:
    explicit Query(z3::context& context) : entry_{&context, base::stop_signal} {
      if (entry_.second != nullptr) the().enter(entry_);
    }
    ~Query() {
      if (entry_.second != nullptr) the().leave(entry_);
    }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

   private:
    const Entry entry_;
  };

 private:
  static constexpr std::chrono::milliseconds kEvery{50};

  static Watch& the() {
    static Watch watch;
    return watch;
  }
  void enter(const Entry& entry) {
    const std::lock_guard lock(mutex_);
    running_.insert(entry);
    if (thread_.joinable()) return;
    try {
      thread_ = std::jthread([this](const std::stop_token& end) { look(end); });
    } catch (const std::system_error&) {  // no room for a thread: such a query is not broken off
    }
  }
  void leave(const Entry& entry) {
    const std::lock_guard lock(mutex_);
    running_.erase(entry);
  }
  void look(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    while (!end.stop_requested()) {
      // again and again: a query that has only just begun does not hear it
      for (const auto& [context, signal] : running_)
        if (*signal != 0) context->interrupt();
      due_.wait_for(lock, end, kEvery, [] { return false; });
    }
  }

  std::mutex mutex_;
  std::condition_variable_any due_;
  std::set<Entry> running_;
  std::jthread thread_;
};

/// Where memory runs out in the midst of Z3, it may crash, or end the program with a code of its
/// own. So a query is not begun when little is left below a limit that was set for this process.
void need_memory() {
  constexpr std::uint64_t kLeast = 64 << 20;
  struct rlimit most {};
  if (::getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY) return;
  std::array<char, 64> text{};
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? 0 : ::read(file, text.data(), text.size());
  if (file >= 0) ::close(file);
  std::uint64_t pages = 0;
  std::from_chars(text.data(), text.data() + std::max<ssize_t>(size, 0), pages);
  const std::uint64_t used = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (used + kLeast > most.rlim_cur) throw std::bad_alloc();
}

/// A context of its own. Where there is no memory for one, z3::context() would crash.
class OwnContext {
 public:
  OwnContext() {
    const Z3_config config = Z3_mk_config();
    if (config == nullptr) throw std::bad_alloc();
    raw_ = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (raw_ == nullptr) throw std::bad_alloc();
  }
  ~OwnContext() { Z3_del_context(raw_); }
  OwnContext(const OwnContext&) = delete;
  OwnContext& operator=(const OwnContext&) = delete;
  Z3_context raw() const { return raw_; }

 private:
  Z3_context raw_ = nullptr;
};

/// A context with one solver; each query is pushed and popped. What was popped is not quite
/// forgotten, so a context that is shared is given up after a while.
struct Room {
  OwnContext own;
  z3::scoped_context scope{own.raw()};
  z3::context& context = scope();
  z3::solver solver{context, z3::solver::simple()};
  size_t checks = 0;
};
constexpr size_t kChecks = 10'000;
/// How far the units reach depends on what a context did before. In a shared one a query gets a
/// small part of them; what needs more is asked again in a context of its own, and only that answer
/// counts. What the small part was enough for, all of them are enough for as well.
constexpr unsigned kShared = 16;
constexpr unsigned kEnough =
    100'000;  ///< with a smaller part nothing is shared: first steps differ by thousands

std::shared_ptr<Room> new_room() {
  need_memory();
  try {
    return std::make_shared<Room>();
  } catch (const z3::exception&) {
    throw std::bad_alloc();  // nothing else may go wrong there
  }
}

std::shared_ptr<Room> shared_room() {
  static thread_local std::shared_ptr<Room> room;
  if (room == nullptr || room->checks >= kChecks) room = new_room();
  return room;
}

/// What Z3 complains of, where it says nothing of the query.
void fault_of(const Room& room) {
  base::heed_stop();
  if (Z3_get_error_code(room.context) == Z3_MEMOUT_FAIL) throw std::bad_alloc();
}

}  // namespace

struct Solver::Impl {
  const Terms& terms;
  unsigned limit;
  bool shared = false;
  std::shared_ptr<Room> room;
  std::vector<std::optional<z3::expr>> made;
  size_t queries = 0;
  bool counting = false;
  uint64_t units = 0;
  Reason why;

  const z3::expr& expr(Term root) {
    std::vector<Term> todo{root};
    while (!todo.empty()) {
      const Term t = todo.back();
      if (t >= made.size()) made.resize(std::max<size_t>(t + 1, terms.size()));
      if (made[t]) {
        todo.pop_back();
        continue;
      }
      const Node n = terms[t];
      bool ready = true;
      const auto need = [&](Term k) {
        if (k >= made.size()) made.resize(k + 1);
        if (!made[k]) {
          todo.push_back(k);
          ready = false;
        }
      };
      switch (n.kind) {
        case Kind::Not: need(n.a); break;
        case Kind::Ite:
          need(n.a);
          need(n.b);
          need(n.c);
          break;
        case Kind::And:
        case Kind::Or:
        case Kind::Eq:
        case Kind::Lt:
        case Kind::Le:
        case Kind::Add:
        case Kind::Mul:
        case Kind::Div:
        case Kind::Mod:
          need(n.a);
          need(n.b);
          break;
        case Kind::Num:
        case Kind::True:
        case Kind::False:
        case Kind::BoolVar:
        case Kind::IntVar:
        case Kind::Tuple: break;
      }
      if (!ready) continue;
      z3::context& c = room->context;
      switch (n.kind) {
        case Kind::Num: made[t] = c.int_val(n.value); break;
        case Kind::True: made[t] = c.bool_val(true); break;
        case Kind::False: made[t] = c.bool_val(false); break;
        case Kind::BoolVar:
          made[t] = c.constant(c.int_symbol(static_cast<int>(2 * n.value)), c.bool_sort());
          break;
        case Kind::IntVar:
          made[t] = c.constant(c.int_symbol(static_cast<int>(2 * n.value + 1)), c.int_sort());
          break;
        case Kind::Not: made[t] = !*made[n.a]; break;
        case Kind::And: made[t] = *made[n.a] && *made[n.b]; break;
        case Kind::Or: made[t] = *made[n.a] || *made[n.b]; break;
        case Kind::Ite: made[t] = z3::ite(*made[n.a], *made[n.b], *made[n.c]); break;
        case Kind::Eq: made[t] = *made[n.a] == *made[n.b]; break;
        case Kind::Lt: made[t] = *made[n.a] < *made[n.b]; break;
        case Kind::Le: made[t] = *made[n.a] <= *made[n.b]; break;
        case Kind::Add: made[t] = *made[n.a] + *made[n.b]; break;
        case Kind::Mul: made[t] = *made[n.a] * *made[n.b]; break;
        case Kind::Div:
          made[t] = *made[n.a] / *made[n.b];
          break;  // divisors are positive: rounds down
        case Kind::Mod: made[t] = z3::mod(*made[n.a], *made[n.b]); break;
        case Kind::Tuple: made[t] = c.bool_val(false); break;
      }
      todo.pop_back();
    }
    return *made[root];
  }

  void enter(std::shared_ptr<Room> other) {
    made.clear();  // expressions of the room that is left
    room = std::move(other);
    z3::params p(room->context);
    p.set("rlimit", shared ? std::max(limit / kShared, 1U) : limit);
    p.set("random_seed", 0U);
    p.set("ctrl_c", false);
    room->solver.set(p);
  }

  z3::check_result ask(const std::vector<Term>& conditions, Model* model) {
    need_memory();
    struct Pushed {
      z3::solver& solver;
      explicit Pushed(z3::solver& s) : solver(s) { solver.push(); }
      ~Pushed() { Z3_solver_pop(solver.ctx(), solver, 1); }
    } pushed(room->solver);
    for (Term t : conditions)
      if (t != Terms::kTrue) room->solver.add(expr(t));
    ++room->checks;
    const auto used = [&] {
      const z3::stats all = room->solver.statistics();
      for (unsigned i = 0; i < all.size(); ++i)
        if (all.is_uint(i) && all.key(i) == "rlimit count")
          return static_cast<uint64_t>(all.uint_value(i));
      return uint64_t{0};
    };
    const bool metered = counting || base::budget != nullptr;
    const uint64_t before = metered ? used() : 0;
    const z3::check_result r = [&] {
      const Watch::Query watched(room->context);
      return room->solver.check();
    }();
    const uint64_t after = metered ? used() : 0, spent = after > before ? after - before : 0;
    base::spend(spent);
    base::heed_stop();  // it may have been broken off
    if (counting) units += spent;
    if (r == z3::unknown && room->solver.reason_unknown().find("memory") != std::string::npos)
      throw std::bad_alloc();
    if (r == z3::sat && model != nullptr) read(room->solver.get_model(), *model);
    return r;
  }

  void read(const z3::model& m, Model& out) const {
    out.exact = true;
    out.bools.assign(terms.bools(), 0);
    out.ints.assign(terms.ints(), 0);
    for (unsigned i = 0; i < m.num_consts(); ++i) {
      const z3::func_decl f = m.get_const_decl(i);
      if (f.name().kind() != Z3_INT_SYMBOL) continue;
      const size_t id = f.name().to_int();
      const z3::expr v = m.get_const_interp(f);
      if (id % 2 == 0) {
        if (id / 2 < out.bools.size()) out.bools[id / 2] = v.is_true();
      } else {
        int64_t k = 0;
        if (!v.is_numeral_i64(k))
          out.exact = false;
        else if (id / 2 < out.ints.size())
          out.ints[id / 2] = k;
      }
    }
  }
};

Solver::Solver(const Terms& terms, unsigned units)
    : impl_(new Impl{terms, units, false, nullptr, {}, 0, false, 0, {}}) {}
Solver::~Solver() = default;
void Solver::share() { impl_->shared = impl_->limit / kShared >= kEnough; }
void Solver::own() {
  if (impl_->shared) impl_->room = nullptr;
  impl_->shared = false;
  impl_->counting = true;
}
void Solver::spare() { ++impl_->queries; }
size_t Solver::queries() const { return impl_->queries; }
uint64_t Solver::units() const { return impl_->units; }
const Reason& Solver::why() const { return impl_->why; }

Sat Solver::check(const std::vector<Term>& conditions, Model* model) {
  Impl& s = *impl_;
  for (Term t : conditions)
    if (t == Terms::kFalse) return Sat::No;
  try {
    if (s.room == nullptr) s.enter(s.shared ? shared_room() : new_room());
    ++s.queries;
    z3::check_result r = s.ask(conditions, model);
    if (s.shared && (r == z3::unknown || (r == z3::sat && model != nullptr))) {
      const std::shared_ptr<Room> common = s.room;
      s.shared = false;
      s.enter(new_room());
      r = s.ask(conditions, model);
      s.shared = true;
      s.enter(common);
    }
    if (r == z3::unknown) {
      s.why = {ReasonCode::SolverGaveUp, s.limit};
      return Sat::Unknown;
    }
    return r == z3::sat ? Sat::Yes : Sat::No;
  } catch (const z3::exception& e) {
    fault_of(*s.room);
    s.why = {ReasonCode::SolverSays, e.msg()};
    return Sat::Unknown;
  }
}

Sat Solver::lightest(const std::vector<Term>& conditions, const std::vector<Soft>& others,
                     int64_t& cost) {
  // Expressions belong to the room in which they were made.
  Impl alone{impl_->terms, impl_->limit, false, nullptr, {}, 0, false, 0, {}};
  ++impl_->queries;
  try {
    alone.enter(new_room());
    z3::optimize optimize(alone.room->context);
    z3::params p(alone.room->context);
    p.set("rlimit", impl_->limit);
    p.set("ctrl_c", false);
    optimize.set(p);
    for (Term t : conditions) optimize.add(alone.expr(t));
    z3::expr sum = alone.room->context.int_val(0);
    for (const Soft& s : others)
      sum = sum + z3::ite(alone.expr(s.condition), alone.room->context.int_val(0),
                          alone.room->context.int_val(s.weight));
    const z3::optimize::handle total = optimize.minimize(sum);
    const z3::check_result r = [&] {
      const Watch::Query watched(alone.room->context);
      return optimize.check();
    }();
    base::heed_stop();
    if (r == z3::unsat) return Sat::No;
    if (r == z3::sat && optimize.lower(total).is_numeral_i64(cost)) return Sat::Yes;
    impl_->why = {ReasonCode::SolverGaveUp, impl_->limit};
  } catch (const z3::exception& e) {
    fault_of(*alone.room);
    impl_->why = {ReasonCode::SolverSays, e.msg()};
  }
  return Sat::Unknown;
}

std::string solver_version() { return Z3_get_full_version(); }

}  // namespace hanrei::checker::symbolic
