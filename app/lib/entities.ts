import { decodeHTMLStrict, decodeXMLStrict } from 'entities';

/** Character references as files have them; the names and what numbers mean are the library's. */

const REFERENCE = /&(?:#(?:\d{1,7}|[xX][0-9a-fA-F]{1,6});?|[A-Za-z][A-Za-z0-9]{1,31};)/g;

/**
 * A text of HTML with its references resolved. An unknown name stays as it is, and so does a name without its semicolon:
 * it is only a part of a word or an address. A number needs none.
 */
export function decodeHtmlEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (one) => decodeHTMLStrict(one.endsWith(';') ? one : `${one};`));
}

/** A text of XML with its references resolved: numbers and the five names that XML has. */
export function decodeXmlEntities(text: string): string {
  return text.includes('&') ? decodeXMLStrict(text) : text;
}
