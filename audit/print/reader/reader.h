// A rulebook as it is printed: its parts, with line and column of everything, and what each
// sentence shows without its words: terms, references, brackets, who is named. Nothing here knows a
// game.
//
// The numbering and bullet styles: `15-5-1 title`, `[3]`, `①`, `(1)`, `1.`, `1、`, bullets by their
// indent, `【headword】`, `○label`, `part---`, `※`, `例:`, and titles without a mark, set off by
// blank lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::audit::reader {

/// Line and column from 1, in characters; 0 when unknown.
struct Spot {
  uint32_t line = 0, column = 0;
  auto operator<=>(const Spot&) const = default;
};

/// Something printed at a place: a term, a quotation with its brackets, a list that is announced.
struct Mention {
  std::string text;
  Spot at;
  friend bool operator==(const Mention&, const Mention&) = default;
};

/// A reference as printed.
struct Reference {
  enum class To : uint8_t { Step, Section, Title, Link };
  To to{};
  std::string text;    ///< as printed
  std::string number;  ///< of the step or section
  std::string title;   ///< of the section: beside its number, or alone
  std::string
      did;  ///< of a step: what it is said to have done, `提示`; empty when nothing simple is said
  Spot at;
  friend bool operator==(const Reference&, const Reference&) = default;
};

