"""Patterns of what is forbidden or left unused, where the thing stands before the words of denial.

"Port 8080 must not be used" says what "do not use port 8080" says. Bounds ("30 s must not be
exceeded") and verbs that keep a figure ("12 May must not be missed") leave the value as it is.
"""

from typing import Final

from infold.text.cues import Rules
from infold.text.status_rules import PARTS

_FILLER: Final = (
    r"(?: (?!(?:the|a|an|our|my|his|her|its|their|this|that|which|who|said|says|thinks?|wants?|told"
    r"|and|or|but|if|when|then|so|because|as|for|of|in|to|on|at|is|are|was|were|has|have|we|i|it"
    r"|they|you|der|die|das|den|und|oder|aber|sagt\w*|weil|wenn|dass|ist|sind|yang|dan|tapi|kata"
    r"|bilang|kalau|kami|kita|saya)\b)[^\W\d_][\w-]*){0,2}"
)
"""Words of the thing itself between its value and the verb."""
_USED: Final = (
    r"(?:used|touched|called|deleted|dropped|removed|restarted|opened|run|executed|deployed|merged"
    r"|pushed|installed|exposed|shared|published|committed|overwritten|invoked|enabled)"
)
_GENUTZT: Final = (
    r"(?:verwendet|benutzt|genutzt|eingesetzt|gelöscht|entfernt|angefasst|aufgerufen|geöffnet"
    r"|gestartet|ausgeführt|installiert|veröffentlicht|geteilt|deployt|gemergt)"
)
_DIPAKAI: Final = (
    r"(?:dipakai|dipake|digunakan|dihapus|disentuh|dipanggil|dijalankan|dibuka|dipasang|diinstal"
    r"|dirilis|dibagikan|disebarkan)"
)
_ZH: Final = (
    r"(?:再|被|直接|随意|随便)?(?:使用|用|删|刪|动|碰|调用|访问|重启|启用|开启|打开|部署|发布|上线"
    r"|推送|安装|连接|执行|运行|清空|覆盖|占用|提交|合并|公开|泄露|分享|暴露)"
)
_NICHT: Final = r"(?:nicht|nie|niemals|keinesfalls|auf keinen fall|unter keinen umständen)"
_TIDAK: Final = r"(?:tidak|tak|nggak|ngga|enggak|gak|ga|jangan)"

_HERE: Final = dict(
    PARTS,
    F=_FILLER,
    U=_USED,
    N=_NICHT,
    Q=_GENUTZT,
    D=_DIPAKAI,
    K=_TIDAK,
    Y=_ZH,
)

DENIED: Final = Rules(
    r"""
    must|should|may|shall| to be :: <no><F> (?:(?:must|should|may|shall)(?: not| never|n't)
    ...|(?:is|are) (?:not|never) to|(?:is|are)n't to)(?: ever)? be
    ... (?!exceeded|surpassed|missed|forgotten|overlooked|underestimated|ignored)[a-z]+
    can|won't|will :: <no><F> (?:can't|cannot|can not|can never|won't|will not
    ...|will never)(?: ever)? be <U>\b
    used :: <no><F> (?:(?:is|are|was|were)(?: not|n't)|(?:is|are) never)(?: being)? used\b(?! to\b)
    forbid|prohibit|banned|limits|allowed|permitted|taboo :: <no><F>(?:: ?
    ...| (?:is|are|was|were|stays?|remains?) )(?:(?:strictly|absolutely|explicitly) )?(?:forbidden
    ...|prohibited|banned|off[ -]limits|disallowed|taboo|(?:not|never) (?:be )?(?:allowed
    ...|permitted))
    isn't|aren't :: <no><F> (?:isn't|aren't) (?:allowed|permitted)\b
    forbid|forbad|prohibit|disallow|refrain|steer clear|stay away|keep away :: \b(?:forbid(?:s|den)?
    ...|forbade|prohibit(?:s|ed)?|disallow(?:s|ed)?|refrain from|steer clear of|stay away from
    ...|keep away from):? (?:<W>){0,4}<no>
    darf|dürfe|soll :: <no><F> (?:darf|dürfen|soll|sollen|sollte|sollten)
    ...(?: <T>){0,1}? <N>(?: <T>){0,2}? (?!über|unterschr|verpasst|vergess
    ...|verfehlt)[a-zäöüß]+(?:t|en) werden\b
    kann|könn|wird|werden :: <no><F> (?:kann|können|wird|werden) <N>(?: mehr)? <Q>(?: werden)?
    verboten|untersagt|tabu|erlaubt|gestattet|zulässig :: <no><F>(?:: ?| (?:ist|sind|bleibt|war) )
    ...(?:(?:streng|strikt|absolut) )?(?:verboten|untersagt|tabu|unzulässig|(?:nicht|nie) (?:erlaubt
    ...|gestattet|zulässig))
    verboten|untersagt :: \b(?:verboten|untersagt)[,:]? (?:<W>){0,4}<no>
    ...(?= zu |[^<X>]{0,16}zu[a-z]*)
    不 :: <no><Z>{0,8}?(?:不能|不得|不可以?|不要|不许|不准|不该|不应该?|不会|不允许|不予)<Y>
    ...(?!<Z>{0,6}<X>)
    禁|勿|别 :: <no><Z>{0,8}?(?:禁用|被禁|严禁|嚴禁|禁止|请勿|切勿|千万别)(?!<Z>{0,8}<X>)
    不可|厳禁|だめ|ダメ|できない|いけない :: <no><Z>{0,12}?(?:不可(?![欠能避解逆分])|厳禁
    ...|ては?(?:だめ|ダメ|いけない|いけません))
    안 :: <no>(?! ?(?:이후|부터|까지|전에|후에|동안|씨|님))(?:(?!넘|초과|이하|미만|늦|놓치
    ...|잊)[^<X>,.;]){0,20}?(?:면|서는?|선) ?안 ?[된돼되됩됨]
    불가|금지 :: <no>(?:(?!넘|초과)[^<X>,.;]){0,14}?(?:불가(?![능피])|금지)
    di :: <no><F> (?:<K> boleh|jangan(?: pernah| sampai)?|<K> untuk)(?: lagi)?
    ... di(?!lewat|lampaui|lebihi|lupa|abaikan)[a-z]+
    di :: <no><F> <K>(?: (?:bisa|dapat|akan|pernah))? <D>
    dilarang|terlarang :: <no><F>(?::| itu)? (?:dilarang|terlarang)
    dilarang :: \bdilarang(?: keras)?:? (?:<W>){0,4}<no>
    """,
    **_HERE,
)
"""What is not to be used or done, told of what stands before it."""
