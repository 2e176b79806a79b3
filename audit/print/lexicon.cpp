#include "audit/print/lexicon.h"

#include <map>
#include <set>
#include <string_view>

#include "audit/print/reader/words.h"

namespace hanrei::audit::print {
namespace {

struct Entry {
  Sense sense;
  std::string_view words;  ///< parted by blanks, in both languages
};
constexpr Entry kEntries[] = {
    {Sense::Choose, "選ぶ 選択 決める 決定 指定 指名 choose select pick decide name"},
    {Sense::Pick, "選ぶ 選択 指名 choose select pick"},
    {Sense::Top, "上 一番上 top"},
    {Sense::Side, "上 下 右 左 前 後 横 隣 中 脇 手前 top bottom side"},
    {Sense::Pay, "支払う 払う 支払 消費 コスト 代償 費用 pay spend cost"},
    {Sense::Move,
     "置く 加える 加わる 戻す 戻る 送る 移す 移動 入れる 捨てる 出す 配置 除外 put place "
     "return move discard go add"},
    {Sense::Gain,
     "得る 受け取る もらう 獲得 入手 失う 支払う 払う 取り除く 持つ 所持 増やす 減らす "
     "消費 積む 運ぶ 使う 使用 gain receive get earn take lose carry spend have hold"},
    {Sense::Hold, "持つ 所持 carry have hold keep contain"},
    {Sense::Plus, "得る 受け取る もらう 獲得 増える 増やす 引く gain receive get draw earn"},
    {Sense::Minus,
     "払う 支払う 失う 捨てる 減る 減らす 奪う 取り除く 破壊 pay lose spend discard remove seize "
     "destroy"},
    {Sense::Ban, "禁止 不可 禁則 禁 forbidden prohibited prohibition"},
    {Sense::Person,
     "プレイヤー プレーヤー 参加者 対戦者 競技者 自分 相手 全員 親 子 者 人 側 player opponent "
     "everyone nobody "
     "owner participant person"},
    {Sense::When,
     "フェイズ フェーズ ステップ ターン 手番 ラウンド 時 開始 終了 始め 終わり 前 後 直前 直後 "
     "phase step turn round start end beginning"},
    {Sense::Apiece, "全員 各自 それぞれ めいめい 銘々 各々 おのおの 各人 一人ひとり"},
    {Sense::Everyone, "全て すべて 全部 常に いつでも どの any all every always"},
    {Sense::Optional,
     "選択ルール 追加ルール 大会 上級 バリエーション 変則 オプション 応用 短縮 option "
     "variant optional advanced tournament"},
    {Sense::Otherwise,
     "ただし 例外 除く 以外 代わり 代わる 原則 except unless instead however but"},
    {Sense::Together, "同時 同時に 一斉に simultaneous simultaneously"},
    {Sense::First, "先 先に 最初 first"},
    {Sense::Last, "後 後に 最後 last"},
    {Sense::Order, "順番 順 順序 order"},
    {Sense::Kind, "種類 つ 種 個 段階 フェイズ フェーズ ステップ kind type phase step part"},
    {Sense::Plain,
     "ルール 処理 手順 方法 概要 目的 準備 用意 支度 進行 流れ 進め方 説明 定義 種類 基本 その他 "
     "扱い 用語 補足 雑則 "
     "解説 一覧 構成 内容 例 詳細 特徴 仕様 について 原則 総則 質問 faq general rule overview term "
     "glossary component setup special option order"},
    {Sense::Limit, "上限 最大 限度 制限 上限数 limit maximum"},
    {Sense::Again, "繰り返す 繰返す 何度でも 無限 限りない repeat again"},
    {Sense::History, "更新 変更 改訂 履歴 最終更新 タグ changelog"},
    {Sense::Total, "合計 合わせる 計 全部で 総数 total sum altogether"},
    {Sense::Each, "各 それぞれ ごと につき ずつ each every per"},
    {Sense::Partly, "分だけ できるだけ 可能な限り possible"},
    {Sense::Piece,
     "カード 札 コマ 駒 タイル トークン マーカー カウンター ダイス ゲーム プレイヤー 枚数 数 もの "
     "こと "
     "card game token marker counter piec tile player number"},
    {Sense::Box,
     "コンポーネント 内容 内容物 部品 用具 道具 付属 同梱 箱 中身 component box content"},
    {Sense::Room, "枠 マス 空き スペース 欄 区画 space slot"},
    {Sense::Carry,
     "終える 終わる 済む 完了 処理 行う 解決 始める 見る 確かめる 確認 判定 調べる finish resolv"},
    {Sense::Chance, "ランダム 無作為 くじ ダイス 抽選 random randomly chance"},
    {Sense::Mix, "混ぜる 切る シャッフル shuffle mix"},
    {Sense::Amount, "枚数 数 総数 総枚数 個数 number amount"},
    {Sense::Call, "呼ぶ 言う いう 称する 名付ける 略す"},
    {Sense::Right, "権 権利"},
    {Sense::Draw, "引く ドロー めくる draw"},
    {Sense::Several, "複数 お互い 両方 両者 several more both"},
    {Sense::Anything, "効果 処理 もの こと 何 something thing anything effect"},
    {Sense::Common,
     "使う 使用 行う する 何 できる 場合 回 次 際 可能 必要 自由 同じ 他 別 権利 機会 意思 各種 "
     "use do make player time"},
    {Sense::Lost, "こちら ここ 上記 下記"}};

/// Two that exclude each other, with the words that betray them in a sentence.
struct Pair {
  std::string_view one, other;
};
constexpr Pair kOpposites[] = {{"上限 最大 まで 以内 maximum", "下限 最小 最低 以上 minimum"},
                               {"増える 増加 上がる 上げる 回復 increase gain",
                                "減る 減少 下がる 下げる 失う 減らす decrease lose"},
                               {"勝利 勝つ 勝ち win", "敗北 負ける 負け los"},
                               {"攻撃 attack", "防御 defend defense"},
                               {"先攻 first", "後攻 second"},
                               {"開始 始める 始まる start beginn", "終了 終わる end"},
                               {"表向き face-up", "裏向き face-down"},
                               {"縦向き upright", "横向き sideways"},
                               {"公開 public", "非公開 hidden secret"},
                               {"速い 早い 早まる 早める 加速 fast faster quick quickly",
                                "遅い 遅れる 遅らせる 減速 slow slower slowed"},
                               {"強い 強化 strong stronger", "弱い 弱化 弱まる weak weaker"},
                               {"買う 購入 仕入れる buy", "売る 売却 sell"},
                               {"加える 追加 add", "取り除く 除去 remove"},
                               {"開く 開ける open", "閉じる 閉める 閉鎖 close"},
                               {"得点 加点", "失点 減点"},
                               {"入る 入場 enter", "出る 退場 退出 leave"},
                               {"多い 最多 most", "少ない 最少 fewest"},
                               {"成功 success", "失敗 failure fail"}};

template <class F>
void each_word(std::string_view words, F&& f) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    f(std::string(words.substr(0, end)));
    words.remove_prefix(std::min(words.size(), end + 1));
  }
}

}  // namespace

bool means(const std::string& stem, Sense sense) {
  static const auto table = [] {
    std::map<Sense, std::set<std::string>> out;
    for (const Entry& e : kEntries)
      each_word(e.words, [&](const std::string& w) {
        out[e.sense].insert(w);
        out[e.sense].insert(reader::stem_of(w));
      });
    return out;
  }();
  const auto it = table.find(sense);
  return it != table.end() && it->second.contains(stem);
}

std::vector<std::string> opposites(const std::string& stem) {
  static const auto table = [] {
    std::map<std::string, std::vector<std::string>> out;
    for (const Pair& p : kOpposites)
      for (const auto& [from, to] : {std::pair(p.one, p.other), std::pair(p.other, p.one)})
        each_word(from, [&](const std::string& f) {
          each_word(to, [&](const std::string& t) {
            out[reader::stem_of(f)].push_back(reader::stem_of(t));
          });
        });
    return out;
  }();
  const auto it = table.find(stem);
  return it == table.end() ? std::vector<std::string>() : it->second;
}

}  // namespace hanrei::audit::print
