import { once } from '~/db/once.server';
import { addToPaper, chooseOralQuestion, saveBasics } from '~/domain/exam/draft.commands.server';
import { hasPart } from '~/domain/exam/parts.rules';
import { getWizardExam } from '~/domain/exam/wizard.queries.server';
import { oralItem } from '~/domain/exam/wizard-steps.rules';
import { currentTestType, EMPTY_BASICS } from '~/domain/exam/wizard.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { formatDate } from '~/lib/time';
import { clearBasket } from './basket.commands.server';
import { listBasket } from '~/domain/question-bank/basket.queries.server';

export type BasketExam = {
  examId: number;
  /** What became of the basket, in sentences. */ text: string;
  isComplete: boolean;
};

/**
 * 组成试卷: makes an exam draft of the basket, or adds it to an own draft (`examId`), points and order included.
 * The first oral question becomes the oral item where there is none yet. The same `requestId` twice makes one exam.
 * @throws AppError conflict for an empty basket, not_found for a draft that is not the actor's
 */
export async function makeExamFromBasket(
  actor: Actor,
  input: { examId: number | null; name: string; requestId: string; isEmptied: boolean },
  now: number,
): Promise<BasketExam> {
  return once(actor.id, input.requestId && `basket.exam:${input.requestId}`, now, async () => {
    const all = await listBasket(actor);
    const ready = all.filter((item) => item.state === 'ready');
    if (ready.length === 0) throw new AppError('conflict', '试题篮里没有可用的题，请先从题库加入题目。');
    const written = ready.filter((item) => item.bank !== 'oral');
    const [oral, ...otherOral] = ready.filter((item) => item.bank === 'oral');
    const examId =
      input.examId ?? (await newDraft(actor, input.name, [oral ? '0' : '', written.length > 0 ? '1' : ''], now));
    const { added } = await addToPaper(
      actor,
      {
        examId,
        questionIds: written.map((item) => item.questionId),
        points: new Map(written.map((item) => [item.questionId, item.points])),
      },
      now,
    );
    const before = await getWizardExam(actor, examId);
    const earlier = oralItem(before);
    const takesOral = oral !== undefined && earlier === undefined;
    if (takesOral) {
      const { version } = before;
      await chooseOralQuestion(
        actor,
        { examId, version, questionId: oral.questionId, type: currentTestType(before) },
        now,
      );
    }
    const type = { testType: currentTestType(before) };
    const leftOral = takesOral || earlier?.questionId === oral?.questionId ? otherOral.length : otherOral.length + 1;
    const notes = [
      written.length > added ? `${written.length - added} 题已在卷中，分值没有变。` : '',
      takesOral ? `口语题用“${oral.title}”。` : '',
      oral && leftOral > 0 ? `一场考试只有一道口语题，另外 ${leftOral} 道没有放进去。` : '',
      all.length > ready.length ? `${all.length - ready.length} 道已不能使用的题没有放进去。` : '',
      written.length > 0 && !hasPart(type, 'written') ? '这场考试还没有选“笔试”，请到第 1 步勾选。' : '',
      takesOral && !hasPart(type, 'oral') ? '这场考试还没有选“口语”，请到第 1 步勾选。' : '',
    ].filter((note) => note !== '');
    if (input.isEmptied) await clearBasket(actor, now);
    return {
      examId,
      text: [`已组成试卷，放入 ${added} 道笔试题。`, ...notes].join(''),
      isComplete: notes.length === 0,
    };
  });
}

async function newDraft(actor: Actor, name: string, types: string[], now: number): Promise<number> {
  const values = {
    ...EMPTY_BASICS,
    name: name || `试题篮组卷 ${formatDate(now)}`,
    testType: types.filter((type) => type !== ''),
  };
  return (await saveBasics(actor, { examId: null, version: 0, requestId: '', values }, now)).examId;
}
