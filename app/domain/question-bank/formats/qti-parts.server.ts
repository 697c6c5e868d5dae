import { escapeAttribute, escapeXml } from './xml.server';

/** Pieces of an assessmentItem of QTI 2.2. */

const TEMPLATES = 'http://www.imsglobal.org/question/qti_v2p2/rptemplates';

/** Each response counts what its mapping says. */
export const MAP_RESPONSE = `  <responseProcessing template="${TEMPLATES}/map_response"/>\n`;

/** A response with what is right and what each answer is worth. */
export function declaration(
  identifier: string,
  cardinality: string,
  baseType: string,
  values: string[],
  mapping: string,
): string {
  const right = values.map((value) => `<value>${escapeXml(value)}</value>`).join('');
  return `  <responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${right}</correctResponse>${mapping}</responseDeclaration>`;
}

/** What one answer is worth. */
export function entry(key: string, value: number, more = ''): string {
  return `<mapEntry mapKey="${escapeAttribute(key)}" mappedValue="${value}"${more}/>`;
}

/** One right answer with the whole of the points. */
export function rightOnly(right: string, points: number): string {
  const mapping = `<mapping defaultValue="0">${entry(right, points)}</mapping>`;
  return declaration('RESPONSE', 'single', 'identifier', [right], mapping);
}

/** An equal share of the points. */
export function shareOf(points: number, count: number): number {
  return Number((points / count).toFixed(5));
}

/** Options of which at most so many may be chosen; 0 for any number. */
export function choice(maxChoices: number, options: string[][]): string {
  const rows = options.map(
    ([key, html]) => `      <simpleChoice identifier="${key ?? ''}">${html ?? ''}</simpleChoice>`,
  );
  return `    <choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="${maxChoices}">\n${rows.join('\n')}\n    </choiceInteraction>`;
}

/** A long text. */
export function essay(rubric: string): string {
  return `    <extendedTextInteraction responseIdentifier="RESPONSE" expectedLines="10"/>${rubric}`;
}
