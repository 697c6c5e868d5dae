import { splitNumbered } from './blank-labels.rules';
import { clip } from './text-draft';
import { isVerbatim, type RawQuestion } from './text-raw';

/** 答案：（1）甲（2）乙 below questions （1） and （2）: what stands at the last of them is for each. */

/** Gives each question its part, where there are as many parts as questions that wait for one. */
export function settleParts(questions: RawQuestion[]): void {
  questions.forEach((question, at) => {
    const { answer, number, isRow } = question;
    if (!answer || number === null || number < 2 || isRow || isVerbatim(answer)) return;
    const text = answer.filter((line) => line !== '').join('\n');
    const asked = questions.slice(Math.max(0, at + 1 - number), at + 1);
    const isRun = asked.length === number && asked.every((each, index) => each.number === index + 1);
    const isWaiting = asked
      .slice(0, -1)
      .every((each) => each.answer === undefined && each.section === question.section);
    if (!isRun || !isWaiting || text.length > 20_000 || question.stem.some((line) => /[（(]\s?1\s?[)）]/.test(line)))
      return;
    const parts = splitNumbered(text);
    if (parts.length !== number || parts.some((part) => part === '')) return;
    asked.forEach((each, index) => {
      each.answer = (parts[index] ?? '').split('\n');
      each.notes.push(`答案“${clip(text)}”已按（1）（2）分给 ${number} 道题，请核对。`);
    });
  });
}
