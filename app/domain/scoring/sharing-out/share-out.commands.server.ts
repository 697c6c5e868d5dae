import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { askExaminers, dismissExaminers, tellArbitersOnly } from '~/domain/exam/ask-examiners.commands.server';
import { actsByCode, blindName } from '~/domain/exam/blind.rules';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { type Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { listArbitersOnly, listAssignments } from '../paper/assignments.queries.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { isMarkedByCode } from '../paper/by-code.queries.server';
import { holdForScoring } from '../paper/exam-lock.server';
import { expectedExaminers, missingScores } from '../paper/expected.rules';
import { refuseAnySealed } from '../paper/sealed.queries.server';
import { countFinals } from './hand-over.queries.server';
import { unsharedMarkers } from './share-loads.rules';
import { listActiveExaminers, listSharePapers } from './share-papers.queries.server';
import { planFor, refuseByClass, reopenedBy, type ShareablePaper } from './share-out-plan.rules';
import type { SetExaminersInput, SetPaperExaminersInput, ShareOutInput } from './share-out.schema';
import {
  deleteAssignments,
  settlePapers,
  giveExaminers,
  tellExaminers,
  insertAssignments,
} from './assignments.commands.server';

/**
 * Own exam of a published or closed state that has the part, held until the transaction ends; `opensResits`: also of a
 * released one while a re-sit of the part is open.
 */
export async function holdOwnExam(
  actor: Actor,
  examId: number,
  part: Part,
  { opensResits = false } = {},
): Promise<ExamView> {
  await getOwnExam(actor, examId);
  const resit = opensResits ? (await listResits(examId, part)).find((one) => one.state === 'open') : undefined;
  await holdForScoring(examId, resit && { ...resit, number: RESIT_NUMBER });
  // Read again: it may have changed until it was held.
  const exam = await getOwnExam(actor, examId);
  requirePart(exam, part);
  return exam;
}

/**
 * Names the examiners of a part in place of those there are, and who of them only arbitrates: as it was where
 * `arbiterIds` is left out. Who leaves, or is to arbitrate alone, keeps the papers with a final score of theirs, which go
 * on counting; their other papers are nobody's again, or the second examiner's alone. Somebody who has begun leaves only
 * with `isConfirmed`. After the release it is for the re-sits that are open: what is out stays what it is.
 * Returns how many papers are nobody's now.
 * @throws AppError not_found, forbidden, invalid (examinerIds, arbiterIds), conflict (released, or asking to confirm)
 */
export async function setExaminers(actor: Actor, input: SetExaminersInput, now: number): Promise<number> {
  return transaction(async () => {
    const { part } = input;
    const exam = await holdOwnExam(actor, input.examId, part, { opensResits: true });
    const before = exam.examinerIds[part];
    const arbitersBefore = await listArbitersOnly(exam.id, part);
    const arbiters = new Set((input.arbiterIds ?? [...arbitersBefore]).filter((id) => input.examinerIds.includes(id)));
    const added = input.examinerIds.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !input.examinerIds.includes(id));
    // Who was an examiner and only arbitrates from now on has no papers of their own any more, as if they had left.
    const turned = before.filter((id) => arbiters.has(id) && !arbitersBefore.has(id));
    const joining = input.examinerIds.filter(
      (id) => !arbiters.has(id) && (added.includes(id) || arbitersBefore.has(id)),
    );
    const teachers = new Set((await listExaminers()).map((one) => one.id));
    if (added.some((id) => !teachers.has(id))) throw invalid({ examinerIds: '有一位老师已不在，请重新选择' });
    const papers = await listSharePapers(exam, part);
    const all = await listSharePapers(exam, part, { isRecord: true });
    await refuseMarked(all, turned);
    const next = { named: input.examinerIds, arbiters };
    if (!(await isSharedOut(exam, part))) {
      await refuseArbitrated(
        all,
        joining.filter((id) => expectedOf(exam, next).includes(id)),
      );
    }
    const goers = [...removed, ...turned];
    const leaving: Leaving[] = [];
    for (const id of goers) {
      leaving.push({
        id,
        // Of what is out too, and of each sitting: as many as are theirs in 评分一致性.
        finals: await countFinals(exam.id, part, id),
        open: papers.filter(
          (paper) =>
            paper.examinerIds.includes(id) &&
            (!paper.finalIds.includes(id) || paper.attempts.some((one) => !one.isScored && !one.finalIds.includes(id))),
        ),
        drafts: papers.filter((paper) => paper.examinerIds.length === 0 && paper.draftIds.includes(id)).length,
        arbitrations: turned.includes(id) ? 0 : countArbitrations(papers, id),
      });
    }
    const isFreed = (paper: ShareablePaper) => paper.examinerIds.every((id) => goers.includes(id));
    const text = [
      await leavingText(leaving, isFreed),
      settlingText(exam, papers, { named: before, arbiters: arbitersBefore }, next),
      joining.length > 0 ? await joiningText(exam, part, papers, next) : '',
    ].join('');
    if (!input.isConfirmed && text !== '') {
      throw new AppError('conflict', `${text}要更换，请勾选“我知道了”再保存。`, undefined, { needsConfirm: true });
    }
    await db().deleteFrom('exam_examiners').where('exam_id', '=', exam.id).where('part', '=', part).execute();
    const rows = input.examinerIds.map((id) => ({
      exam_id: exam.id,
      teacher_id: id,
      part,
      only_arbitrates: arbiters.has(id) ? (1 as const) : (0 as const),
    }));
    if (rows.length > 0) await db().insertInto('exam_examiners').values(rows).execute();
    const freed = new Set<number>();
    for (const { id, open } of leaving) {
      for (const paper of open.filter(isFreed)) freed.add(paper.studentId);
      // Of every paper, also of those that are out: who marked what is told with it.
      const kept = all.filter((paper) => paper.finalIds.includes(id)).map((paper) => paper.studentId);
      const kind = turned.includes(id) ? 'examiner' : undefined;
      await deleteAssignments(exam.id, part, { examinerId: id, except: kept, kind });
    }
    await settlePapers(exam, part, new Set(papers.map((paper) => paper.studentId)), now);
    await recordAudit(
      actor,
      {
        action: 'score.set_examiners',
        entity: 'exam',
        entityId: exam.id,
        detail: { part, added, removed, freed: [...freed], arbiters: [...arbiters] },
      },
      now,
    );
    const left = leaving.filter((one) => removed.includes(one.id) && one.id !== exam.ownerId);
    await dismissExaminers(exam, part, left, now);
    const others = (ids: number[]) => ids.filter((id) => id !== actor.id);
    const asArbiters = { turned: others(turned), added: others(added.filter((id) => arbiters.has(id))) };
    await tellArbitersOnly(exam, part, asArbiters, now);
    await askExaminers(exam, { part, teacherIds: joining.filter((id) => id !== actor.id) }, now);
    return freed.size;
  });
}

