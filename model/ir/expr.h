// Types and typed expressions.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "base/text/source_map.h"
#include "model/ir/ids.h"

namespace hanrei::model {

using base::Span;

// ---------------------------------------------------------------- types

/// `Ref` names an entity of a sort: player, card, act, effect, a token sort of the game, or a
/// record (a sort whose members are values, not things). A square of a board is a member of an
/// enumeration. `stay` tells `obj` (a card for one stay in a realm) from `card` (the physical
/// card).
enum class TypeKind : uint8_t { Error, Bool, Int, Enum, Ref, Price, Set, Zone };
/// How the members of a Set are held: each once, in an order, or counted.
enum class Many : uint8_t { Set, Seq, Bag };

struct Type {
  TypeKind kind = TypeKind::Error;
  TypeKind elem = TypeKind::Error;  ///< of a Set: Enum or Ref (Price in a Seq)
  Id id = kNone;  ///< enum or sort (of the element, for a Set); Zone: 0 a player's zone, 1 its name
  bool stay = false;
  Many many = Many::Set;
  uint8_t max = 0;  ///< of a Seq: most members; 0: not said
  bool operator==(const Type& t) const {
    return kind == t.kind && elem == t.elem && id == t.id && stay == t.stay && many == t.many;
  }
};

/// The sorts every game has; token sorts follow.
inline constexpr SortId kPlayerSort{0}, kCardSort{1}, kActSort{2}, kEffectSort{3};

inline Type bool_type() { return {TypeKind::Bool}; }
inline Type int_type() { return {TypeKind::Int}; }
inline Type enum_type(EnumId e) { return {TypeKind::Enum, TypeKind::Error, e}; }
inline Type ref_type(SortId sort, bool stay = false) {
  return {TypeKind::Ref, TypeKind::Error, sort, stay};
}
inline Type set_type(const Type& t) { return {TypeKind::Set, t.kind, t.id, t.stay}; }
inline Type elem_type(const Type& t) { return {t.elem, TypeKind::Error, t.id, t.stay}; }
inline Type seq_type(const Type& t, uint8_t max = 0) {
  Type s = set_type(t);
  s.many = Many::Seq;
  s.max = max;
  return s;
}
inline Type bag_type(const Type& t) {
  Type s = set_type(t);
  s.many = Many::Bag;
  return s;
}
inline Type zone_type() { return {TypeKind::Zone, TypeKind::Error, 0}; }
inline Type zone_name_type() { return {TypeKind::Zone, TypeKind::Error, 1}; }

// ---------------------------------------------------------------- expressions

/// What an expression is; each is said in ops.def.
enum class Op : uint8_t {
#define OP(name, operands, names, on) name,
#include "model/ir/ops.def"
};

/// What the `id` of an expression is the number of.
enum class IdOf : uint8_t {
  Nothing,
  Slot,
  String,
  Attr,
  Zone,
  Kind,
  Derived,
  Table,
  Range,
  Limit,
  Would,
  Signal,
  Procedure,
  Exchange,
  Amend,
  Let
};
inline constexpr IdOf kIdOf[] = {
#define OP(name, operands, names, on) IdOf::names,
#include "model/ir/ops.def"
};

enum class Reading : uint8_t { Now, Base, Printed, View };
enum class QuantKind : uint8_t { All, Any, Count, Sum, Min, Max, SetQ, The, UnionQ };

struct Expr {
  Op op = Op::Const;
  Type type;
  Id id = kNone;
  int64_t value = 0;
  ExprId a, b, c;
  std::vector<ExprId> args;
  Span span;

  // What `id` is the number of, where `op` says so.
  AttrId attr() const { return AttrId(of(IdOf::Attr)); }
  ZoneId zone() const { return ZoneId(of(IdOf::Zone)); }
  KindId kind() const { return KindId(of(IdOf::Kind)); }
  DerivedId derived() const { return DerivedId(of(IdOf::Derived)); }
  TableId table() const { return TableId(of(IdOf::Table)); }
  LimitId limit() const { return LimitId(of(IdOf::Limit)); }
  SignalId signal() const { return SignalId(of(IdOf::Signal)); }
  ProcId proc() const { return ProcId(of(IdOf::Procedure)); }
  ExchangeId exchange() const { return ExchangeId(of(IdOf::Exchange)); }
  AmendId amend() const { return AmendId(of(IdOf::Amend)); }

 private:
  Id of([[maybe_unused]] IdOf what) const {
    assert(kIdOf[static_cast<size_t>(op)] == what);
    return id;
  }
};

}  // namespace hanrei::model
