#include "checker/question/elements.h"

#include <algorithm>

#include "base/contains.h"
#include "model/syntax/forms.h"

namespace hanrei::checker::elements {
namespace {

using base::Json;
using base::Span;

bool is_text(const Json* j) { return j != nullptr && j->is(Json::Kind::String); }

void clauses_in(const Json& by, std::vector<std::string>& out) {
  if (by.is(Json::Kind::String) && !base::contains(out, by.string)) out.push_back(by.string);
  for (const Json& item : by.items) clauses_in(item, out);
}

/// Names of players: arguments, subjects and locals declared as such, and `me`.
void players_in(const Json& provision, std::vector<std::string>& out) {
  out.push_back("me");
  for (const char* key : {"args", "for", "locals"}) {
    const Json* map = provision.find(key);
    if (map == nullptr) continue;
    for (const base::Member& m : map->members)
      if (is_text(&m.value) && m.value.string == "player") out.push_back(m.key);
  }
}

class Collector {
 public:
  explicit Collector(std::vector<Element>& out) : out_(out) {}

  void provision(const Json& json, size_t file, Path path) {
    const model::Form* form = model::form_of(json);
    if (form == nullptr) return;
    file_ = file;
    name_ = std::string(form->name);
    const Json* value = json.find(form->name);
    const bool norm = form->name == "norm";
    if (norm) name_ = value != nullptr ? value->string : name_;
    const Json* called = norm ? json.find("event") : value;
    if (is_text(called)) name_ += " " + called->string;
    players_.clear();
    players_in(json, players_);
    visit(json, std::string(form->name), ElementKind::Provision, name_, -1, path);
  }

 private:
  void visit(const Json& json, const std::string& form, ElementKind kind, const std::string& name,
             int parent, Path& path) {
    if (const Json* by = json.find("by"); by != nullptr && json.is(Json::Kind::Object)) {
      Element e;
      e.kind = kind;
      e.form = form;
      e.name = name;
      clauses_in(*by, e.by);
      e.players = players_;
      e.file = file_;
      e.path = path;
      e.parent = parent;
      e.span = json.span;
      parent = static_cast<int>(out_.size());
      out_.push_back(std::move(e));
    }
    for (size_t i = 0; i < json.members.size(); ++i) {
      const base::Member& m = json.members[i];
      path.push_back(i);
      below(m.value, m.key, parent, path);
      path.pop_back();
    }
  }

  void below(const Json& value, const std::string& key, int parent, Path& path) {
    if (value.is(Json::Kind::Object))
      visit(value, key, ElementKind::Part, name_ + " " + key, parent, path);
    for (size_t i = 0; i < value.items.size(); ++i) {
      path.push_back(i);
      const Json& item = value.items[i];
      if (item.is(Json::Kind::Object)) {
        const model::Form* step = nullptr;
        for (const model::Form& f : model::step_forms())
          if (step == nullptr && item.find(f.name) != nullptr) step = &f;
        const bool presented = key == "present";
        const Json* n = item.find("n");
        const std::string number = n == nullptr             ? "…"
                                   : n->is(Json::Kind::Int) ? std::to_string(n->integer)
                                                            : n->string;
        if (step != nullptr && !presented)
          visit(item, std::string(step->name), ElementKind::Step, bare() + "[" + number + "]",
                parent, path);
        else
          visit(item, key, ElementKind::Part, name_ + " " + key, parent, path);
      } else if (item.is(Json::Kind::Array)) {
        below(item, key, parent, path);
      }
      path.pop_back();
    }
  }

  /// The name without the form in front of it.
  std::string bare() const {
    const size_t space = name_.find(' ');
    return space == std::string::npos ? name_ : name_.substr(space + 1);
  }

