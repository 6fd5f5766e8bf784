"""How pages look, on a screen and on paper."""

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --line: #8884; --dim: #777; --bad: #b3261e; --good: #1b7f3b; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
.what, .note { color: var(--dim); } .note { font-size: .87rem; }
dl.note { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; }
dl.note dd { margin: 0; } dl.note dt { font-weight: 600; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: top; }
th[scope=row] { text-align: left; font-weight: normal; }
thead th { color: var(--dim); font-weight: 600; }
tr.headline th, tr.headline td { font-weight: 700; }
tr.group th { padding-left: 1.4rem; }
tr.bad th, tr.bad td, td.inverted { color: var(--bad); font-weight: 700; }
table.turn td, table.turn th { text-align: left; }
table.turn td:nth-child(1) { color: var(--dim); width: 2.5rem; }
table.turn td:nth-child(2) { color: var(--dim); width: 9.5rem; }
table.turn td:nth-child(3) { overflow-wrap: anywhere; }
table.turn td:nth-child(n+4), table.turn th:nth-child(n+4) { width: 4rem; font-size: .87rem; }
table.sides td, table.sides th { text-align: left; overflow-wrap: anywhere; }
table.sides td:first-child { width: 6rem; font-size: .87rem; }
code { font-size: .87rem; overflow-wrap: anywhere; }
h3 .lost, h3 .inverted { color: var(--bad); }
td.kept { color: var(--good); } td.recoverable { color: #8a6100; } td.lost { color: var(--bad); }
@media (prefers-color-scheme: dark) {
  :root { --dim: #9a9a9a; --bad: #ff8a80; --good: #7bd88f; } td.recoverable { color: #e0b050; }
}
section.bad { border-left: 4px solid var(--bad); padding-left: 1rem; }
section.bad li { margin: .4rem 0; } q { font-style: italic; }
blockquote { margin: .5rem 0; padding: .5rem .8rem; border-left: 3px solid var(--line);
  max-height: 20rem; overflow: auto; font-size: .87rem; overflow-wrap: anywhere; }
@media print {
  main { max-width: none; padding: 0; } body { font-size: 10pt; }
  blockquote { max-height: none; } tr, li, h3 { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  thead { display: table-header-group; }
}
"""