/**
 * Who has marked papers of the part is no arbiter alone.
 * @throws AppError invalid (arbiterIds)
 */
async function refuseMarked(papers: ShareablePaper[], turned: number[]): Promise<void> {
  const names = await listTeacherNames(turned);
  const sentences = turned.flatMap((id) => {
    const count = papers.filter((paper) => paper.finalIds.includes(id)).length;
    return count === 0 ? [] : [`${names.get(id) ?? ''}老师已经提交过 ${count} 名学生的评分，不能改成只仲裁。`];
  });
  if (sentences.length > 0) throw invalid({ arbiterIds: sentences.join('') });
}

/**
 * Who arbitrates papers, or has, does not come to mark each of them too: those would wait for them anew.
 * @throws AppError invalid (arbiterIds)
 */
async function refuseArbitrated(papers: ShareablePaper[], joining: number[]): Promise<void> {
  const names = await listTeacherNames(joining);
  const sentences = joining.flatMap((id) => {
    const count = papers.filter((paper) => paper.arbiterIds.includes(id)).length;
    return count === 0 ? [] : [`${names.get(id) ?? ''}老师是 ${count} 名学生答卷的仲裁老师，不能每份再评一遍。`];
  });
  if (sentences.length === 0) return;
  throw invalid({ arbiterIds: `${sentences.join('')}请先分卷，再让仲裁老师也阅卷。` });
}

type Leaving = { id: number; finals: number; open: ShareablePaper[]; drafts: number; arbitrations: number };

/** Papers that a teacher was asked to arbitrate and has not. */
function countArbitrations(papers: ShareablePaper[], teacherId: number): number {
  const asked = papers.filter(
    ({ arbiterIds, finalIds }) => arbiterIds.includes(teacherId) && !finalIds.includes(teacherId),
  );
  return asked.reduce((sum, paper) => sum + paper.contestedIds.length, 0);
}

async function leavingText(leaving: Leaving[], isFreed: (paper: ShareablePaper) => boolean): Promise<string> {
  const names = await listTeacherNames(leaving.map((one) => one.id));
  const sentences = leaving
    .filter((one) => one.finals + one.open.length + one.drafts + one.arbitrations > 0)
    .map(({ id, finals, open, drafts, arbitrations }) => {
      const freed = open.filter(isFreed).length;
      const others = open.length - freed;
      const parts = [
        finals > 0 ? `已提交的 ${finals} 份评分保留，照样计入` : '',
        freed > 0 ? `还没评完的 ${freed} 份会变成没分出去，草稿不再计入` : '',
        others > 0 ? `还没评完的 ${others} 份只由另一位老师评，另一位已提交的马上按那份评分计算，草稿不再计入` : '',
        arbitrations > 0 ? `请其仲裁的 ${arbitrations} 份又没有人仲裁，要另请老师` : '',
        drafts > 0 ? `没有提交的 ${drafts} 份草稿不再计入` : '',
      ];
      return `${names.get(id) ?? ''}：${parts.filter((part) => part !== '').join('；')}。`;
    });
  return sentences.join('');
}

