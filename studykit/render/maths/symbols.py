"""Which sign a command stands for, and the part it plays.

Each table is a text of pairs, `command sign`, so that a row can be found, read and added without ceremony.
"""

from __future__ import annotations

from studykit.render.maths.tree import Kind, Symbol

_GREEK = """
alpha α  beta β  gamma γ  delta δ  epsilon ϵ  varepsilon ε  zeta ζ  eta η  theta θ  vartheta ϑ  iota ι
kappa κ  varkappa ϰ  lambda λ  mu μ  nu ν  xi ξ  omicron ο  pi π  varpi ϖ  rho ρ  varrho ϱ  sigma σ
varsigma ς  tau τ  upsilon υ  phi ϕ  varphi φ  chi χ  psi ψ  omega ω  digamma ϝ
Gamma Γ  Delta Δ  Theta Θ  Lambda Λ  Xi Ξ  Pi Π  Sigma Σ  Upsilon Υ  Phi Φ  Psi Ψ  Omega Ω
varGamma Γ  varDelta Δ  varTheta Θ  varLambda Λ  varXi Ξ  varPi Π  varSigma Σ  varUpsilon Υ  varPhi Φ
varPsi Ψ  varOmega Ω  Alpha Α  Beta Β  Epsilon Ε  Zeta Ζ  Eta Η  Iota Ι  Kappa Κ  Mu Μ  Nu Ν  Omicron Ο
Rho Ρ  Tau Τ  Chi Χ
"""

_ORDINARY = """
infty ∞  partial ∂  nabla ∇  hbar ℏ  hslash ℏ  ell ℓ  imath ı  jmath ȷ  Re ℜ  Im ℑ  wp ℘  aleph ℵ  beth ℶ
gimel ℷ  daleth ℸ  emptyset ∅  varnothing ∅  forall ∀  exists ∃  nexists ∄  neg ¬  lnot ¬  top ⊤  bot ⊥
angle ∠  measuredangle ∡  sphericalangle ∢  triangle △  triangledown ▽  square □  Box □  blacksquare ■
Diamond ◇  lozenge ◊  blacktriangle ▲  blacktriangledown ▼  blacklozenge ⧫  bigstar ★  complement ∁
prime ′  backprime ‵  degree °  dagger † ddagger ‡  dag †  ddag ‡  S §  P ¶  copyright ©  pounds £
yen ¥  checkmark ✓  maltese ✠  clubsuit ♣  diamondsuit ♢  heartsuit ♡  spadesuit ♠  flat ♭  natural ♮
sharp ♯  surd √  mho ℧  eth ð  Finv Ⅎ  Bbbk 𝕜  intercal ⊺  circledR ®  circledS Ⓢ  diagup ╱  diagdown ╲
ldots …  dots …  dotsc …  dotsb ⋯  dotsm ⋯  dotsi ⋯  dotso …  cdots ⋯  vdots ⋮  ddots ⋱  iddots ⋰
textellipsis …  lbrack [  backslash \\  N ℕ  R ℝ  Z ℤ  Q ℚ  C ℂ  reals ℝ  Reals ℝ  natnums ℕ  Complex ℂ
cnums ℂ  infin ∞  exist ∃  empty ∅  image ℑ  real ℜ  weierp ℘  alef ℵ  alefsym ℵ  bull •  clubs ♣
hearts ♡  spades ♠  diamonds ♢  Dagger ‡  ang ∠  euro €  textdegree °  Game ⅁  vartriangle △
blacktriangleleft ◀  blacktriangleright ▶  thetasym ϑ  ldotp .  ss ß
"""

