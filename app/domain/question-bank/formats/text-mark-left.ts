import { type Draft, doubt } from './text-draft';
import { isVerbatim } from './text-raw';

/** A tick left behind an option, √ or （正确）, beside a key that is stated elsewhere. */

const TICKED = /^(.*\S)(?:\s{1,4}[√✓✔☑]|\s{0,4}[（(【[]\s?(?:正确|√|✓|✔)\s?[)）】\]])$/s;

/** Takes out the tick that says what the key says; one that says otherwise holds the question back. */
export function settleTicks({ raw, parsed }: Draft): void {
  const { options, answer } = parsed.fields;
  if (raw.isRow || !Array.isArray(options) || !Array.isArray(answer) || answer.length === 0) return;
  if (raw.options.some(({ lines }) => isVerbatim(lines))) return;
  const texts = options.map((option) => (typeof option === 'string' && option.length < 2000 ? option : ''));
  const ticked = texts.flatMap((text, at) => (TICKED.test(text) ? [String.fromCharCode(65 + at)] : []));
  if (ticked.length === 0 || ticked.length === texts.length) return;
  if (ticked.join() === answer.join()) {
    parsed.fields.options = texts.map((text, at) => TICKED.exec(text)?.[1] ?? options[at]);
    parsed.notes.push(`选项 ${ticked.join('')} 后面的“√”一类的记号与答案相同，没有导入。`);
  } else doubt(parsed, `选项 ${ticked.join('')} 后面有“√”一类的记号，答案却是 ${answer.join('')}，请核对哪个对。`);
}
