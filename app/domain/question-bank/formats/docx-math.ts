import { decodeXmlEntities } from '~/lib/entities';
import { attribute, child, childrenOf, nameOf, textOf, type XmlNode } from './docx-xml';

/** Word's formulas (Office Math, m:oMath) as TeX. */

/** The TeX of a formula; null when it has a part that is not known here. */
export function mathToTex(math: XmlNode): string | null {
  try {
    const tex = convertAll(childrenOf(math)).replace(/\s+/g, ' ').trim();
    return tex === '' || tex.includes('$') ? null : tex;
  } catch (error) {
    if (error instanceof UnknownMath) return null;
    throw error;
  }
}

class UnknownMath extends Error {}

const convertAll = (nodes: XmlNode[]): string => nodes.map(convert).join('');
const part = (node: XmlNode, name: string) => convertAll(childrenOf(child(node, name)));
const value = (node: XmlNode, properties: string, name: string) =>
  attribute(child(child(node, properties), name), 'm:val');
const isOn = (setting: string | undefined, isThere: boolean) =>
  isThere && setting !== '0' && setting !== 'off' && setting !== 'false';

/** A base that scripts can stand at: one sign or a group. */
const base = (tex: string) => (IS_ONE.test(tex.trim()) ? tex.trim() : `{${tex.trim()}}`);
const IS_ONE =
  /^(?:[A-Za-z]|\d{1,20}|\\[A-Za-z]+|\\(?:vec|hat|bar|overline|overrightarrow|mathrm|mathbf|boldsymbol|text)\{[^{}]*\}|\\left[(|[][^()|[\]]*\\right[)|\]])$/;

function convert(node: XmlNode): string {
  const name = nameOf(node);
  switch (name) {
    case 'm:r':
      return runToTex(node);
    case 'm:f': {
      const kind = value(node, 'm:fPr', 'm:type');
      if (kind === 'lin' || kind === 'skw') return `${base(part(node, 'm:num'))}/${base(part(node, 'm:den'))}`;
      if (kind === 'noBar') return `\\binom{${part(node, 'm:num')}}{${part(node, 'm:den')}}`;
      return `\\frac{${part(node, 'm:num').trim()}}{${part(node, 'm:den').trim()}}`;
    }
    case 'm:sSup': {
      const sup = part(node, 'm:sup').trim();
      return /^'+$/.test(sup) ? base(part(node, 'm:e')) + sup : `${base(part(node, 'm:e'))}^{${sup}}`;
    }
    case 'm:sSub':
      return `${base(part(node, 'm:e'))}_{${part(node, 'm:sub').trim()}}`;
    case 'm:sSubSup':
      return `${base(part(node, 'm:e'))}_{${part(node, 'm:sub').trim()}}^{${part(node, 'm:sup').trim()}}`;
    case 'm:sPre':
      return `{}_{${part(node, 'm:sub').trim()}}^{${part(node, 'm:sup').trim()}}${part(node, 'm:e')}`;
    case 'm:rad': {
      const hide = child(child(node, 'm:radPr'), 'm:degHide');
      const degree = part(node, 'm:deg').trim();
      const isSquare = degree === '' || isOn(attribute(hide, 'm:val'), hide !== undefined);
      return `\\sqrt${isSquare ? '' : `[${degree}]`}{${part(node, 'm:e').trim()}}`;
    }
    case 'm:nary':
      return naryToTex(node);
    case 'm:d':
      return delimitedToTex(node);
    case 'm:func':
      return `${part(node, 'm:fName').trim()} ${part(node, 'm:e')}`;
    case 'm:limLow':
      return `${part(node, 'm:e').trim()}_{${part(node, 'm:lim').trim()}}`;
    case 'm:groupChr': {
      const isOver = value(node, 'm:groupChrPr', 'm:pos') === 'top';
      const sign = decodeXmlEntities(value(node, 'm:groupChrPr', 'm:chr') ?? '⏟');
      const known = BRACES[sign];
      if (!known || (known === 'overbrace') !== isOver) throw new UnknownMath();
      return `\\${known}{${part(node, 'm:e').trim()}}`;
    }
    case 'm:limUpp': {
      const arrow = ARROWS[part(node, 'm:e').trim()];
      if (arrow) return `\\${arrow}{${part(node, 'm:lim').trim()}}`;
      return `${part(node, 'm:e').trim()}^{${part(node, 'm:lim').trim()}}`;
    }
    case 'm:acc': {
      const accent = ACCENTS[decodeXmlEntities(value(node, 'm:accPr', 'm:chr') ?? '\u0302')];
      if (!accent) throw new UnknownMath();
      const under = part(node, 'm:e').trim();
      return `\\${/^[A-Za-z0-9]{2,}$/.test(under) ? (WIDE[accent] ?? accent) : accent}{${under}}`;
    }
    case 'm:bar':
      return `\\${value(node, 'm:barPr', 'm:pos') === 'top' ? 'overline' : 'underline'}{${part(node, 'm:e').trim()}}`;
    case 'm:eqArr':
      return rowsToTex(
        childrenOf(node)
          .filter((each) => 'm:e' in each)
          .map((each) => convertAll(childrenOf(each))),
      );
    case 'm:m':
      return rowsToTex(matrixRows(node));
    case 'm:box':
    case 'm:borderBox':
    case 'm:phant':
      return part(node, 'm:e');
    case 'm:oMath':
      return convertAll(childrenOf(node));
    default:
      // Properties and Word's own marks (bookmarks, proofing) show nothing.
      if (/Pr$/.test(name) || name.startsWith('w:') || name === '#text') return '';
      throw new UnknownMath();
  }
}