_BINARY = """
pm ±  mp ∓  times ×  div ÷  cdot ·  ast ∗  star ⋆  circ ∘  bullet •  cap ∩  cup ∪  uplus ⊎  sqcap ⊓
sqcup ⊔  vee ∨  lor ∨  wedge ∧  land ∧  setminus ∖  smallsetminus ∖  wr ≀  diamond ⋄  oplus ⊕  ominus ⊖
otimes ⊗  oslash ⊘  odot ⊙  bigcirc ◯  amalg ⨿  ltimes ⋉  rtimes ⋊  boxplus ⊞  boxminus ⊟  boxtimes ⊠
boxdot ⊡  Cap ⋒  Cup ⋓  curlyvee ⋎  curlywedge ⋏  veebar ⊻  barwedge ⊼  doublebarwedge ⩞  dotplus ∔
divideontimes ⋇  leftthreetimes ⋋  rightthreetimes ⋌  circledast ⊛  circledcirc ⊚  circleddash ⊝
centerdot ·  cdotp ·  triangleleft ◁  triangleright ▷  bigtriangleup △  bigtriangledown ▽  lhd ⊲  rhd ⊳
unlhd ⊴  unrhd ⊵  bmod mod  sdot ·  plusmn ±  and ∧  or ∨  lessdot ⋖  gtrdot ⋗  doublecap ⋒  doublecup ⋓
"""

_RELATIONS = """
leq ≤  le ≤  geq ≥  ge ≥  neq ≠  ne ≠  lt <  gt >  ll ≪  gg ≫  lll ⋘  ggg ⋙  leqslant ⩽  geqslant ⩾
leqq ≦  geqq ≧  lesssim ≲  gtrsim ≳  lessapprox ⪅  gtrapprox ⪆  lessgtr ≶  gtrless ≷  nless ≮  ngtr ≯
nleq ≰  ngeq ≱  lneq ⪇  gneq ⪈  lneqq ≨  gneqq ≩  equiv ≡  sim ∼  nsim ≁  simeq ≃  backsim ∽  approx ≈
approxeq ≊  thickapprox ≈  thicksim ∼  cong ≅  ncong ≇  doteq ≐  Doteq ≑  doteqdot ≑  risingdotseq ≓
fallingdotseq ≒  triangleq ≜  circeq ≗  bumpeq ≏  Bumpeq ≎  coloneqq ≔  eqqcolon ≕  coloneq ≔  propto ∝
varpropto ∝  asymp ≍  bowtie ⋈  Join ⋈  models ⊨  vdash ⊢  dashv ⊣  vDash ⊨  Vdash ⊩  nvdash ⊬  nvDash ⊭
perp ⊥  parallel ∥  nparallel ∦  mid |  nmid ∤  in ∈  notin ∉  ni ∋  owns ∋  notni ∌  subset ⊂  supset ⊃
subseteq ⊆  supseteq ⊇  nsubseteq ⊈  nsupseteq ⊉  subsetneq ⊊  supsetneq ⊋  subseteqq ⫅  supseteqq ⫆
Subset ⋐  Supset ⋑  sqsubset ⊏  sqsupset ⊐  sqsubseteq ⊑  sqsupseteq ⊒  prec ≺  succ ≻  preceq ⪯
succeq ⪰  preccurlyeq ≼  succcurlyeq ≽  precsim ≾  succsim ≿  nprec ⊀  nsucc ⊁  vartriangleleft ⊲
vartriangleright ⊳  trianglelefteq ⊴  trianglerighteq ⊵  between ≬  pitchfork ⋔  frown ⌢  smile ⌣
therefore ∴  because ∵  Vert ‖  vert |  isin ∈  sub ⊂  sube ⊆  supe ⊇  eqsim ≂  eqslantless ⪕  eqslantgtr ⪖
gtreqless ⋛  lesseqgtr ⋚  gtreqqless ⪌  lesseqqgtr ⪋  nleqslant ≰  ngeqslant ≱  nsubset ⊄  nsupset ⊅
nsubseteqq ⊈  subsetneqq ⫋  supsetneqq ⫌  varsubsetneq ⊊  varsupsetneq ⊋  ntriangleleft ⋪  ntriangleright ⋫
ntrianglelefteq ⋬  ntrianglerighteq ⋭  lnsim ⋦  gnsim ⋧  lnapprox ⪉  gnapprox ⪊  lvertneqq ≨  gvertneqq ≩
precapprox ⪷  succapprox ⪸  precnapprox ⪹  succnapprox ⪺  precnsim ⋨  succnsim ⋩  curlyeqprec ⋞  curlyeqsucc ⋟
eqcirc ≖  backsimeq ⋍  nVDash ⊯  nVdash ⊮  Vvdash ⊪  VDash ⊫  shortmid ∣  nshortmid ∤  shortparallel ∥
vcentcolon :  ratio ∶  dblcolon ∷  eqcolon ≕
"""