/** Who is named for a part, and who of them only arbitrates. */
type Named = { named: readonly number[]; arbiters: ReadonlySet<number> };

/** Papers that wait for none but those who leave: they are done at once. */
function settlingText(exam: ExamView, papers: ShareablePaper[], before: Named, after: Named): string {
  if (papers.some((paper) => paper.examinerIds.length > 0)) return '';
  const [now, then] = [expectedOf(exam, before), expectedOf(exam, after)];
  const done = papers.filter(
    ({ attempts, contestedIds }) =>
      contestedIds.length === 0 &&
      attempts.some(
        ({ isScored, finalIds }) =>
          finalIds.length > 0 &&
          !isScored &&
          missingScores(finalIds, now, exam.ownerId) > 0 &&
          missingScores(finalIds, then, exam.ownerId) === 0,
      ),
  ).length;
  return done === 0 ? '' : `${done} 份答卷不再等这位老师，马上按已提交的评分计算。`;
}

/** Papers that were thought to be done and wait for who joins; the score of who leaves stands in for a successor's. */
async function joiningText(exam: ExamView, part: Part, papers: ShareablePaper[], after: Named): Promise<string> {
  if (await isSharedOut(exam, part)) return '';
  const expected = expectedOf(exam, after);
  const waiting = papers.filter(
    ({ finalIds, isSettled }) => isSettled && missingScores(finalIds, expected, exam.ownerId) > 0,
  ).length;
  return waiting === 0 ? '' : `每份答卷要选中的老师各评一遍：已评分的 ${waiting} 份会等新加的老师评完再算。`;
}

async function isSharedOut(exam: ExamView, part: Part): Promise<boolean> {
  return (await listAssignments(exam.id, part)).some((one) => one.kind === 'examiner');
}

/** Who each have to mark a paper of a part that is not shared out, were these named for it. */
function expectedOf(exam: ExamView, { named, arbiters }: Named): number[] {
  return expectedExaminers({
    ...{ named, arbiters, given: [], isSharedOut: false, isByKeyAlone: false, fixed: null },
    markedBy: exam.settings.markedBy,
  });
}

/**
 * 分卷: does what the preview showed. Who has begun a paper keeps it. Returns how many students' papers changed hands.
 * @throws AppError conflict when papers or examiners changed since the preview, invalid when it names nobody
 */
export async function shareOut(actor: Actor, input: ShareOutInput, now: number): Promise<number> {
  return transaction(async () => {
    const exam = await holdOwnExam(actor, input.examId, input.part, { opensResits: true });
    const papers = await listSharePapers(exam, input.part);
    const active = await listActiveExaminers(exam, input.part);
    refuseByClass(input.plan, await isMarkedByCode(exam, input.part));
    const { plan, mark, changes } = planFor(papers, input.plan, active);
    if (mark !== input.mark) {
      throw new AppError('conflict', '预览之后答卷或分法有了变化，请看过新的预览再确认。');
    }
    const changed = papers.filter((paper) => changes.changedIds.includes(paper.studentId));
    refuseReopening(exam, changed, (paper) => plan.get(paper.studentId) ?? []);
    await giveExaminers(
      exam,
      input.part,
      changed.map((paper) => ({ paper, examinerIds: plan.get(paper.studentId) ?? [] })),
      now,
    );
    const { way, scope, perPaper, examinerIds, byClass, seed } = input.plan;
    await recordAudit(
      actor,
      {
        action: 'score.share_out',
        entity: 'exam',
        entityId: exam.id,
        detail: {
          part: input.part,
          way,
          scope,
          perPaper,
          examinerIds,
          byClass,
          seed,
          changed: changes.changedIds.length,
        },
      },
      now,
    );
    await tellExaminers(actor, exam, input.part, changed, (paper) => plan.get(paper.studentId) ?? [], now);
    return changed.reduce((sum, paper) => sum + paper.count, 0);
  });
}

/** After the release the earlier paper of who sits again is settled, and stays so. */
function refuseReopening(exam: ExamView, papers: ShareablePaper[], nextOf: (paper: ShareablePaper) => number[]): void {
  if (exam.status !== 'released' || papers.every((paper) => reopenedBy(paper, nextOf(paper)) === 0)) return;
  throw new AppError(
    'conflict',
    '成绩已经公布：每份分给两位老师，会让补考学生原来已经评完的答卷重新等待评分。请每份只分给一位老师。',
  );
}

