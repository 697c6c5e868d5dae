import { db, transaction } from '~/db/db.server';
import { getReadableQuestions } from '~/domain/question-bank/question-access.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { invalid } from '~/lib/errors';
import { addToPaper } from './draft.commands.server';
import { listPicks } from './picks.queries.server';
import type { PickerGo } from './wizard-form.rules';
import { getDraftExam } from './wizard-page.queries.server';
import { MAX_PAPER } from './wizard-steps.rules';

/**
 * Keeps what is ticked on one page of the picker: of the questions `shown` those in `ticked` are kept until they are
 * used, the others are not; what was ticked on other pages stays. `points` by question where they are not its own.
 * @throws AppError not_found for a question that may not be read; nothing is kept then
 */
export async function keepPicks(
  actor: Actor,
  input: { examId: number; shown: number[]; ticked: number[]; points?: ReadonlyMap<number, number> | undefined },
  now: number,
): Promise<void> {
  await transaction(async () => {
    const exam = await getDraftExam(actor, input.examId);
    const unticked = input.shown.filter((id) => !input.ticked.includes(id));
    if (unticked.length > 0) {
      await db().deleteFrom('exam_picks').where('exam_id', '=', exam.id).where('question_id', 'in', unticked).execute();
    }
    const kept = new Set((await listPicks(actor, exam.id)).map((pick) => pick.questionId));
    const inPaper = new Set(exam.items.map((item) => item.questionId));
    const fresh = input.ticked.filter((id) => !kept.has(id) && !inPaper.has(id));
    if (kept.size + fresh.length > MAX_PAPER) throw invalid({ ids: `一份试卷最多 ${MAX_PAPER} 题，勾选的太多了` });
    const questions = await getReadableQuestions(actor, ['written', 'theory'], fresh);
    if (questions.length === 0) return;
    await db()
      .insertInto('exam_picks')
      .values(
        questions.map((question) => ({
          exam_id: exam.id,
          question_id: question.id,
          points: input.points?.get(question.id) ?? question.points,
          picked_at: now,
        })),
      )
      // Two windows at once: the first stays.
      .onConflict((conflict) => conflict.columns(['exam_id', 'question_id']).doNothing())
      .execute();
  });
}

/** Puts what is ticked into the paper, each question with its kind. Returns how many are new in it. */
export async function takePicks(actor: Actor, examId: number, now: number): Promise<{ added: number }> {
  return transaction(async () => {
    const picks = await listPicks(actor, examId);
    if (picks.length === 0) return { added: 0 };
    const { added } = await addToPaper(
      actor,
      {
        examId,
        questionIds: picks.map((pick) => pick.questionId),
        points: new Map(picks.map((pick) => [pick.questionId, pick.points])),
        isByKind: true,
      },
      now,
    );
    await db().deleteFrom('exam_picks').where('exam_id', '=', examId).execute();
    return { added };
  });
}

/** Unticks everything. */
export async function clearPicks(actor: Actor, examId: number): Promise<void> {
  await transaction(async () => {
    await getDraftExam(actor, examId);
    await db().deleteFrom('exam_picks').where('exam_id', '=', examId).execute();
  });
}

/**
 * What a button of the picker does, once the ticks are kept; `listed`: all that its filters leave. Returns what to say.
 * @throws AppError invalid when nothing new was ticked for 加入，接着选
 */
export async function pressInPicker(
  actor: Actor,
  input: {
    examId: number;
    go: PickerGo;
    points: ReadonlyMap<number, number> | undefined;
    listed: () => Promise<{ id: number; isUsed: boolean }[]>;
  },
  now: number,
): Promise<string> {
  const { examId, go, points, listed } = input;
  if (go.to === 'clear') {
    await clearPicks(actor, examId);
    return '勾选都已取消';
  }
  if (go.to === 'all') {
    const ticked = (await listed()).filter((row) => !row.isUsed).map((row) => row.id);
    await keepPicks(actor, { examId, shown: [], ticked, points }, now);
    return `这 ${ticked.length} 题都勾选了`;
  }
  if (go.to === 'one') {
    const { added } = await addToPaper(actor, { examId, questionIds: [go.value], points, isByKind: true }, now);
    return `已加入 ${added} 题，可以接着选`;
  }
  const { added } = await takePicks(actor, examId, now);
  if (go.to === 'more' && added === 0) throw invalid({ ids: '请先勾选要加入的题目' });
  return added > 0 ? `已加入 ${added} 题，按题型排好了` : '没有勾选新的题，试卷没有变';
}
