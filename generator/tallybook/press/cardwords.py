"""What a number's card says, in the language of the site."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleWords:
    """Why a written number passes. `{}` stand for what is told."""

    places: str
    step: str
    exact: str
    closed: str
    each: str
    own: str
    off: str
    most: str
    same: str
    noise: str
    sides: str
    product: str
    output: str
    repeat: str


@dataclass(frozen=True)
class CardWords:
    """`rule` is worded at build; `labels` go to the page's script as they are."""

    rule: RuleWords
    labels: dict[str, str]


ENGLISH = CardWords(
    RuleWords(
        places="written to {} decimal places, which allows ±{}",
        step="written to the nearest {}, which allows ±{}",
        exact="a whole number stands for itself",
        closed="{} stands for itself",
        each="{} numbers, one by one: ",
        own="each is within half a unit of its own last place",
        off="; off by {}",
        most="; off by {} at most",
        same="; equal",
        noise="; off by less than floating-point noise",
        sides="both sides are worked out, and they are equal",
        product="the product of the sizes is what the code computes",
        output="the code prints it, and it was compared",
        repeat="spelled as the number of line {}, which was checked",
    ),
    {
        "block": "Numbers here",
        "card": "Where this number comes from",
        "value": "in full",
        "count": "one of {} numbers",
        "expression": "expression",
        "inputs": "with",
        "sides": "other side",
        "rule": "check",
        "stored": "stored in",
        "source": "source",
        "reason": "reason",
        "repeat": "the number repeated",
        "course": "How it was computed",
        "rounded": "Groups and filled-in numbers are shown to 6 digits; the computer used all of them.",
        "line": "line {}",
        "copy": "Copy",
        "copied": "Copied: {}",
        "refused": "This browser does not let the page copy",
        "shown": "as written",
        "full": "in full",
        "link": "Link",
        "close": "Close",
        "drift": "does not tally",
    },
)
CHINESE = CardWords(
    RuleWords(
        places="写到{}位小数，允许±{}",
        step="精确到{}，允许±{}",
        exact="整数就是它自己，要正好相等",
        closed="{}就是它自己，要正好相等",
        each="{}个数，逐个比：",
        own="都不超过各自最后一位的一半",
        off="；差{}",
        most="；最多差{}",
        same="；一点不差",
        noise="；只差浮点误差",
        sides="两边各自算出，正好相等",
        product="各边相乘，等于代码算出的数",
        output="代码打印出来的，已经逐个对过",
        repeat="写法和第{}行查过的那个数一样",
    ),
    {
        "block": "本段数字",
        "card": "这个数从哪里来",
        "value": "完整值",
        "count": "这一组共{}个数",
        "expression": "表达式",
        "inputs": "用到",
        "sides": "另一边",
        "rule": "核对",
        "stored": "取自",
        "source": "出处",
        "reason": "理由",
        "repeat": "看那个数",
        "course": "怎么算出来的",
        "rounded": "成组的数和代入的数只写6位，计算时用的是全部位数。",
        "line": "第{}行",
        "copy": "复制",
        "copied": "已复制：{}",
        "refused": "浏览器不让网页复制",
        "shown": "如文",
        "full": "完整",
        "link": "链接",
        "close": "关闭",
        "drift": "对不上",
    },
)
