import { db } from '~/db/db.server';
import { rewriteMessages, sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import { type Address } from '~/lib/addresses/address';
import { toPaper, toPapers } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';
import type { ExamView } from './exam.queries.server';
import { listResits } from './resit.queries.server';
import { windowOf } from './times.rules';
import { PART_LABELS, partsOf, type Part } from './parts.rules';

/** Teachers named for a part hear of it themselves: that it is theirs to mark, when its papers come and by when. */

type Asking = Pick<ExamView, 'id' | 'name' | 'ownerName' | 'markingDueAt' | 'status'>;

/** Where the papers of a part are marked; those that are the reader's alone. */
export function markingLink(examId: number, part: Part, state?: 'mine'): Address {
  return toPapers({ examId, part, state });
}

/** 请您阅卷: asks these teachers to mark a part. Call it inside the transaction that names them. */
export async function askExaminers(
  exam: ExamView,
  { part, teacherIds }: { part: Part; teacherIds: number[] },
  now: number,
): Promise<void> {
  const endsAt = windowOf(exam, part)?.endsAt ?? 0;
  const when =
    endsAt > now && exam.closedAt === null
      ? `这部分 ${formatMinute(endsAt)} 结束，${whenMarked(exam, part)}。`
      : earlyText(exam, endsAt);
  await sendMessages(
    teacherIds,
    {
      kind: 'score',
      title: `请您阅卷：${exam.name}（${PART_LABELS[part]}）`,
      body: askedText(exam, part, when, now),
      link: markingLink(exam.id, part),
    },
    now,
  );
}

/** From when papers can be marked, while the part is still to end; without names they are sealed until all are in (sealOf). */
function whenMarked({ settings }: Pick<ExamView, 'settings'>, part: Part): string {
  if (settings.isBlind) return '匿名评阅，全部考完（补时、补传照片的也算）以后可以评';
  return `交上来的答卷随时可以评${part === 'written' ? '，有拍照作答的题，要等照片补传截止才能提交评分' : ''}`;
}

function askedText(exam: Asking, part: Part, when: string, now: number): string {
  // What is out is not theirs to mark, and the day by which it was to be marked has nothing to do with the re-sits.
  if (exam.status === 'released') {
    const due = (exam.markingDueAt ?? 0) > now ? dueText(exam, now) : '';
    return `${exam.ownerName}老师请您评阅这场考试${PART_LABELS[part]}部分的补考。别的成绩已经公布，不用您评。${due}`;
  }
  return `${exam.ownerName}老师请您评阅这场考试的${PART_LABELS[part]}部分。${when}${dueText(exam, now)}`;
}

function earlyText({ closedAt }: Pick<ExamView, 'closedAt'>, endsAt: number): string {
  if (closedAt === null || closedAt >= endsAt) return '';
  return `这部分已在 ${formatMinute(closedAt)} 提前结束，现在就可以评。`;
}

/** An exam is closed before its time: what the examiners were told of its end is put right. */
export async function correctAskedTimes(exam: ExamView, now: number): Promise<void> {
  for (const part of partsOf(exam.testType)) {
    const about = { kind: 'score' as const, link: markingLink(exam.id, part) };
    const endsAt = windowOf(exam, part)?.endsAt ?? 0;
    const body = askedText(exam, part, earlyText({ closedAt: now }, endsAt), now);
    if (endsAt > now) {
      await rewriteMessages(exam.examinerIds[part], about, body, '%结束，%可以评%');
    }
  }
}

function dueText({ markingDueAt }: Asking, now: number): string {
  if (markingDueAt === null) return '';
  // Who takes over is asked late.
  if (markingDueAt <= now) return `阅卷期限 ${formatMinute(markingDueAt)} 已经过了，请尽快评完。`;
  return `请在 ${formatMinute(markingDueAt)} 前评完。`;
}

/**
 * Asks the examiners of an exam that is published, but for its owner, and tells who only arbitrates that; who was told
 * before, of an exam that was taken back meanwhile, is not told again.
 */
export async function askNamedExaminers(exam: ExamView, now: number): Promise<void> {
  for (const part of partsOf(exam.testType)) {
    const arbiters = await listArbitersOnly(exam.id, part);
    const asked = await db()
      .selectFrom('messages')
      .select('user_id')
      .where('user_id', 'in', exam.examinerIds[part])
      .where('link', '=', markingLink(exam.id, part))
      .where('title', 'like', '请您阅卷：%')
      .execute();
    const known = new Set([exam.ownerId, ...asked.map((row) => row.user_id), ...arbiters]);
    const teacherIds = exam.examinerIds[part].filter((id) => !known.has(id));
    await askExaminers(exam, { part, teacherIds }, now);
    const told = await db()
      .selectFrom('messages')
      .select('user_id')
      .where('user_id', 'in', arbiters)
      .where('title', 'in', arbiterTitles(exam, part))
      .execute();
    const knowing = new Set([exam.ownerId, ...told.map((row) => row.user_id)]);
    await tellArbitersOnly(exam, part, { turned: [], added: arbiters.filter((id) => !knowing.has(id)) }, now);
  }
}

/** Who sees a part of an exam for nothing but what they are asked to arbitrate. */
async function listArbitersOnly(examId: number, part: Part): Promise<number[]> {
  const rows = await db()
    .selectFrom('exam_examiners')
    .select('teacher_id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('only_arbitrates', '=', 1)
    .execute();
  return rows.map((row) => row.teacher_id);
}

/** How who only arbitrates is told so: having marked until then, or from the start. */
function arbiterTitles(exam: Asking, part: Part): [turned: string, added: string] {
  const what = `${exam.name}（${PART_LABELS[part]}）`;
  return [`改为只请您仲裁：${what}`, `请您只仲裁：${what}`];
}

/** An exam goes back to its draft, or has nothing left to mark: who has not read that they were asked need not. */
export async function unaskExaminers(exam: ExamView, parts = partsOf(exam.testType)): Promise<void> {
  for (const part of parts) {
    await withdrawMessages(exam.examinerIds[part], { kind: 'score', link: markingLink(exam.id, part) });
    const arbiters = await listArbitersOnly(exam.id, part);
    for (const title of arbiterTitles(exam, part)) await withdrawMessages(arbiters, { kind: 'score', link: '', title });
  }
}

/**
 * Examiners who need mark a part no more are told, and what they were told of it leads to no page that is closed to
 * them. `finals`: scores they have handed in. `why`: a sentence's beginning, the owner's choice unless given.
 */
export async function dismissExaminers(
  exam: Asking,
  part: Part,
  gone: { id: number; finals: number }[],
  now: number,
  why = `${exam.ownerName}老师更换了这部分的阅卷老师`,
): Promise<void> {
  for (const { id, finals } of gone) {
    await forgetMarking(exam.id, part, id);
    const kept = finals > 0 ? `您已提交的 ${finals} 份评分照样计入。` : '';
    const title = `不用再阅卷：${exam.name}（${PART_LABELS[part]}）`;
    await sendMessages([id], { kind: 'score', title, body: `${why}，您不用再评。${kept}` }, now);
  }
}

/**
 * Who is to arbitrate alone is told so: `turned` were examiners until now, and that they were asked to mark the part goes
 * unread; `added` see the exam among those they mark, with nothing in it before they are asked.
 */
export async function tellArbitersOnly(
  exam: Asking,
  part: Part,
  { turned, added }: { turned: number[]; added: number[] },
  now: number,
): Promise<void> {
  await withdrawMessages(turned, { kind: 'score', link: markingLink(exam.id, part) });
  const [turnedTitle, addedTitle] = arbiterTitles(exam, part);
  await sendMessages(
    turned,
    {
      kind: 'score',
      title: turnedTitle,
      body: `${exam.ownerName}老师改为请您只仲裁：请您仲裁的答卷照旧，别的不用再评。`,
    },
    now,
  );
  await sendMessages(
    added,
    {
      kind: 'score',
      title: addedTitle,
      body: `${exam.ownerName}老师请您在这场考试里只做仲裁：现在不用评，有答卷要请您仲裁时会再通知您。`,
    },
    now,
  );
}

/** What a teacher was told of a part that is closed to them now goes where it is not read, and leads nowhere else. */
export async function forgetMarking(examId: number, part: Part, teacherId: number): Promise<void> {
  for (const state of [undefined, 'mine', 'arbitration']) {
    await withdrawMessages([teacherId], { kind: 'score', link: toPapers({ examId, part, state }) });
  }
  await forgetLinks(examId, part, teacherId);
}

/**
 * What a teacher was told leads nowhere any more: to this part's papers, together or one of them, and to the exam's
 * where it was the only one they had.
 */
async function forgetLinks(examId: number, part: Part, teacherId: number): Promise<void> {
  const left = await db()
    .selectFrom('exam_examiners')
    .select('part')
    .where('exam_id', '=', examId)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst();
  const papers = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  const ofPapers = new Set(papers.map(({ id }) => `${PAPER_LINK}${id}`));
  const list = markingLink(examId, part);
  const ofExam: string[] = left ? [] : [toPapers({ examId })];
  const own = await db()
    .selectFrom('messages')
    .select(['id', 'link'])
    .where('user_id', '=', teacherId)
    .where((where) =>
      where.or([
        where('link', 'like', `${list}%`),
        where('link', 'like', `${PAPER_LINK}%`),
        where('link', 'in', ['-', ...ofExam]),
      ]),
    )
    .execute();
  const closed = own.filter(({ link }) => {
    const isList = link === list || link.startsWith(`${list}&`);
    return isList || ofExam.includes(link) || ofPapers.has(link.split('&')[0] ?? '');
  });
  if (closed.length === 0) return;
  const ids = closed.map(({ id }) => id);
  await db().updateTable('messages').set({ link: '' }).where('id', 'in', ids).execute();
}

/** How the address of every paper begins. */
const PAPER_LINK = toPaper({ attemptId: '' });

/**
 * 阅卷期限: the examiners hear of the date that the owner has set or moved; what they have not read of another goes. Once
 * results are out it is of re-sits.
 */
export async function tellMarkingDue(exam: ExamView, now: number): Promise<void> {
  const resits = (await listResits(exam.id)).filter(({ state }) => state === 'open');
  for (const part of partsOf(exam.testType)) {
    const about = { kind: 'score' as const, link: markingLink(exam.id, part) };
    await withdrawMessages(exam.examinerIds[part], { ...about, title: dueTitle(exam, part) });
    const isOver = exam.status === 'released' && !resits.some((resit) => resit.part === part);
    if (exam.markingDueAt === null || isOver) continue;
    await sendMessages(
      exam.examinerIds[part].filter((id) => id !== exam.ownerId),
      {
        ...about,
        title: dueTitle(exam, part),
        body: `${exam.ownerName}老师定了阅卷期限。${PART_LABELS[part]}部分${dueText(exam, now)}`,
      },
      now,
    );
  }
}

const dueTitle = (exam: Asking, part: Part) => `阅卷期限：${exam.name}（${PART_LABELS[part]}）`;