const rowsToTex = (rows: string[], name = 'matrix') =>
  `\\begin{${name}}${rows.map((row) => row.trim()).join(' \\\\ ')}\\end{${name}}`;

const matrixRows = (node: XmlNode) =>
  childrenOf(node)
    .filter((each) => 'm:mr' in each)
    .map((row) =>
      childrenOf(row)
        .filter((cell) => 'm:e' in cell)
        .map((cell) => convertAll(childrenOf(cell)).trim())
        .join(' & '),
    );

const NARY: Record<string, string> = {
  '∑': 'sum',
  '∏': 'prod',
  '∫': 'int',
  '∬': 'iint',
  '∭': 'iiint',
  '∮': 'oint',
  '⋃': 'bigcup',
  '⋂': 'bigcap',
};
const ACCENTS: Record<string, string> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u20d7': 'vec',
  '→': 'vec',
  '^': 'hat',
};

/** The same over several letters. */
const WIDE: Record<string, string> = { vec: 'overrightarrow', hat: 'widehat', tilde: 'widetilde', bar: 'overline' };
const BRACES: Record<string, string> = { '⏞': 'overbrace', '⏟': 'underbrace' };
const ARROWS: Record<string, string> = { '\\to': 'xrightarrow', '\\gets': 'xleftarrow' };