/// A turn of phrase that a sentence has, with the words in it; signs.cpp says how each is read.
struct Sign {
  enum class Is : uint8_t {
    Counts,    ///< (この時点で)使用したと見なされる: 使用
    Happens,   ///< ダウンの発生, ダメージが発生する。: ダウン
    Begins,    ///< ダウンが発生した場合、…が行われます: ダウン
    Moment,    ///< 札を使用する場合: the phrase, the noun
    Act,       ///< 札を使うアクション: 札を使う, 札
    Listed,    ///< a whole line like 札を使う: the phrase, the noun
    Chain,     ///< 自分の手札: the phrase, the two characters after it
    Deed,      ///< 対象を指定する: 対象, 指定
    Last,      ///< …を提示する。: 提示, at the end
    Again,     ///< 再提示できた場合: 提示, at the beginning
    DoneIf,    ///< 手順[3]で…した場合: 3
    If,        ///< it holds under a condition, or is up to somebody
    Range,     ///< 手順[4]〜手順[28]: 4, 28
    Sum,       ///< A → Bを+1, A without a sum
    SumBoth,   ///< Aを+1 → Bを+1
    Circular,  ///< Xを『X』と呼ぶ: X
    Doing,     ///< Xを行うことです: X
    Bound,     ///< 重さは0以下の値をとる: 重さ, <=0
    AtLeast,   ///< 重さが1以上: 重さ, 1
    Same,      ///< 上限と同じ値の重さ: 重さ, 上限
    Within,    ///< 場に存在する…は『X』として: X, 場
    Limit,     ///< 札は3枚まで: 札, 3枚
    Unscoped,  ///< 同じ札は3枚までしか, and neither whose nor for how long: 3枚まで
    Ban,       ///< …たとしても、新たに…できない, without a time: 新たに
    Greater,
    Equal,
    Less,       ///< how a comparison may come out
    NotDone,    ///< 予言を行わなかった場合: 予言
    Done,       ///< 予言を行った場合: 予言
    NoneGiven,  ///< 属性の表記がない場合: 属性
    Given,      ///< 属性が記載されている場合: 属性
    Symbol,     ///< [W]: W, [
    Whose,      ///< a list of nouns with 自分の or 相手の, but for one: that one, 自分
    Cannot,     ///< 提示ができない, 提示できない: 提示
    Alias,      ///< 指示(コマンド), 「バトル・アウト」になり: コマンド
    Bare,       ///< 場にあるとき, and nobody's: 場, に
    Outcome,    ///< …敗北する。, and nobody is named: 敗北する
    Edge,       ///< 0以下になったとき…0として: 0以下, 0
    Used,       ///< 札を使用する, 札の発動: 札, 使用
    Icon,       ///< 「攻」このアイコンがあれば: 攻
    OfTwo,      ///< AのXがBのYを上回るとき、その札: 札, and no 札 before
    Freely,     ///< 何度でも提示することができる: 提示
    Barred,     ///< 提示はできない, not as an exception: 提示
    Mark,       ///< ★の値, ★3: ★
    Fits,       ///< 対応する: 対応する
    Only,       ///< 2つの星座のみ: 星座, 2つ
    Enters,  ///< 石版状態になります, 「石版状態」にする, and not of what has become so: 石版状態
    Turned,  ///< 裏向きにする, 表にする: down, or up; not a state: 裏, up
    Spelled,  ///< a word that is spelled in two ways, as it is here: もどし, 戻す
    Unstopped,  ///< …します, and no 。 at the end, nor does anything follow that it speaks of: ます
    Ordered,  ///< it has a word of order: 順, 先に, 同時
    Joined,   ///< 赤い星や青い星の上に…: 星・月, and the words after them
    Grant,  ///< somebody settles an order; 同じ札 in any number; 必ず引く: what, + or - (may not)
    Treated,  ///< …を『光度』の効果として扱う: 光度
    Form,  ///< a date, a mark of an example, 「星の確認」 and 「星」の確認: as printed, what it is
    PerTurn,  ///< 星の札は1ターンに1枚しか, and nobody is named: 星の札, 1枚
    Mixed,    ///< 混ぜる, 切る, よく切って: something is put out of order
    Capped,   ///< 手札の上限は7枚, 札は1回に2枚まで使える: what is limited, 7枚
    Topped,  ///< 手間は0から5まで, 列は10部屋まで: 手間, 5; 列, 10 and one more (it is put right)
    Reaches,  ///< 手間が6以上: 手間, 6
    Leaves,   ///< 石化状態でなくなる, 石化状態を解く: 石化状態
    More,
    Fewer,  ///< 力が大きい場合: 力; 力が小さい場合
    Even,   ///< 同じ場合, 等しいとき
    Polite,
    Plain,     ///< it ends in です, ます; in a plain form: する
    Stem,      ///< ダメージをあたえます: ダメージを, あたえ
    Formula,   ///< 合計=力+速さ: 力
    Pays,      ///< …を支払う。
    Together,  ///< すべて同時に行われる
    Whole,     ///< いずれか, すべて, 1つでも: how many of a list
    Hidden,    ///< 裏にして置く, 伏せる, 見せないように: nobody else sees it
    May,       ///< 宣言することができる: it is up to somebody; as printed
    Lost,      ///< 元には戻らない: what was paid is not given back
    From,      ///< 手札から1枚: 手札
    Suitable,  ///< 適切な使用タイミング: 使用タイミング
    Varies,    ///< 属性が変化する: 属性
    Lapses,  ///< ターン終了時に失われる, ターン終了時まで有効: how long something lasts
    OnStop,    ///< 中断する場合: what becomes of it then
    ThisCase,  ///< この場合, at the beginning
    AtOnce,    ///< 即座に…しなければならない
    Attached,  ///< 装備していた札もゴミ箱送りになる: 札
    Departs,   ///< 場を離れる, 手札に戻る: otherwise than by being thrown away
    Orders,    ///< 順番を決める: somebody does
    PhaseEnds,  ///< 朝フェイズが終了し, 夜フェイズに移る: 朝フェイズ; empty of every phase
    Often,     ///< お互いのプレイヤーが複数回使用できる機会
    Unlinked,  ///< 相手札: 札, 相手
    Written,   ///< カードに書かれた色: 色
    Counted,   ///< 行動1回につき, 2つの作品: 行動, 作品
    Reserved,  ///< …限り、基本的に: 基本的に
    BackTo,    ///< 持ち主の元に戻る: 持ち主の元
    Points,    ///< その場所, where the sentence has spoken of none; 次に移る: as printed
    Handled,   ///< 相手を捨て札に送る: as printed
    Glued,     ///< 「始め」札から…, * at the beginning: as printed
    Acts,      ///< 効果を終了させる: 効果, 終了
    Facing,    ///< 表向き, ウラ: as printed
    Personal,  ///< プレイヤーが「疲労」になる: 疲労
  };
  Is is{};
  std::string text, of;
  Spot at;
  friend bool operator==(const Sign&, const Sign&) = default;
};
std::string_view sign_name(Sign::Is is);

