import type { MarkingPoint } from '../question.schema';

/** Reference, marking points and analysis of a question in one text, under headings in lines of their own. */

type Sections = { reference: string; markingPoints: MarkingPoint[]; analysis: string };

const REFERENCE = '【参考答案】';
const POINTS = '【评分要点】';
const ANALYSIS = '【解析】';

// A line of the texts themselves that reads like a heading has a backslash before it.
const LIKE_HEADING = /^\\*【(?:参考答案|评分要点|解析)】$/;
const escapeHeadings = (text: string) =>
  text
    .split('\n')
    .map((line) => (LIKE_HEADING.test(line) ? `\\${line}` : line))
    .join('\n');

/** A text without headings is an analysis. */
export function readSections(text: string): Sections {
  const sections: Record<string, string[]> = { [REFERENCE]: [], [POINTS]: [], [ANALYSIS]: [] };
  let current = ANALYSIS;
  for (const line of text.split('\n')) {
    if (line in sections) current = line;
    else sections[current]?.push(LIKE_HEADING.test(line) ? line.slice(1) : line);
  }
  const join = (heading: string) => (sections[heading] ?? []).join('\n').trim();
  const { points, rest } = readMarkingPoints(join(POINTS));
  const reference = [join(REFERENCE), rest].filter((part) => part !== '').join('\n');
  return { reference, markingPoints: points, analysis: join(ANALYSIS) };
}

export function writeSections({ reference, markingPoints, analysis }: Sections): string {
  if (reference === '' && markingPoints.length === 0) return escapeHeadings(analysis);
  const points = markingPoints.map(formatMarkingPoint).map(escapeHeadings);
  const parts = [REFERENCE, escapeHeadings(reference), POINTS, ...points, ANALYSIS, escapeHeadings(analysis)];
  const isKept = [reference !== '', markingPoints.length > 0, analysis !== ''];
  const cut = [parts.slice(0, 2), parts.slice(2, -2), parts.slice(-2)];
  return cut.flatMap((part, index) => (isKept[index] ? part : [])).join('\n');
}

/** `1. 要点（2 分）`; the lines of a longer point go on beneath it. */
export function formatMarkingPoint({ text, points }: MarkingPoint, index: number): string {
  return `${index + 1}. ${text}（${points} 分）`;
}

/** What does not look like a point is returned as it is. */
function readMarkingPoints(text: string): { points: MarkingPoint[]; rest: string } {
  const points: MarkingPoint[] = [];
  let rest: string[] = [];
  for (const line of text.split('\n')) {
    rest.push(line);
    const end = /（(\d+(?:\.5)?) 分）$/.exec(line);
    const begin = /^\d+\. /.exec(rest[0] ?? '');
    if (!end || !begin) continue;
    const whole = rest.join('\n');
    points.push({ text: whole.slice(begin[0].length, -end[0].length), points: Number(end[1]) });
    rest = [];
  }
  return { points, rest: rest.join('\n').trim() };
}
