"""Words with a full stop of their own, by what may follow; English, German, Indonesian."""

from typing import Final

_NEVER: Final = """
mr mrs ms dr prof st str jl rev gen sen rep gov capt sgt hon messrs mt ft e.g i.e vs cf al viz
resp esp approx ca bzw evtl ggf inkl exkl zzgl z.b d.h u.a o.ä i.d.r v.a vgl hr fr hrsg dipl ing
sog mind mio mrd tel hj sdr bpk yth drs ir prov kec kab a.n d.a s.d u.p jr bhd tgl thn jan feb
apr jun jul aug sep sept okt oct nov dec dez tue thu
"""
_MAY_END: Final = """
etc usw dll dsb dst inc ltd co corp bros u.s u.k u.n e.u a.m p.m ph.d b.a m.a gmbh usf jr sr
b.sc m.sc
"""
_NUMBER: Final = """
no nr nos p pp fig figs sec art vol ch eq ver v bab hal pasal ayat kap abs abb tab s ed para
ziff ref id q issue rev ext apt hs rn
"""
_MONTHS: Final = """
januar februar märz april mai juni juli august september oktober november dezember jan feb mär
apr jun jul aug sep sept okt nov dez january february march may june july october december
januari februari maret mei agustus desember
"""
_ORDERED: Final = """
stock etage klasse quartal semester halbjahr og obergeschoss untergeschoss geschoss kapitel advent
auflage platz
"""
_LEAD: Final = """
am im der die das den dem des vom zum zur beim bis ab seit ein eine einen einem einer ihr ihre
sein seine unser unsere jede jeder jedes jeden
"""

NEVER_END: Final = frozenset(_NEVER.split())
"""Always followed by the rest of their sentence."""
MAY_END: Final = frozenset(_MAY_END.split())
"""End a sentence where a capital follows."""
BEFORE_NUMBER: Final = frozenset(_NUMBER.split())
"""Abbreviations before a number, words or sentences of their own elsewhere ("No.")."""
MONTHS: Final = frozenset((_MONTHS + _ORDERED).split())
"""Words that follow a German ordinal ("3. Mai", "3. Stock")."""
ORDINAL_LEAD: Final = frozenset(_LEAD.split())
"""German words after which a number with a full stop is an ordinal ("im 2. Quartal")."""