  std::vector<Element>& out_;
  std::vector<std::string> players_;
  std::string name_;
  size_t file_ = 0;
};

/// Forms that count when they decide something, not when they are looked at.
bool decides(const Element& e) {
  static constexpr std::string_view forms[] = {
      "norm", "limit",   "ending",    "static", "amend",  "defeat",    "order",
      "both", "trigger", "procedure", "act",    "effect", "loop_rule", "replace"};
  return e.kind == ElementKind::Step ||
         (e.kind == ElementKind::Provision && base::contains(forms, e.form));
}

}  // namespace

std::vector<Element> elements_of(const model::Game& game) {
  std::vector<Element> out;
  Collector collect(out);
  for (size_t f = 0; f < game.rulebook.size(); ++f) {
    const Json& file = game.rulebook[f];
    for (size_t i = 0; i < file.members.size(); ++i) {
      if (file.members[i].key != "provisions") continue;
      for (size_t k = 0; k < file.members[i].value.items.size(); ++k)
        collect.provision(file.members[i].value.items[k], f, {i, k});
    }
  }
  return out;
}

Reached::Reached(const std::vector<Element>& elements) : elements_(elements) {
  for (size_t i = 0; i < elements.size(); ++i) order_.push_back(static_cast<int>(i));
  std::ranges::sort(order_, [&](int a, int b) {
    const Span x = elements[a].span, y = elements[b].span;
    return std::pair(x.file, x.begin) < std::pair(y.file, y.begin);
  });
}

int Reached::innermost(Span span) const {
  const auto after = std::upper_bound(order_.begin(), order_.end(), span, [&](Span s, int e) {
    const Span x = elements_[e].span;
    return std::pair(s.file, s.begin) < std::pair(x.file, x.begin);
  });
  if (after == order_.begin()) return -1;
  for (int e = *(after - 1); e >= 0; e = elements_[e].parent) {
    if (elements_[e].span.holds(span)) return e;
  }
  return -1;
}

void Reached::raise(Span span, bool strong, std::vector<Reach>& out) const {
  for (int e = innermost(span); e >= 0; e = elements_[e].parent) {
    Reach& r = out[e];
    const bool touched = strong || !decides(elements_[e]);
    if (touched)
      r = Reach::Touched;
    else if (r == Reach::None)
      r = Reach::LookedAt;
  }
}

void Reached::add(const Question& q, const Trace& trace, std::vector<Reach>& out) const {
  using model::Op;
  const model::Program& p = *q.program;
  const model::Lowered& l = *q.code;
  const auto of_type = [&](const model::Type& t) {
    if (t.kind == model::TypeKind::Enum || t.elem == model::TypeKind::Enum)
      raise(p.enums[EnumId(t.id)].span, false, out);
    if ((t.kind == model::TypeKind::Ref || t.elem == model::TypeKind::Ref) && t.id >= 0)
      raise(p.sorts[SortId(t.id)].span, false, out);
  };
  const auto attr = [&](AttrId a) {
    raise(p.attrs[a].span, false, out);
    of_type(p.attrs[a].type);
  };
  const auto zone = [&](ZoneId z) {
    if (z >= 0) raise(p.zones[z].span, false, out);
  };
  for (const ExprId i : p.exprs.ids()) {
    if (!trace.has(i)) continue;
    const model::Expr& e = p.exprs[i];
    raise(e.span, false, out);
    if (e.op == Op::Attr || e.op == Op::GameAttr) attr(e.attr());
    if (e.op == Op::ZoneSet || e.op == Op::TopOf || e.op == Op::CountOf) zone(e.zone());
    if (e.op == Op::Table) raise(p.tables[e.table()].span, false, out);
    if (e.op == Op::Call) raise(p.derived[e.derived()].span, false, out);
    if (e.op == Op::KindSet) raise(p.kinds[e.kind()].span, false, out);
    if (e.op == Op::Const) of_type(e.type);
  }
  for (const CodeId c : l.codes.ids()) {
    const model::Code& code = l.codes[c];
    bool any = false;
    for (size_t i = 0; i < code.ins.size(); ++i) {
      if (!trace.ran[c][i]) continue;
      any = true;
      const model::Instr& ins = code.ins[i];
      raise(ins.span, ins.code != model::OpCode::Branch, out);
      for (const model::Stmt& s : ins.stmts) {
        raise(s.span, true, out);
        if (s.target != kNone && s.kind == model::StmtKind::Assign &&
            (p[s.target].op == Op::Attr || p[s.target].op == Op::GameAttr))
          attr(p[s.target].attr());
        if (s.kind == model::StmtKind::Modify) attr(AttrId(s.id));
        if (s.kind == model::StmtKind::Move || s.kind == model::StmtKind::MoveTop) {
          zone(ZoneId(s.id));
          zone(s.from);
        }
        if (s.kind == model::StmtKind::Spawn) raise(p.sorts[SortId(s.id)].span, false, out);
        for (const auto& [a, value] : s.attrs) attr(a);
        if (s.kind == model::StmtKind::Expire)
          for (size_t e = 0; e < elements_.size(); ++e)
            if (elements_[e].form == "duration" &&
                elements_[e].name == "duration " + p.durations[DurationId(s.id)])
              out[e] = Reach::Touched;
      }
      if (ins.code == model::OpCode::Window)
        for (SignalId raised : l.raises[SignalId(ins.id)])
          raise(p.signals[raised].span, false, out);
    }
    if (any && code.kind == model::CodeKind::Procedure)
      for (const model::ActDef& a : p.acts)
        if (a.effect_local != kNone && (code.id == a.declare || code.id == a.process))
          raise(a.effect_span, true, out);
    if (any && code.kind == model::CodeKind::Exchange) {
      raise(p.exchanges[ExchangeId(code.id)].span, false, out);
      const int exchange = innermost(p.exchanges[ExchangeId(code.id)].span);
      for (size_t e = 0; e < elements_.size(); ++e)
        if (exchange >= 0 && elements_[e].parent == exchange) out[e] = Reach::Touched;
    }
  }
  const auto marked = [&](const Trace::Marks& marks, const auto& table, auto&& place) {
    for (const auto i : table.ids())
      if (marks[i]) raise(place(table[i]), true, out);
  };
  const auto span = [](const auto& entry) { return entry.span; };
  marked(trace.norms, p.norms, span);
  marked(trace.limits, p.limits, span);
  marked(trace.endings, p.endings, span);
  marked(trace.statics, p.statics, span);
  marked(trace.amends, p.amends, span);
  marked(trace.defeats, p.defeats, span);
  marked(trace.orders, p.orders, span);
  for (const OrderId i : p.orders.ids()) {  // with what is said of it
    const int order = trace.orders[i] ? innermost(p.orders[i].span) : -1;
    for (size_t e = 0; e < elements_.size(); ++e)
      if (order >= 0 && elements_[e].parent == order) out[e] = Reach::Touched;
  }
  marked(trace.loops, p.loop_rules, span);
  if (q.which->deck)
    for (const rulings::DeckCard& c : q.which->deck->cards) zone(c.zone);
  for (size_t e = 0; trace.draw && e < elements_.size(); ++e)
    if (elements_[e].form == "both") out[e] = Reach::Touched;
  for (const rulings::SituationCard& c : q.which->situation.cards) zone(c.zone);
  for (const rulings::Lot& lot : q.which->situation.lots) zone(lot.zone);
}

}  // namespace hanrei::checker::elements