/**
 * With the first paper that is given to somebody the part is shared out: all others stay with who marks them now.
 * @throws AppError invalid (first) where that is whoever comes first
 */
async function keepOthersMarkers(exam: ExamView, part: Part, paper: ShareablePaper, now: number): Promise<void> {
  if (await isSharedOut(exam, part)) return;
  const named = exam.examinerIds[part];
  const arbiters = await listArbitersOnly(exam.id, part);
  const expected = expectedOf(exam, { named, arbiters });
  const examiners = expected.length > 0 ? expected : named.filter((id) => !arbiters.has(id));
  const others = (await listSharePapers(exam, part, { isRecord: true }))
    .filter(({ studentId }) => studentId !== paper.studentId)
    .map((one) => ({ one, markers: unsharedMarkers(one, examiners, expected.length) }));
  if (others.some(({ one, markers }) => markers.length === 0 && !one.isSettled)) {
    throw invalid({ first: '这部分还没有分卷，谁先评都可以。请先在“分卷”里把答卷分给各位老师，再改派其中一份。' });
  }
  await insertAssignments(
    others.flatMap(({ one, markers }) =>
      markers
        .filter((id) => !one.arbiterIds.includes(id))
        .map((examinerId) => ({ exam, part, studentId: one.studentId, examinerId, kind: 'examiner', now })),
    ),
  );
}

/**
 * Changes who scores one student's papers; nobody named takes them back from everybody who has not begun. Where they are
 * marked without names they are given away by a code (see actsByCode): by the student none is, so that nothing that
 * moves beside the codes, and no refusal, says whose they are.
 * Returns what they are called.
 * @throws AppError not_found, invalid (studentId; first, second: not an examiner of the part, or one who has scored left
 * out), conflict (marked without names: nobody has begun, or others still write)
 */
export async function setPaperExaminers(actor: Actor, input: SetPaperExaminersInput, now: number): Promise<string> {
  return transaction(async () => {
    const { part } = input;
    const exam = await holdOwnExam(actor, input.examId, part, { opensResits: true });
    const { paper, name } = await findPaper(exam, input, now);
    const examinerIds = [...new Set([input.first, input.second].filter((id): id is number => id !== null))];
    const active = await listActiveExaminers(exam, part);
    for (const id of examinerIds) {
      if (!active.has(id) && !paper.finalIds.includes(id)) {
        const isGone = exam.examinerIds[part].includes(id);
        throw invalid({ first: isGone ? '这位老师的账号已停用，请选别的老师' : '只能分给这部分的阅卷老师' });
      }
      if (paper.arbiterIds.includes(id)) throw invalid({ first: '仲裁老师不能再做这份答卷的阅卷老师' });
    }
    if (paper.fixedIds.some((id) => paper.examinerIds.includes(id) && !examinerIds.includes(id))) {
      throw invalid({ first: '已提交评分的老师要保留；不想用他的评分，请在评分页面裁定' });
    }
    refuseReopening(exam, [paper], () => examinerIds);
    await keepOthersMarkers(exam, part, paper, now);
    await giveExaminers(exam, part, [{ paper, examinerIds }], now);
    await recordAudit(
      actor,
      {
        action: 'score.reassign',
        entity: 'exam',
        entityId: exam.id,
        detail: { part, studentId: paper.studentId, before: paper.examinerIds, after: examinerIds },
      },
      now,
    );
    await tellExaminers(actor, exam, part, [paper], () => examinerIds, now);
    return name;
  });
}

/** The papers that are given away: a student's, or by the code of one of them where they are marked without names. */
async function findPaper(
  exam: ExamView,
  { part, studentId, attemptId = null }: SetPaperExaminersInput,
  now: number,
): Promise<{ paper: ShareablePaper; name: string }> {
  if (!actsByCode(exam)) {
    const paper = (await listSharePapers(exam, part)).find((one) =>
      studentId === null ? one.attempts.some(({ id }) => id === attemptId) : one.studentId === studentId,
    );
    if (!paper) throw notFound('答卷');
    return { paper, name: `${paper.studentName}的答卷` };
  }
  if (attemptId === null) throw invalid({ studentId: '匿名评阅的答卷不按姓名改派，请按答卷号改派。' });
  if (!(await isMarkedByCode(exam, part))) {
    throw new AppError(
      'conflict',
      '匿名评阅：还没有老师动手评，请重新分卷；有老师动手评了以后，才能按答卷号改派单份。',
    );
  }
  await refuseAnySealed(exam, part, [attemptId], now);
  const paper = (await listSharePapers(exam, part)).find((one) => one.attempts.some(({ id }) => id === attemptId));
  if (!paper) throw notFound('答卷');
  return { paper, name: blindName(attemptId) };
}
