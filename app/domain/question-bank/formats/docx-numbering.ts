import { decodeXmlEntities } from '~/lib/entities';
import { attribute, child, childrenOf, nameOf, valueOf, type XmlNode } from './docx-xml';
import { chineseNumeral } from './words.rules';

/** The labels that Word draws before paragraphs of automatic lists: 1. / A. / 一、 / （1） */

type Level = { start: number; format: string; text: string };
type List = { levels: Map<number, Level>; styleLink: string | undefined };
type Instance = { abstractId: string; starts: Map<number, number>; levels: Map<number, Level> };
type Reference = { numId: string; level: number };

const MAX_LEVEL = 8;

export class Numbering {
  private readonly lists = new Map<string, List>();
  private readonly instances = new Map<string, Instance>();
  private readonly styles = new Map<string, { numId?: string; level?: number; basedOn?: string }>();
  private readonly listStyles = new Map<string, string>();
  private readonly counts = new Map<string, number[]>();
  private readonly begun = new Set<string>();

  /** `numbering` and `styles`: the nodes of those parts, [] where a file has none. */
  constructor(numbering: XmlNode[], styles: XmlNode[]) {
    for (const node of rootChildren(styles)) if ('w:style' in node) this.readStyle(node);
    for (const node of rootChildren(numbering)) {
      if ('w:abstractNum' in node) {
        const levels = readLevels(node);
        this.lists.set(attribute(node, 'w:abstractNumId') ?? '', {
          levels,
          styleLink: valueOf(node, 'w:numStyleLink'),
        });
      } else if ('w:num' in node) this.readInstance(node);
    }
  }

  private readStyle(node: XmlNode): void {
    const id = attribute(node, 'w:styleId') ?? '';
    const numPr = child(child(node, 'w:pPr'), 'w:numPr');
    const numId = valueOf(numPr, 'w:numId');
    if (attribute(node, 'w:type') === 'numbering' && numId) this.listStyles.set(id, numId);
    const level = valueOf(numPr, 'w:ilvl');
    this.styles.set(id, {
      basedOn: valueOf(node, 'w:basedOn'),
      ...(numId === undefined ? {} : { numId }),
      ...(level === undefined ? {} : { level: Number(level) }),
    });
  }

  private readInstance(node: XmlNode): void {
    const starts = new Map<number, number>();
    for (const override of childrenOf(node)) {
      const start = valueOf(override, 'w:startOverride');
      if (start !== undefined) starts.set(Number(attribute(override, 'w:ilvl') ?? 0), Number(start));
    }
    const overrides = childrenOf(node).filter((each) => 'w:lvlOverride' in each);
    const levels = new Map(overrides.flatMap((override) => [...readLevels(override)]));
    const abstractId = valueOf(node, 'w:abstractNumId') ?? '';
    this.instances.set(attribute(node, 'w:numId') ?? '', { abstractId, starts, levels });
  }

  /** The label of the next paragraph with these properties (w:pPr); '' for none. Call it once per paragraph, in order. */
  label(properties: XmlNode | undefined): string {
    const reference = this.reference(properties);
    const instance = reference && this.instances.get(reference.numId);
    if (!reference || !instance) return '';
    const list = this.resolve(instance.abstractId);
    const level = instance.levels.get(reference.level) ?? list?.levels.get(reference.level);
    if (!level) return '';
    const counts = this.count(instance, reference, (index) => list?.levels.get(index)?.start ?? 1);
    if (level.format === 'bullet' || level.format === 'none') return '';
    return level.text.replace(/%([1-9])/g, (_whole, digit: string) => {
      const index = Number(digit) - 1;
      const format = (instance.levels.get(index) ?? list?.levels.get(index))?.format ?? 'decimal';
      return formatNumber(counts[index] ?? 1, format);
    });
  }

  private count(instance: Instance, { numId, level }: Reference, startOf: (index: number) => number): number[] {
    const counts = this.counts.get(instance.abstractId) ?? [];
    this.counts.set(instance.abstractId, counts);
    if (!this.begun.has(numId)) {
      this.begun.add(numId);
      for (const [index, start] of instance.starts) counts[index] = start - 1;
    }
    for (let index = 0; index <= level; index += 1) counts[index] ??= startOf(index) - (index === level ? 1 : 0);
    counts[level] = (counts[level] ?? 0) + 1;
    counts.length = level + 1;
    return counts;
  }

  private resolve(abstractId: string): List | undefined {
    const list = this.lists.get(abstractId);
    const linked = list?.styleLink ? this.instances.get(this.listStyles.get(list.styleLink) ?? '') : undefined;
    return linked ? (this.lists.get(linked.abstractId) ?? list) : list;
  }

  private reference(properties: XmlNode | undefined): Reference | undefined {
    const numPr = child(properties, 'w:numPr');
    let numId = valueOf(numPr, 'w:numId');
    let level = valueOf(numPr, 'w:ilvl') === undefined ? undefined : Number(valueOf(numPr, 'w:ilvl'));
    let style = this.styles.get(valueOf(properties, 'w:pStyle') ?? '');
    for (let depth = 0; style && depth < 10; depth += 1) {
      numId ??= style.numId;
      level ??= style.level;
      style = this.styles.get(style.basedOn ?? '');
    }
    if (numId === undefined || numId === '0') return undefined;
    return { numId, level: Math.min(MAX_LEVEL, Math.max(0, level ?? 0)) };
  }
}

function rootChildren(nodes: XmlNode[]): XmlNode[] {
  return childrenOf(nodes.find((node) => nameOf(node).startsWith('w:')));
}

function readLevels(node: XmlNode): Map<number, Level> {
  const levels = new Map<number, Level>();
  for (const each of childrenOf(node)) {
    if (!('w:lvl' in each)) continue;
    levels.set(Number(attribute(each, 'w:ilvl') ?? 0), {
      start: Number(valueOf(each, 'w:start') ?? 1),
      format: valueOf(each, 'w:numFmt') ?? 'decimal',
      text: decodeXmlEntities(valueOf(each, 'w:lvlText') ?? ''),
    });
  }
  return levels;
}

/** A number as a list's format writes it; unknown formats count in digits. */
export function formatNumber(number: number, format: string): string {
  switch (format) {
    case 'upperLetter':
      return letters(number);
    case 'lowerLetter':
      return letters(number).toLowerCase();
    case 'upperRoman':
      return roman(number);
    case 'lowerRoman':
      return roman(number).toLowerCase();
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'ideographDigital':
      return number > 0 && number < 100 ? chineseNumeral(number) : String(number);
    case 'ideographTraditional':
      return '甲乙丙丁戊己庚辛壬癸'.charAt((number - 1) % 10);
    case 'decimalFullWidth':
    case 'decimalFullWidth2':
      return String(number).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return number >= 1 && number <= 20 ? String.fromCharCode(0x245f + number) : String(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

const letters = (number: number) => String.fromCharCode(65 + ((Math.max(1, number) - 1) % 26));

function roman(number: number): string {
  const signs: [number, string][] = [
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let rest = Math.min(399, Math.max(0, number));
  let text = '';
  for (const [value, sign] of signs) {
    text += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
