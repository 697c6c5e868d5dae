import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { decodeXmlEntities } from '~/lib/entities';
import { AppError } from '~/lib/errors';

/** The XML parts of a Word file as ordered nodes. Entities stay as they are written, none is ever resolved. */

export type XmlNode = { [name: string]: XmlNode[] | string | Record<string, string> };

const SHAPE = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
} as const;

/** @throws AppError invalid for what is no XML or declares entities */
export function parseXml(xml: string): XmlNode[] {
  refuseDeclarations(xml);
  try {
    return new XMLParser(SHAPE).parse(xml.replace(/^\ufeff/, '')) as XmlNode[];
  } catch {
    throw damaged();
  }
}

/** @throws AppError for a text that declares a type of document or entities: Word never does */
export function refuseDeclarations(xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw damaged();
}

export function buildXml(nodes: XmlNode[]): string {
  return new XMLBuilder({ ...SHAPE, suppressEmptyNode: true }).build(nodes);
}

export function damaged(): AppError {
  return new AppError(
    'unsupported_type',
    '无法读取这个 Word 文件，它可能已损坏或加了密码。请用 Word 或 WPS 打开，另存为 .docx 后再试。',
  );
}

/** The element's name with its prefix; '#text' for a text. */
export function nameOf(node: XmlNode): string {
  for (const name in node) if (name !== ':@') return name;
  return '';
}

export function childrenOf(node: XmlNode | undefined): XmlNode[] {
  if (!node) return [];
  const children = node[nameOf(node)];
  return Array.isArray(children) ? children : [];
}

/** The first child of that name. */
export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return childrenOf(node).find((each) => name in each);
}

export function attribute(node: XmlNode | undefined, name: string): string | undefined {
  return (node?.[':@'] as Record<string, string> | undefined)?.[name];
}

/** `w:val` of the first child of that name. */
export const valueOf = (node: XmlNode | undefined, name: string) => attribute(child(node, name), 'w:val');

/** All text beneath a node, its entities resolved. */
export function textOf(node: XmlNode): string {
  const own = node['#text'];
  if (own !== undefined) return decodeXmlEntities(String(own));
  return childrenOf(node).map(textOf).join('');
}

export function encodeEntities(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A run of plain text. */
export function textRun(text: string): XmlNode {
  return { 'w:r': [{ 'w:t': [{ '#text': encodeEntities(text) }], ':@': { 'xml:space': 'preserve' } }] };
}