_ARROWS = """
to →  rightarrow →  gets ←  leftarrow ←  leftrightarrow ↔  uparrow ↑  downarrow ↓  updownarrow ↕
Rightarrow ⇒  implies ⟹  Leftarrow ⇐  impliedby ⟸  Leftrightarrow ⇔  iff ⟺  Uparrow ⇑  Downarrow ⇓
Updownarrow ⇕  mapsto ↦  longmapsto ⟼  longrightarrow ⟶  longleftarrow ⟵  longleftrightarrow ⟷
Longrightarrow ⟹  Longleftarrow ⟸  Longleftrightarrow ⟺  hookrightarrow ↪  hookleftarrow ↩
rightharpoonup ⇀  rightharpoondown ⇁  leftharpoonup ↼  leftharpoondown ↽  rightleftharpoons ⇌
leftrightharpoons ⇋  nearrow ↗  searrow ↘  swarrow ↙  nwarrow ↖  rightsquigarrow ⇝  leadsto ⇝
leftrightsquigarrow ↭  nrightarrow ↛  nleftarrow ↚  nRightarrow ⇏  nLeftarrow ⇍  nleftrightarrow ↮
nLeftrightarrow ⇎  rightrightarrows ⇉  leftleftarrows ⇇  upuparrows ⇈  downdownarrows ⇊  rightleftarrows ⇄
leftrightarrows ⇆  twoheadrightarrow ↠  twoheadleftarrow ↞  rightarrowtail ↣  leftarrowtail ↢
looparrowright ↬  looparrowleft ↫  curvearrowright ↷  curvearrowleft ↶  circlearrowright ↻
circlearrowleft ↺  Lsh ↰  Rsh ↱  dashrightarrow ⇢  dashleftarrow ⇠  multimap ⊸  upharpoonright ↾
restriction ↾  rightarrowtriangle ⇾  mapsfrom ↤  upharpoonleft ↿  downharpoonleft ⇃  downharpoonright ⇂
leftrightarroweq ⇆  larr ←  rarr →  harr ↔  lArr ⇐  rArr ⇒  hArr ⇔  lrarr ↔  lrArr ⇔  uarr ↑  darr ↓  uArr ⇑
dArr ⇓  Lleftarrow ⇚  Rrightarrow ⇛
"""

_BIG = """
sum ∑  prod ∏  coprod ∐  int ∫  iint ∬  iiint ∭  oint ∮  oiint ∯  smallint ∫  bigcap ⋂  bigcup ⋃
bigsqcup ⨆  bigvee ⋁  bigwedge ⋀  bigoplus ⨁  bigotimes ⨂  bigodot ⨀  biguplus ⨄  iiiint ⨌
oiiint ∰  fint ⨍
"""

_OPEN = """
{ {  lbrace {  langle ⟨  lfloor ⌊  lceil ⌈  lvert |  lVert ‖  lgroup ⟮  ulcorner ⌜  llcorner ⌞
llbracket ⟦  lBrack ⟦  lparen (  lang ⟨
"""

_CLOSE = """
} }  rbrace }  rangle ⟩  rfloor ⌋  rceil ⌉  rvert |  rVert ‖  rgroup ⟯  urcorner ⌝  lrcorner ⌟
rrbracket ⟧  rBrack ⟧  rparen )  rang ⟩  rbrack ]
"""

_PUNCTUATION = "colon :"

_ESCAPED = "$ $  % %  & &  # #  _ _  | ‖  textbackslash \\  textasciitilde ~  lq ‘  rq ’"

_WORDS = (
    "sin cos tan cot sec csc sinh cosh tanh coth sech csch arcsin arccos arctan arccot arcsec arccsc arsinh "
    "arcosh artanh exp log ln lg arg deg dim hom ker th sh ch tg ctg cosec cotg arctg"
)
_LIMIT_WORDS = {
    "lim": "lim", "limsup": "lim sup", "liminf": "lim inf", "varlimsup": "lim sup", "varliminf": "lim inf",
    "max": "max", "min": "min", "sup": "sup", "inf": "inf", "det": "det", "gcd": "gcd", "Pr": "Pr",
    "argmax": "arg max", "argmin": "arg min", "injlim": "inj lim", "projlim": "proj lim", "plim": "plim",
}  # fmt: skip

