import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeXmlEntities } from '~/lib/entities';
import { AppError } from '~/lib/errors';

/** XML of question files, which strangers may have made: no entity is ever defined or fetched, and depth and size are bounded. */

export type XmlElement = {
  /** Without its namespace prefix. */
  name: string;
  attributes: Record<string, string>;
  /** Elements and texts in order; comments and processing instructions are left out. */
  children: (XmlElement | string)[];
  /** Where it begins, from 1. */
  line: number;
};

const MAX_LENGTH = 64 * 1024 * 1024;
const MAX_DEPTH = 100;
const CDATA = '#cdata';
const TEXT = '#text';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  // Decoded here instead, where CDATA can be told apart and nothing but the standard entities is known.
  processEntities: false,
  cdataPropName: CDATA,
  captureMetaData: true,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
});

const META = XMLParser.getMetaDataSymbol() as unknown as symbol;

type RawNode = Record<string, RawNode[] | string | Record<string, string>> & {
  ':@'?: Record<string, string>;
};

/**
 * The root element of an XML text.
 * @throws AppError invalid or too_large, a sentence, when it is no well-formed XML or defines entities
 */
export function parseXml(source: string): XmlElement {
  if (source.length > MAX_LENGTH) throw new AppError('too_large', 'XML 文件太大了，请分成几个文件导出后再导入。');
  const text = withoutDoctype(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const nodes = parseNodes(text);
  const lineAt = lineCounter(text);
  const root = nodes.map((node) => toElement(node, lineAt)).find((node) => typeof node !== 'string');
  if (!root || typeof root === 'string') throw notXml();
  return root;
}

/** The text of an XML file in the encoding that it states, by its mark or its declaration; UTF-8 else. */
export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^[^<]*<\?xml[^>]*?encoding=["']([A-Za-z0-9._-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
  const marked = head.startsWith('\u00ff\u00fe') ? 'utf-16le' : head.startsWith('\u00fe\u00ff') ? 'utf-16be' : declared;
  try {
    return new TextDecoder(marked, { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid', '这个 XML 文件的文字编码与它声明的不一致，没有读取。请另存为 UTF-8 编码后再试。');
  }
}

function notXml(line?: number): AppError {
  const where = line === undefined ? '' : `（第 ${line} 行附近）`;
  return new AppError('invalid', `这个 XML 文件不完整或有错误${where}，没有读取。请重新导出后再试。`);
}

function parseNodes(text: string): RawNode[] {
  let nodes: RawNode[];
  try {
    nodes = parser.parse(text) as RawNode[];
  } catch (error) {
    if (error instanceof Error && error.message.includes('nested tags')) {
      throw new AppError('invalid', `这个 XML 文件的标签嵌套超过 ${MAX_DEPTH} 层，没有读取。请检查文件的来源。`);
    }
    throw notXml();
  }
  const checked = XMLValidator.validate(text);
  if (checked !== true) throw notXml(checked.err.line);
  return nodes;
}

/** Takes out a DOCTYPE that only names its DTD, which is never fetched; one that defines something is refused. */
function withoutDoctype(text: string): string {
  const prolog = /(?:\s|<\?(?!xml-)[^>]*\?>|<!--[^]*?-->)*/y;
  prolog.exec(text);
  const at = prolog.lastIndex;
  if (!/^<!doctype/i.test(text.slice(at, at + 9))) return text;
  const end = text.indexOf('>', at);
  const bracket = text.indexOf('[', at);
  if (end < 0) throw notXml();
  if (bracket >= 0 && bracket < end) {
    throw new AppError(
      'invalid',
      '这个 XML 文件自带实体定义（DOCTYPE），为了安全不能导入。请去掉文件开头的 DOCTYPE 部分后再试。',
    );
  }
  return text.slice(0, at) + text.slice(at, end + 1).replace(/[^\n]/g, ' ') + text.slice(end + 1);
}

/** The line of an offset; offsets come in rising order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

function toElement(node: RawNode, lineAt: (offset: number) => number): XmlElement | string {
  const name = Object.keys(node).find((key) => key !== ':@') ?? '';
  const content = node[name];
  if (name === TEXT) return decodeXmlEntities(content as string);
  if (name === CDATA) return (content as RawNode[]).map((part) => part[TEXT] as string).join('');
  const offset = (node as unknown as Record<symbol, { startIndex?: number } | undefined>)[META]?.startIndex ?? 0;
  const line = lineAt(offset);
  const attributes: Record<string, string> = {};
  for (const [key, value] of Object.entries(node[':@'] ?? {})) attributes[key] = decodeXmlEntities(String(value));
  return { name, attributes, children: (content as RawNode[]).map((child) => toElement(child, lineAt)), line };
}

export function elements(parent: XmlElement | undefined, name?: string): XmlElement[] {
  return (parent?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

export function element(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return elements(parent, name)[0];
}

/** All descendants of a name, in document order. */
export function descendants(parent: XmlElement | undefined, name: string): XmlElement[] {
  return elements(parent).flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);
}

/** All text within an element, as it stands. */
export function textContent(node: XmlElement | undefined): string {
  return (node?.children ?? []).map((child) => (typeof child === 'string' ? child : textContent(child))).join('');
}

// What XML 1.0 cannot hold: control characters, lone surrogates, two non-characters.
const NOT_XML =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text for the content of an element or an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text
    .replace(NOT_XML, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;');
}

/** The same for an attribute, whose white space would be read as spaces. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A text as a CDATA section. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replace(NOT_XML, '').split(']]>').join(']]]]><![CDATA[>')}]]>`;
}