/// The facts of a sentence (or of a title). Not the sentence.
struct Sentence {
  bool title = false;
  Spot at, end;        ///< its first character; the one after its last
  std::string digest;  ///< of its characters without white space
  std::string shape;   ///< the same without the words of the titles it stands under; empty when it
                       ///< has none of them
  std::vector<Mention> words;       ///< nouns, in order
  std::vector<std::string> topics;  ///< those of `words` that は follows
  std::vector<std::string> zones;   ///< those of `words` that things are put into or taken from
  std::vector<Mention> kana;        ///< two hiragana and the kanji after them: ごみ箱
  std::vector<std::string>
      negated;  ///< those of `words` that are only referred to, or said not to happen
  std::vector<Mention> defines;  ///< terms that it says the meaning of
  std::vector<std::string>
      glossed;  ///< terms with a word in brackets beside them: 休息状態(横向き)
  std::vector<std::string>
      becomes;  ///< terms that something becomes, or that come about: …がバトル種目になる
  std::vector<Mention> quoted;  ///< what stands in brackets of quotation, with them
  std::vector<Mention> named;  ///< those of `quoted` that are used like names: 「準備」, 【開始】
  std::vector<Reference> refs;
  std::vector<Mention> choice;       ///< words of choosing: 選ぶ, 指定する, 任意
  std::vector<std::string> persons;  ///< who is named in it
  std::vector<Mention> marks;        ///< 原則, など, (仮): words that leave something open
  std::vector<Mention> misprints;  ///< characters that do not go together: 存在ます, 同じ、
  std::vector<Mention> announces;  ///< `以下の`, `次の`: something is to follow; with the number of
                                   ///< things if it is told
  std::vector<std::string> chain;               ///< a<b<c
  std::vector<std::vector<std::string>> lists;  ///< a・b・c, three nouns or more
  bool excepted = false;             ///< it names an exception: ただし, を除き, 以外
  bool closes = false;               ///< it ends in 。
  std::vector<Sign> signs;           ///< turns of phrase, in order
  std::vector<Mention> brackets;     ///< in order, one character each
  std::vector<std::string> clauses;  ///< of the game that state it, the nearest first
  std::string text;                  ///< only when it was read from the text itself
};

enum class Kind : uint8_t { Heading, Entry, Label, Part, Step, Item, Bullet, Note, Example, Text };
std::string_view kind_name(Kind kind);

/// A title, a step, a bullet, a paragraph, with its sentences.
struct Unit {
  Kind kind = Kind::Text;
  int up = -1;                      ///< the unit it belongs to
  int rank = 0;                     ///< smaller stands higher
  std::string number;               ///< as printed: `15-5-1`, `[3]`, `①`
  int value = -1;                   ///< of the last figure of the number
  std::vector<std::string> titles;  ///< several when one line has several headwords
  Spot at;
  std::vector<Sentence> says;
};

struct LineDigest {
  uint32_t line = 0;
  std::string digest;
};

/// A line that was passed over, and why.
struct Skipped {
  enum class Why : uint8_t { BadBytes, TooLong, TooMany };
  uint32_t first = 0, last = 0;
  Why why{};
};

/// What is counted, so that no text runs away with memory or time.
struct Limits {
  size_t line = 4'000;  ///< characters of a line
  size_t lines = 40'000;
  size_t units = 20'000;
  size_t sentences = 40'000;
};

struct Book {
  std::string name;    ///< of the file
  std::string digest;  ///< of the whole text
  uint32_t lines = 0;
  bool numbered = false;  ///< sections have numbers like 1-2
  std::vector<Unit> units;
  std::vector<LineDigest> digests;  ///< of the lines that are not blank
  std::vector<Skipped> skipped;
  std::vector<uint32_t>
      unmarked;  ///< lines taken as plain text where a list of marked lines stands
};

/// Reads a text; never fails: what it cannot take in is in `skipped`.
Book parse(std::string name, std::string_view text, const Limits& limits = {});

/// Where a sentence stands, as one would say it: `15-5-1[3]`, `アクション ①`, `【戦闘】`.
std::string place_name(const Book& book, size_t unit);
/// The nearest unit upward (or itself) that is a heading or an entry; -1 when there is none.
int section_of(const Book& book, int unit);

}  // namespace hanrei::audit::reader