SPACES: dict[str, int] = {
    ",": 1, ":": 1, ";": 1, " ": 1, "thinspace": 1, "medspace": 1, "thickspace": 1, "enspace": 1, "space": 1,
    "nobreakspace": 1, "quad": 2, "qquad": 4, "!": 0, "negthinspace": 0, "negmedspace": 0, "negthickspace": 0,
    "enskip": 1, "thinsp": 1, "hfill": 2, "hfil": 2,
    ">": 1, "/": 0, "allowbreak": 0, "null": 0, "strut": 0, "mathstrut": 0,
}  # fmt: skip

INTEGRALS = frozenset("∫∬∭∮∯⨌∰⨍")
"""Big operators whose limits stand beside them, not above and below."""


def _pairs(table: str, kind: Kind) -> dict[str, Symbol]:
    words = table.split()
    return {name: Symbol(sign, kind, name) for name, sign in zip(words[::2], words[1::2], strict=True)}


COMMANDS: dict[str, Symbol] = {
    **_pairs(_GREEK, Kind.ORDINARY),
    **_pairs(_ORDINARY, Kind.ORDINARY),
    **_pairs(_BINARY, Kind.BINARY),
    **_pairs(_RELATIONS, Kind.RELATION),
    **_pairs(_ARROWS, Kind.RELATION),
    **_pairs(_BIG, Kind.BIG),
    **_pairs(_OPEN, Kind.OPEN),
    **_pairs(_CLOSE, Kind.CLOSE),
    **_pairs(_PUNCTUATION, Kind.PUNCTUATION),
    **_pairs(_ESCAPED, Kind.ORDINARY),
    "lbrack": Symbol("[", Kind.OPEN, "lbrack"),
    "Vert": Symbol("‖", Kind.ORDINARY, "Vert"),
    "vert": Symbol("|", Kind.ORDINARY, "vert"),
}
"""Command without its backslash → the sign."""

WORDS: dict[str, tuple[str, bool]] = {
    **{word: (word, False) for word in _WORDS.split()},
    **{name: (word, True) for name, word in _LIMIT_WORDS.items()},
}
"""Command → the word it prints, and whether its subscript is a limit."""

TYPED: dict[str, Symbol] = {
    "+": Symbol("+", Kind.BINARY), "-": Symbol("−", Kind.BINARY), "*": Symbol("*", Kind.BINARY),
    "=": Symbol("=", Kind.RELATION), "<": Symbol("<", Kind.RELATION), ">": Symbol(">", Kind.RELATION),
    "(": Symbol("(", Kind.OPEN), "[": Symbol("[", Kind.OPEN), ")": Symbol(")", Kind.CLOSE),
    "]": Symbol("]", Kind.CLOSE), ",": Symbol(",", Kind.PUNCTUATION), ";": Symbol(";", Kind.PUNCTUATION),
    ":": Symbol(":", Kind.RELATION),
}  # fmt: skip
"""Characters that play a part when typed as they are. Signs typed in Unicode are found through `SIGNS`."""

SIGNS: dict[str, Symbol] = {
    **{symbol.text: symbol for symbol in reversed(COMMANDS.values()) if not symbol.text.isascii()},
    "−": Symbol("−", Kind.BINARY),
}
"""A sign typed in Unicode plays the part of its command: `≤` is `\\leq`."""

DELIMITERS: dict[str, str] = {
    **{token: token for token in ("(", ")", "[", "]", "|", "/")},
    ".": "", "<": "⟨", ">": "⟩", "\\backslash": "\\",
    **{"\\" + s.name: s.text for s in COMMANDS.values() if s.kind in (Kind.OPEN, Kind.CLOSE)},
    "\\|": "‖", "\\vert": "|", "\\Vert": "‖",
    **{"\\" + name: COMMANDS[name].text for name in
       ("uparrow", "downarrow", "updownarrow", "Uparrow", "Downarrow", "Updownarrow")},
}  # fmt: skip
"""Token after `\\left`, `\\right` or `\\big` → the sign; empty for the invisible one."""
