import { clip } from './text-draft';
import { type RawQuestion, isVerbatim } from './text-raw';

/** 【参考译文】 of the whole text behind the answer of the last question below it: it is no answer of that question. */

const TRANSLATION =
  /^[【[（(]?\s?(?:附\s?[:：录]?\s?[:：]?\s?)?(?:文言文|古文|古诗|全文|原文)?(?:参考)?(?:译文|翻译)\s?(?:[】\])）]\s?[:：]?|[:：]|$)/;

/** Puts such a text into the analysis, and says so. */
export function settleTranslations(questions: RawQuestion[]): void {
  for (const question of questions) {
    const { answer = [], analysis, notes, isRow } = question;
    if (isRow || isVerbatim(answer)) continue;
    const first = answer.findIndex((line) => line !== '');
    const at = answer.findIndex((line, index) => index > first && TRANSLATION.test(line.slice(0, 40)));
    // （1）译文：… is one of the parts that are asked for.
    if (first < 0 || at < 0 || question.stem.some((line) => /译文/.test(line))) continue;
    const text = answer.splice(at);
    analysis.push(...text);
    notes.push(`答案后面的“${clip(text.join(' '))}”放进了解析，请核对。`);
  }
}
