import { attribute, child, childrenOf, nameOf, valueOf, type XmlNode } from './docx-xml';

/** A Word document as if everything stood at its runs: the looks of their styles, and what mammoth passes over as what it reads. */

/** What a style of characters says and mammoth asks the run for. */
const LOOKS = [
  'w:vertAlign',
  'w:vanish',
  'w:u',
  'w:strike',
  'w:dstrike',
  'w:em',
  'w:bdr',
  'w:caps',
  'w:color',
  'w:highlight',
  'w:b',
];
/** Of a paragraph's style only what hides its text counts: its lines and colours are of the page. */
const LOOKS_OF_PARAGRAPHS = ['w:vanish', 'w:strike', 'w:dstrike'];

/** A link is underlined for being one. */
const LINK = /hyperlink|超链接|超级链接|网页链接/i;

/** Elements around runs that mammoth does not know, and others by the name it knows. */
const AROUND = new Set(['w:bdo', 'w:dir', 'w:fldSimple']);
const OTHERWISE: Record<string, string> = { 'w:cr': 'w:br', 'w:ptab': 'w:tab' };
const EQ = /^\s{0,20}EQ\b/i;

const MAX_PARENTS = 20;

type Style = { looks: XmlNode[]; basedOn: string | undefined; isLink: boolean };

export class RunStyles {
  private readonly ofRuns = new Map<string, Style>();
  private readonly ofParagraphs = new Map<string, Style>();
  private readonly known = new Map<string, XmlNode[]>();

  /** `styles`: the nodes of that part, [] where a file has none. */
  constructor(styles: XmlNode[]) {
    for (const node of styles.flatMap(childrenOf)) {
      if (!('w:style' in node)) continue;
      const id = attribute(node, 'w:styleId') ?? '';
      const type = attribute(node, 'w:type');
      const style: Style = {
        looks: childrenOf(child(node, 'w:rPr')),
        basedOn: valueOf(node, 'w:basedOn'),
        isLink: LINK.test(`${id} ${valueOf(node, 'w:name') ?? ''}`),
      };
      if (type === 'character') this.ofRuns.set(id, style);
      else if (type === 'paragraph') this.ofParagraphs.set(id, style);
    }
  }

  /** Writes into the runs how they look by their styles. */
  prepare(nodes: XmlNode[], paragraph: XmlNode[] = []): void {
    for (const node of nodes) {
      const name = nameOf(node);
      if (name === 'w:p') {
        const id = valueOf(child(node, 'w:pPr'), 'w:pStyle');
        this.prepare(childrenOf(node), id === undefined ? [] : this.looksOf('p', id));
        continue;
      }
      if (name === 'w:pPr' || name === 'w:t') continue;
      if (name === 'w:r') this.dress(node, paragraph);
      else if (AROUND.has(name) && !EQ.test(attribute(node, 'w:instr') ?? '')) rename(node, name, 'w:ins');
      const other = OTHERWISE[name];
      if (other !== undefined) {
        rename(node, name, other);
        delete node[':@'];
      } else this.prepare(childrenOf(node), paragraph);
    }
  }

  private dress(run: XmlNode, paragraph: XmlNode[]): void {
    const own = child(run, 'w:rPr');
    const id = valueOf(own, 'w:rStyle');
    const looks = [...(id === undefined ? [] : this.looksOf('r', id)), ...paragraph];
    if (looks.length === 0) return;
    const properties = own ? childrenOf(own) : [];
    for (const look of looks) if (!properties.some((each) => nameOf(look) in each)) properties.push(look);
    if (!own) childrenOf(run).unshift({ 'w:rPr': properties });
  }

  private looksOf(kind: 'p' | 'r', id: string): XmlNode[] {
    const found = this.known.get(`${kind}${id}`);
    if (found) return found;
    const [styles, wanted] = kind === 'r' ? [this.ofRuns, LOOKS] : [this.ofParagraphs, LOOKS_OF_PARAGRAPHS];
    const looks = new Map<string, XmlNode>();
    let style = styles.get(id);
    for (let depth = 0; style && depth < MAX_PARENTS; depth += 1) {
      for (const look of style.isLink ? [] : style.looks) {
        const name = nameOf(look);
        if (wanted.includes(name) && !looks.has(name)) looks.set(name, look);
      }
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
    }
    const all = [...looks.values()];
    this.known.set(`${kind}${id}`, all);
    return all;
  }
}

function rename(node: XmlNode, name: string, to: string): void {
  node[to] = childrenOf(node);
  if (name !== to) delete node[name];
}
