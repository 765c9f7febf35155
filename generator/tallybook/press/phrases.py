"""What the engine itself says on a page, in the language of the site."""

from collections.abc import Mapping
from dataclasses import dataclass

from tallybook.press import cardwords
from tallybook.press.cardwords import CardWords
from tallybook.report import Account


@dataclass(frozen=True)
class Phrases:
    """`{}` stands for a count, or for a line."""

    code: str
    bar: str
    here: str
    elsewhere: str
    line: str
    player: str
    play: str
    pause: str
    back: str
    next: str
    default: str
    enlarge: str
    close: str
    question: str
    exercise: str
    hint: str
    answer: str
    answered: str
    typed: str
    several: str
    whole: str
    places: str
    check: str
    right: str
    few: str
    slip: str
    wrong: str
    unread: str
    source: str
    others: str
    both: str
    comma: str
    stop: str
    between: str
    adopted: str
    place: str
    version: str
    checked: str
    unchecked: str
    citing: str
    sources: str
    accounts: Mapping[Account, str]
    card: CardWords
    numbers: str
    numbers_use: str
    numbers_find: str
    numbers_none: str
    numbers_head: tuple[str, str, str]
    shared: str
    shared_head: tuple[str, str, str]
    using: str
    raw_title: str
    raw_use: str
    raw_file: str
    raw_plain: str
    raw_bundle: str
    raw_back: str
    copy_all: str
    copied: str
    seal_all: str
    seal_guarded: str
    seal_cited: str
    seal_free: str
    seal_open: str
    seal_commit: str
    seal_changed: str
    seal_lock: str


ENGLISH = Phrases(
    code="Code",
    bar="Findings of tallybook",
    here="To mend on this page: {}. ",
    elsewhere="In the whole book: {}.",
    line="line {}",
    player="step figure",
    play="Play",
    pause="Pause",
    back="Back",
    next="Next",
    default=" (default)",
    enlarge="Enlarge the figure",
    close="Close",
    question="Question {}",
    exercise="Exercise {}",
    hint="Hint {}",
    answer="Answer {}",
    answered="Your answer",
    typed="{} ({})",
    several="{} numbers, as [1, 2]; ",
    whole="whole",
    places="decimal places: {}",
    check="Check",
    right="Right.",
    few="Right so far. Decimal places asked for: {}.",
    slip="This is what “{}” comes to: look at that step again.",
    wrong="Not yet. Work it through again, or open what stands below.",
    unread="This cannot be read. Numbers asked for: {}, written as -0.5, 1/3 or √2/2.",
    source="Source: ",
    others=" et al.",
    both=" and ",
    comma=", ",
    stop=". ",
    between="; ",
    adopted="Adopted",
    place="Place",
    version="Version",
    checked="Checked",
    unchecked="not yet",
    citing="Cited in",
    sources="Sources",
    accounts={
        Account.BOUND: "computed",
        Account.CITED: "cited",
        Account.FREE: "free",
        Account.OUTPUT: "output",
        Account.EQUATION: "equation",
        Account.REPEAT: "repeat",
        Account.UNACCOUNTED: "unaccounted",
    },
    card=cardwords.ENGLISH,
    numbers="All numbers",
    numbers_use="Every number of the book, and what answers for it. Type one to find where it stands.",
    numbers_find="Find a number",
    numbers_none="No number of the book is this one.",
    numbers_head=("Number", "Account", "Computed by, or why"),
    shared="Values that chapters share",
    shared_head=("Name", "Module", "Chapters"),
    using="Used in ",
    raw_title="Source text",
    raw_use="This is the chapter as its author wrote it. Hand it to an agent, or copy it.",
    raw_file="Author's file",
    raw_plain="Plain text",
    raw_bundle="The whole book",
    raw_back="Back to the page",
    copy_all="Copy all",
    copied="Copied",
    seal_all="Numbers on this page: {}",
    seal_guarded="recomputed, all in agreement: {}",
    seal_cited="cited: {}",
    seal_free="free: {}",
    seal_open="unaccounted: {}",
    seal_commit="Commit {}",
    seal_changed=" with changes",
    seal_lock="lock {}",
)
CHINESE = Phrases(
    code="代码",
    bar="tallybook 的发现",
    here="本页要改{}处。",
    elsewhere="全书{}处。",
    line="第{}行",
    player="分步图",
    play="播放",
    pause="暂停",
    back="上一步",
    next="下一步",
    default="（默认）",
    enlarge="放大图形",
    close="关闭",
    question="问题{}",
    exercise="练习{}",
    hint="提示{}",
    answer="答案{}",
    answered="你的答案",
    typed="{}（{}）",
    several="{}个数，写成[1, 2]的样子，",
    whole="整数",
    places="{}位小数",
    check="核对",
    right="对了。",
    few="前几位已经对了，请写到{}位小数。",
    slip="这是“{}”会得到的数，回头查查这一步。",
    wrong="还对不上。再算一遍，或者展开下面看看。",
    unread="没有读懂。请写{}个数，例如-0.5、1/3、√2/2。",
    source="来源：",
    others="等",
    both="、",
    comma="，",
    stop="。",
    between="；",
    adopted="采用",
    place="位置",
    version="版本",
    checked="核对",
    unchecked="尚未核对",
    citing="引用它的章",
    sources="出处",
    accounts={
        Account.BOUND: "代码算出",
        Account.CITED: "引自出处",
        Account.FREE: "作者所取",
        Account.OUTPUT: "程序输出",
        Account.EQUATION: "算式得出",
        Account.REPEAT: "前文重复",
        Account.UNACCOUNTED: "来历不明",
    },
    card=cardwords.CHINESE,
    numbers="全书的数",
    numbers_use="书里的每一个数，以及它从哪里来。输入一个数，就能找到它写在哪里。",
    numbers_find="找一个数",
    numbers_none="书里没有这个数。",
    numbers_head=("数", "来历", "算式、出处或理由"),
    shared="几章共用的例子",
    shared_head=("名字", "模块", "用到的章"),
    using="用到它的章：",
    raw_title="可读全文",
    raw_use="这是作者写下的原文，一个字也没有改。可以整篇交给Agent，也可以复制下来自己用。",
    raw_file="原文件",
    raw_plain="纯文本",
    raw_bundle="整本打包",
    raw_back="回到正文",
    copy_all="复制全文",
    copied="已复制",
    seal_all="本页有{}个数",
    seal_guarded="{}个由程序重新算过，全部相符",
    seal_cited="{}个引自出处",
    seal_free="{}个是作者所取",
    seal_open="{}个来历不明",
    seal_commit="版本{}",
    seal_changed="（有改动）",
    seal_lock="依赖锁{}",
)


def phrases_for(language: str) -> Phrases:
    """The phrases for a language tag such as `zh` or `en`; English for any other."""
    return CHINESE if language.startswith("zh") else ENGLISH
