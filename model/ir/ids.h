// The ids of the typed program, one kind for each table of `Program` and `Lowered`.
//
// Other modules say `using namespace model::ids`.
#pragma once

#include "base/id.h"

namespace hanrei::model {

struct ActDef;
struct Amend;
struct AttrDef;
struct CardDef;
struct Choose;
struct Clause;
struct Codes;  // of a Code: the name stands for something else in base
struct Defeat;
struct DerivedDef;
struct Duration;
struct EffectDef;
struct Ending;
struct EnumDef;
struct EventNorm;
struct ExchangeDef;
struct Expr;
struct KindDef;
struct Limit;
struct LoopRule;
struct Norm;
struct OrderDef;
struct Price;
struct Procedure;
struct Realm;
struct Say;
struct SignalDef;
struct SortDef;
struct Static;
struct TableDef;
struct Trigger;
struct ZoneDef;

inline namespace ids {

/// Of a table that is said elsewhere: what a form is about says in which one (`ops.def` for an
/// expression), or a slot: of a frame's locals, of temps.
using Id = int32_t;
inline constexpr base::NoId kNone;

using ActId = base::TypedId<ActDef>;
using AmendId = base::TypedId<Amend>;
using AttrId = base::TypedId<AttrDef>;
using CardId = base::TypedId<CardDef>;  ///< of a text, not of a card of a situation
using ChoiceId = base::TypedId<Choose>;
using ClauseId = base::TypedId<Clause>;
using CodeId = base::TypedId<Codes>;
using DefeatId = base::TypedId<Defeat>;
using DerivedId = base::TypedId<DerivedDef>;
using DurationId = base::TypedId<Duration>;
using EffectId = base::TypedId<EffectDef>;
using EndingId = base::TypedId<Ending>;
using EnumId = base::TypedId<EnumDef>;
using EventNormId = base::TypedId<EventNorm>;
using ExchangeId = base::TypedId<ExchangeDef>;
using ExprId = base::TypedId<Expr>;
using KindId = base::TypedId<KindDef>;
using LimitId = base::TypedId<Limit>;
using LoopRuleId = base::TypedId<LoopRule>;
using NormId = base::TypedId<Norm>;
using OrderId = base::TypedId<OrderDef>;
using PriceId = base::TypedId<Price>;
using ProcId = base::TypedId<Procedure>;
using RealmId = base::TypedId<Realm>;
using SayId = base::TypedId<Say>;
using SignalId = base::TypedId<SignalDef>;
using SortId = base::TypedId<SortDef>;
using StaticId = base::TypedId<Static>;
using TableId = base::TypedId<TableDef>;
using TriggerId = base::TypedId<Trigger>;
using ZoneId = base::TypedId<ZoneDef>;

}  // namespace ids
}  // namespace hanrei::model

/// The codes of the procedures come first.
template <>
inline constexpr bool hanrei::base::kIdsOf<hanrei::model::Procedure, hanrei::model::Codes> = true;
