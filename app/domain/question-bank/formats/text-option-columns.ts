import type { TextLine } from './text-line';
import { narrow } from './words.rules';

/** Options set in two columns, which are read down. */

const columnsBy = (gap: string) =>
  new RegExp(
    `^\\s{0,20}([A-GＡ-Ｇ])\\s?[.．、:：)）]\\s{0,10}(\\S[^\\n]{0,200}?)${gap}([B-HＢ-Ｈ])\\s?[.．、:：)）]\\s{0,10}(\\S[^\\n]{0,200})$`,
  );
const APART = columnsBy('(?:\\s{2,60}|[\\t\\u3000])');
const CLOSE = columnsBy('\\s');
/** T. of T. C. Smith */
const INITIAL = /(?:^|\s)[A-Z]\.$/;

/** A. 甲  C. 丙 over B. 乙  D. 丁 as the four lines that they are. */
export function withOptionColumns(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [line, below] = [lines[at]!, lines[at + 1]];
    const [upper, lower] = [columnsOf(line), below ? columnsOf(below) : null];
    if (!below || upper?.keys !== 'AC' || lower?.keys !== 'BD') {
      made.push(line);
      continue;
    }
    made.push({ ...line, text: `A. ${upper.left}` }, { ...below, text: `B. ${lower.left}` });
    made.push({ text: `C. ${upper.right}`, line: line.line }, { text: `D. ${lower.right}`, line: below.line });
    at += 1;
  }
  return made;
}

function columnsOf({ text, row, passage }: TextLine): { keys: string; left: string; right: string } | null {
  const found = row || passage ? null : (APART.exec(text) ?? CLOSE.exec(text));
  const [, first = '', left = '', second = '', right = ''] = found ?? [];
  return found && !INITIAL.test(left) ? { keys: narrow(first + second), left, right } : null;
}