function naryToTex(node: XmlNode): string {
  const sign = NARY[decodeXmlEntities(value(node, 'm:naryPr', 'm:chr') ?? '∫')];
  if (!sign) throw new UnknownMath();
  const sub = part(node, 'm:sub').trim();
  const sup = part(node, 'm:sup').trim();
  return `\\${sign}${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`} ${part(node, 'm:e')}`;
}

const DELIMITERS: Record<string, string> = {
  '{': '\\{',
  '}': '\\}',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
  '〈': '\\langle ',
  '〉': '\\rangle ',
  '‖': '\\|',
  '': '.',
};

function delimitedToTex(node: XmlNode): string {
  const sign = (name: string, usual: string) => {
    const given = value(node, 'm:dPr', name);
    const text = given === undefined ? usual : decodeXmlEntities(given);
    return DELIMITERS[text] ?? text;
  };
  const parts = childrenOf(node).filter((each) => 'm:e' in each);
  const table = matrixIn(parts, sign('m:begChr', '(') + sign('m:endChr', ')'));
  if (table !== null) return table;
  const inner = parts.map((each) => convertAll(childrenOf(each)).trim()).join(sign('m:sepChr', '|'));
  return `\\left${sign('m:begChr', '(')}${inner}\\right${sign('m:endChr', ')')}`;
}

/** By the signs around it. */
const MATRICES: Record<string, string> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '||': 'vmatrix',
  '\\|\\|': 'Vmatrix',
  '\\{\\}': 'Bmatrix',
  '\\{.': 'cases',
};

/** Brackets around a matrix and nothing else have a name of their own in TeX. */
function matrixIn(parts: XmlNode[], signs: string): string | null {
  const inside = parts.flatMap(childrenOf).filter((each) => !/Pr$/.test(nameOf(each)));
  const [only] = inside;
  if (signs === '()' && inside.length === 1 && only && 'm:f' in only && value(only, 'm:fPr', 'm:type') === 'noBar')
    return convert(only);
  const name = MATRICES[signs];
  if (!name || parts.length !== 1 || inside.length !== 1 || !only) return null;
  if ('m:m' in only) return rowsToTex(matrixRows(only), name);
  if (!('m:eqArr' in only) || name !== 'cases') return null;
  const rows = childrenOf(only).filter((each) => 'm:e' in each);
  return rowsToTex(
    rows.map((each) => convertAll(childrenOf(each))),
    name,
  );
}

const FUNCTIONS = /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|log|ln|lg|lim|max|min|exp|det|gcd)$/;
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const CAPITALS: Record<string, string> = {
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
};
const SIGNS: Record<string, string> = {
  '×': 'times',
  '÷': 'div',
  '±': 'pm',
  '∓': 'mp',
  '·': 'cdot',
  '⋅': 'cdot',
  '≤': 'le',
  '≥': 'ge',
  '≠': 'ne',
  '≈': 'approx',
  '≡': 'equiv',
  '∞': 'infty',
  '→': 'to',
  '⇒': 'Rightarrow',
  '⇔': 'Leftrightarrow',
  '∈': 'in',
  '∉': 'notin',
  '⊂': 'subset',
  '⊆': 'subseteq',
  '∪': 'cup',
  '∩': 'cap',
  '∅': 'varnothing',
  '∠': 'angle',
  '⊥': 'perp',
  '∥': 'parallel',
  '△': 'triangle',
  '∂': 'partial',
  '∇': 'nabla',
  '∴': 'therefore',
  '∵': 'because',
  '…': 'ldots',
  '⋯': 'cdots',
  '°': 'degree',
  '∘': 'circ',
  '∁': 'complement',
  '←': 'gets',
  '∼': 'sim',
  '∽': 'backsim',
  '≅': 'cong',
  '∀': 'forall',
  '∃': 'exists',
  '¬': 'neg',
  '∧': 'wedge',
  '∨': 'vee',
  '⊊': 'subsetneq',
  '⊇': 'supseteq',
  '⊃': 'supset',
  '∝': 'propto',
  '↑': 'uparrow',
  '↓': 'downarrow',
  '⇌': 'rightleftharpoons',
  ℏ: 'hbar',
  '≪': 'll',
  '≫': 'gg',
  '↔': 'leftrightarrow',
  '⟂': 'perp',
  ϕ: 'phi',
  ε: 'varepsilon',
  φ: 'varphi',
  ϵ: 'epsilon',
  ϑ: 'vartheta',
  '\u2009': ',',
  '\u205f': ':',
  '\u2004': ';',
  '\u2003': 'quad',
  '′': 'prime',
};

/** Of the styles and scripts that Word gives letters; the usual slanted one needs none. */
const STYLES: Record<string, string> = { p: 'mathrm', b: 'mathbf', bi: 'boldsymbol' };
const SCRIPTS: Record<string, string> = { 'double-struck': 'mathbb', script: 'mathcal', fraktur: 'mathfrak' };

function runToTex(run: XmlNode): string {
  const text = childrenOf(run)
    .filter((each) => 'm:t' in each)
    .map(textOf)
    .join('')
    .replace(/\u200b/g, '');
  if (FUNCTIONS.test(text.trim())) return `\\${text.trim()} `;
  const properties = child(run, 'm:rPr');
  const normal = child(properties, 'm:nor');
  if (text.trim() !== '' && isOn(attribute(normal, 'm:val'), normal !== undefined))
    return `\\text{${text.replace(/[%#&_{}$]/g, '\\$&').replace(/\\(?![%#&_{}$])/g, '')}}`;
  const tex = text.replace(/[\u3400-\u9fff\u3000-\u303f\uff00-\uffef]+|[\s\S]/gu, signToTex);
  const setting = (name: string) => attribute(child(properties, name), 'm:val') ?? '';
  const font = SCRIPTS[setting('m:scr')] ?? STYLES[setting('m:sty')];
  // Signs and numbers stand upright anyway.
  return font && /[A-Za-z]/.test(text) ? `\\${font}{${tex.trim()}}` : tex;
}

function signToTex(sign: string): string {
  if (/[\u3000-\u9fff\uff00-\uffef]/.test(sign)) return `\\text{${sign}}`;
  if (/^[%#&_{}$]$/.test(sign)) return `\\${sign}`;
  if (sign === '\\') return '\\backslash ';
  if (sign === '−') return '-';
  if (sign === '\u00a0') return '~';
  if (sign === '′') return "'";
  if (sign === '°') return '^{\\circ}';
  const known = SIGNS[sign] ?? CAPITALS[sign];
  if (known) return `\\${known} `;
  const code = sign.charCodeAt(0);
  if (code >= 0x3b1 && code <= 0x3c9) return sign === 'ο' ? 'o' : `\\${GREEK[code - 0x3b1] ?? ''} `;
  return plainLetter(sign);
}

/** 𝑥 and the like are x: the letters of formulas have code points of their own. */
function plainLetter(sign: string): string {
  const plain = sign.normalize('NFKC');
  return /^[A-Za-z0-9]$/.test(plain) ? plain : sign;
}
