/** What a step's form asks for beside saving. */
export type Then = 'next' | 'draft' | 'back' | 'choose' | 'basket' | 'draw';

const THEN: readonly Then[] = ['next', 'draft', 'back', 'choose', 'basket', 'draw'];

/** Which button sent a step; none goes on to the next. */
export function thenOf(sent: string): Then {
  return THEN.find((one) => one === sent) ?? 'next';
}

/** What is said after a draft was saved. */
export function savedText(problems: Record<string, string>): { text: string; kind: 'success' | 'warn' } {
  const count = Object.keys(problems).length;
  return count === 0
    ? { text: '草稿已保存', kind: 'success' }
    : { text: `草稿已保存，这一步还有 ${count} 处要处理才能发布`, kind: 'warn' };
}

export type PaperMove =
  | { kind: 'save' | 'sort' | 'place' | 'section-add' }
  | { kind: 'up' | 'down' | 'remove'; itemId: number }
  /** Dragged: to this place (from 0) of the section; 0 where the paper has none. */
  | { kind: 'put'; itemId: number; section: number; index: number }
  | { kind: 'section-put'; section: number; index: number }
  | { kind: 'section-up' | 'section-down' | 'section-drop'; section: number }
  | { kind: 'section-points'; section: number }
  | { kind: 'points'; of: QuestionKind };

/**
 * What a button of the paper asks for (`up:12`, `points:single`, `section-up:2`, `put:12:2:0`, `sort`); without
 * one it is only saved.
 */
export function moveOf(sent: string): PaperMove {
  const [kind, what = '', ...more] = sent.split(':');
  const of = QUESTION_KINDS.find((one) => one === what);
  if (kind === 'sort' || kind === 'place' || kind === 'section-add') return { kind };
  if (kind === 'points' && of) return { kind, of };
  const numbers = [what, ...more];
  if (!numbers.every((text) => /^\d{1,9}$/.test(text))) return { kind: 'save' };
  const [first = 0, second = 0, third = 0] = numbers.map(Number);
  switch (kind) {
    case 'up':
    case 'down':
    case 'remove':
      return { kind, itemId: first };
    case 'put':
      return { kind, itemId: first, section: second, index: third };
    case 'section-put':
      return { kind, section: first, index: second };
    case 'section-up':
    case 'section-down':
    case 'section-drop':
    case 'section-points':
      return { kind, section: first };
    default:
      return { kind: 'save' };
  }
}

/** What a button of the picker asks for; `value` is a page's number or a question's id. */
export type PickerGo =
  | { to: 'filter' | 'reset' | 'back' | 'all' | 'more' | 'take' | 'clear' }
  | { to: 'page' | 'look' | 'one'; value: number };

/** Which button of the picker was pressed (`take`, `page:2`, `one:12`); Enter in a field filters. */
export function pickerGoOf(sent: string): PickerGo {
  const [to = '', value = ''] = sent.split(':');
  if ((to === 'page' || to === 'look' || to === 'one') && /^\d{1,9}$/.test(value)) return { to, value: Number(value) };
  const plain = (['reset', 'back', 'all', 'more', 'take', 'clear'] as const).find((one) => one === to);
  return { to: plain ?? 'filter' };
}
import { QUESTION_KINDS, type QuestionKind } from '~/domain/question-bank/question.schema';
