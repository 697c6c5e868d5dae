import type { Segment } from './text-labels';
import { isPlaceToWrite } from './text-room';

/** Words that are labels elsewhere and stand within a question: 解：2x=4 ① of a solution with an error, 标题：____ */

/** Signs that begin an answer, and a line of a talk, a worked example or a form as well. */
const WEAK_ANSWER = /^(?:[答解]|(?:参考)?范文|Answers?|Ans|Keys?)\s?[:：]$/i;
const WEAK_ANALYSIS = /^[【[（(]?\s?(?:分析|点评|讲解)\s?[】\])）]?\s?[:：]?$/;
const FRAMED = /^[【[［〔（(]/;
const PROPERTIES = new Set<Segment['label']>(['kind', 'level', 'points', 'keyPoint', 'title', 'stem']);

const BLANK = /[_＿]{2}|[（(][\s\u3000]{1,20}[)）]/;

/** Whether a line has a blank to fill in, and words around it. */
export const hasBlank = (text: string) => BLANK.test(text.slice(0, 2000)) && !isPlaceToWrite(text);

/** A line that asks: 为什么？, 请概括要点。, （1）… */
const ASKS = /[？?][」”"）)]?(?:[（(]\s?\d{1,2}\s?分\s?[)）])?$|^(?:请|任务|问题|[（(]\s?1\s?[)）])/;
export const isAsking = (text: string) => ASKS.test(text.slice(0, 40)) || ASKS.test(text.slice(-40));

/** 记者：您怎么看？ */
const SPEAKS = /^[^\s，。：:！？!?]{1,8}\s?[:：]/;
export const isSpoken = (text: string) => SPEAKS.test(text.slice(0, 12));

/** A stem that goes on with somebody's solution, or with a text to change. */
const GIVEN =
  /过程|步骤|解法|做法|解答|如下|以下|出错|错误|改正|对话|采访|问答|答记者问|仿写|改写|修改|“[^”]{0,8}[答解范][^”]{0,8}”|dialogue|conversation/i;

/** What stands between a label and the end of its question. */
export type Below = {
  /** The answer of the question follows, behind a label that is nothing else. */
  isKeyed: boolean;
  hasOptions: boolean;
  hasBlank: boolean;
  asks: boolean;
  /** Somebody asks on, as in a talk. */
  asksOn: boolean;
  /** More words of the question stand right below, behind other such labels at most. */
  goesOn: boolean;
  /** Options or the answer stand right below. */
  isOver: boolean;
};

type Above = { stem: string[]; hasOptions: boolean };

/** The kinds of labels that a question may have in its own words; null for any other. */
export function stemLabel({ label, sign = '' }: Segment): 'answer' | 'analysis' | 'property' | null {
  if (label === 'answer') return WEAK_ANSWER.test(sign.trim()) ? 'answer' : null;
  if (label === 'analysis') return WEAK_ANALYSIS.test(sign.trim()) ? 'analysis' : null;
  return PROPERTIES.has(label) ? 'property' : null;
}

/** Whether such a label is but words of the question. */
export function isOfQuestion(segment: Segment, { stem, hasOptions }: Above, below: () => Below): boolean {
  if (hasOptions) return false;
  const { text, sign = '' } = segment;
  const kind = stemLabel(segment);
  const isFramed = FRAMED.test(sign);
  if (BLANK.test(text.slice(0, 2000))) return segment.label !== 'stem' || stem.length > 0;
  if (segment.label === 'stem') return false;
  const ahead = below();
  if (kind === 'property') return !isFramed && (stem.length === 0 ? text !== '' && ahead.isOver : ahead.goesOn);
  if (stem.length === 0) return false;
  if (ahead.hasBlank) return true;
  if (kind === 'analysis') return !isFramed && (ahead.hasOptions || (ahead.isKeyed && ahead.asks));
  const isGiven = ahead.asks || GIVEN.test(stem.join('\n').slice(0, 2000));
  const isTalk = stem.length > 1 && isSpoken(stem[stem.length - 1] ?? '');
  return ahead.hasOptions || (ahead.isKeyed && (isGiven || isTalk)) || (isTalk && (ahead.asksOn || ahead.asks));
}
