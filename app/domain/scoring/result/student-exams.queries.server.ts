import { isMember } from '~/domain/classroom/members-then.server';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examTimesOf } from '~/domain/exam/exam-times.server';
import { heldWindowOf } from '~/domain/exam/times.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { partsOf, type Part, type TestType } from '~/domain/exam/parts.rules';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import { toResit } from '~/domain/exam/resit.queries.server';
import { isPending, nextNumber, RESIT_NUMBER, termsOf } from '~/domain/exam/resit.rules';
import { isReleasedFor } from '~/domain/exam/released.queries.server';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';
import { listResitTags } from './resit-tags.queries.server';
import { shownScore } from './result-display.rules';
import type { ShownGrade } from '../report/score-list.rules';
import { missingWord, totalMissingWord } from '../paper/scoring.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { pageOf, type Page, type PageInput } from '~/lib/page';
import { isBlankAnswer, takesPhotos } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { toAttemptView, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { stateForStudent } from '~/domain/attempt/attempt.rules';
import { heldDeadlines } from '~/domain/attempt/closing.rules';
import { ownPartOf, type OwnPart } from '~/domain/attempt/own-part.rules';
import {
  STUDENT_GROUPS,
  studentPartState,
  type PartState,
  type StudentGroup,
} from '~/domain/attempt/student-exams.rules';

export type StudentExamPart = PartState & {
  part: Part;
  beginsAt: number;
  endsAt: number;
  /** Until when it can really be answered and photos are taken, extra minutes included. */
  own: Pick<OwnPart, 'endsAt' | 'photosAt' | 'extraMinutes'>;
  /** 补考: these are its own times. */
  isResit: boolean;
  minutes: number | null;
  itemCount: number;
  attempt: Pick<AttemptView, 'id' | 'number' | 'state' | 'submittedAt' | 'receiptCode' | 'deadlineAt'> | null;
  /** Every sitting, the first before the re-sit: each has its own receipt, whichever of them counts. */
  papers: Pick<AttemptView, 'id' | 'number' | 'submittedAt' | 'receiptCode'>[];
  /** Items of the running or uploading attempt that hold something. */
  answeredCount: number;
};

/** An exam in the student's list; `group` is that of its most pressing part. */
export type StudentExam = {
  id: number;
  name: string;
  ownerName: string;
  /** As it is for this student: released when their own class's results are out. */
  status: ExamStatus;
  testType: TestType;
  group: StudentGroup;
  parts: StudentExamPart[];
  /** Why the result is not out, of an exam to be sat again: `due` until the student has, then `marking`; null else. */
  resit: 'due' | 'marking' | null;
  /** Of which parts that is true. */
  resitParts: Part[];
  /** After release, of an exam sat again: which part and which sitting counts; '' else. */
  resat: string;
  /** After release; null while nothing was scored. */
  totalPercent: number | null;
  /** Of a released exam without a total: 缺考, 待评分, or which part was missed; null else. */
  missing: string | null;
  thresholds: GradeThresholds;
  /** Instead of it, where the exam shows grades only. */
  grade: ShownGrade | null;
};

/** The exams of the student's class and those the student has sat, the most pressing first. */
export async function listAllStudentExams(actor: Actor, now: number): Promise<StudentExam[]> {
  if (isTeacher(actor)) throw new AppError('forbidden', '这个页面只对学生开放。');
  const rows = await db()
    .selectFrom('exams')
    .innerJoin('users', 'users.id', 'exams.owner_id')
    .selectAll('exams')
    .select((select) => [
      'users.name as owner_name',
      select.case().when(isReleasedFor(actor)(select)).then(1).else(0).end().as('is_released'),
    ])
    .where('exams.deleted_at', 'is', null)
    .where('exams.status', '!=', 'draft')
    .where((eb) =>
      eb.or([
        isMember(actor),
        eb('exams.id', 'in', eb.selectFrom('attempts').select('exam_id').where('student_id', '=', actor.id)),
        eb('exams.id', 'in', eb.selectFrom('exam_resits').select('exam_id').where('student_id', '=', actor.id)),
      ]),
    )
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const attempts = (
    await db().selectFrom('attempts').selectAll().where('student_id', '=', actor.id).orderBy('number').execute()
  ).map(toAttemptView);
  const grants = await db().selectFrom('exam_grants').selectAll().where('student_id', '=', actor.id).execute();
  const resits = await db().selectFrom('exam_resits').selectAll().where('student_id', '=', actor.id).execute();
  const results = await db().selectFrom('results').selectAll().where('student_id', '=', actor.id).execute();
  const tags = await listResitTags(actor.id, ids);
  const facts = await listPaperFacts(ids);
  const isLive = (one: AttemptView) => one.state === 'in_progress' || (one.uploadDeadlineAt ?? 0) > now;
  const answered = await countAnswered(attempts.filter(isLive).map((one) => one.id));

  const exams = rows.map((row): StudentExam => {
    const exam = {
      status: statusOf(row),
      ...examTimesOf(row),
      oralMinutes: row.oral_minutes,
      writtenMinutes: row.written_minutes,
      closedAt: row.closed_at,
    };
    const parts = partsOf(exam.testType).flatMap((part): StudentExamPart[] => {
      const own = attempts.filter((one) => one.examId === row.id && one.part === part);
      const attempt = own[own.length - 1] ?? null;
      const grant = grants.find((one) => one.exam_id === row.id && one.part === part);
      const paper = facts.get(`${row.id} ${part}`);
      const resitRow = resits.find((one) => one.exam_id === row.id && one.part === part);
      const given = {
        extraMinutes: grant?.extra_minutes ?? 0,
        attempts: grant?.attempts ?? 1,
        resit: resitRow ? toResit(resitRow) : null,
      };
      const isToBegin = isPending(given.resit, own);
      const number = isToBegin ? nextNumber(given.resit, own) : (attempt?.number ?? 1);
      const terms = termsOf(exam, part, number, given).exam;
      const window = heldWindowOf(terms, part);
      const state = studentPartState(
        {
          exam,
          part,
          attempt,
          grant: given,
          hasPhotoItems: paper?.takesPhotos ?? false,
        },
        now,
      );
      const ownPart = ownPartOf(exam, part, { attempts: own, grant: given }, now);
      if (!state || !window || !ownPart) return [];
      // The paper before it is not the one to begin now.
      const shown = isToBegin && (state.step === 'wait' || state.step === 'start') ? null : attempt;
      return [
        {
          ...state,
          part,
          ...window,
          own: { endsAt: ownPart.endsAt, photosAt: ownPart.photosAt, extraMinutes: ownPart.extraMinutes },
          isResit: terms !== exam,
          minutes: part === 'oral' ? exam.oralMinutes : exam.writtenMinutes,
          itemCount: paper?.itemCount ?? 0,
          attempt: shown && {
            id: shown.id,
            number: shown.number,
            state: stateForStudent(shown, exam.status),
            submittedAt: shown.submittedAt,
            receiptCode: shown.receiptCode,
            deadlineAt: heldDeadlines(shown, terms.closedAt).deadlineAt,
          },
          papers: own.map((one) => ({
            ...{ id: one.id, number: one.number },
            ...{ submittedAt: one.submittedAt, receiptCode: one.receiptCode },
          })),
          answeredCount: shown ? (answered.get(shown.id) ?? shown.receipt?.answeredCount ?? 0) : 0,
        },
      ];
    });
    const result = exam.status === 'released' ? results.find((one) => one.exam_id === row.id) : undefined;
    const settings = examSettingsSchema.parse(fromJson<unknown>(row.settings));
    const total = shownScore(result?.total_percent ?? null, settings);
    return {
      id: row.id,
      name: row.name,
      ownerName: row.owner_name,
      status: exam.status,
      testType: exam.testType,
      group: STUDENT_GROUPS.find((group) => parts.some((part) => part.group === group)) ?? 'ended',
      parts,
      ...resitStage(
        parts,
        resits.filter((one) => one.exam_id === row.id && one.state === 'open').map((one) => one.part),
      ),
      resat: exam.status === 'released' ? (tags.get(row.id)?.text ?? '') : '',
      totalPercent: total.percent,
      missing:
        exam.status === 'released' && (result?.total_percent ?? null) === null
          ? totalMissingWord(
              partsOf(exam.testType).map((part) => {
                const percent = (part === 'oral' ? result?.oral_percent : result?.written_percent) ?? null;
                const hasAttempt = attempts.some((one) => one.examId === row.id && one.part === part);
                return { part, missing: percent === null ? missingWord(hasAttempt) : null };
              }),
            )
          : null,
      thresholds: thresholdsOf(settings),
      grade: total.grade,
    };
  });
  return exams.sort(
    (a, b) =>
      STUDENT_GROUPS.indexOf(a.group) - STUDENT_GROUPS.indexOf(b.group) ||
      Number(isUnderWay(b)) - Number(isUnderWay(a)) ||
      byTime(a, b),
  );
}

/** How far the open re-sits of an exam have come; of one that was missed a moment ago there is nothing to say. */
function resitStage(parts: StudentExamPart[], open: string[]): Pick<StudentExam, 'resit' | 'resitParts'> {
  const own = parts.filter((part) => open.includes(part.part));
  const hasBegun = ({ attempt }: StudentExamPart) => attempt !== null && attempt.number >= RESIT_NUMBER;
  // Handed in it may still wait for its photos.
  const isHandedIn = (part: StudentExamPart) => hasBegun(part) && part.attempt?.state !== 'in_progress';
  const due = own.filter((part) => part.group !== 'ended' && !isHandedIn(part));
  if (due.length > 0) return { resit: 'due', resitParts: due.map((one) => one.part) };
  const marking = own.filter(hasBegun);
  return { resit: marking.length > 0 ? 'marking' : null, resitParts: marking.map((one) => one.part) };
}

/** As it is for the student: of an exam to be sat again nothing is out yet. */
function statusOf(row: { is_released: number; status: string }): ExamStatus {
  if (row.is_released === 1) return 'released';
  return row.status === 'released' ? 'closed' : (row.status as ExamStatus);
}

/** A paper of it is begun: its clock runs, whatever else may be begun until when. */
function isUnderWay(exam: StudentExam): boolean {
  return exam.parts.some((part) => part.step === 'continue');
}

/** Open groups by what ends or begins first; past ones the latest first. */
function byTime(a: StudentExam, b: StudentExam): number {
  const isPast = a.group === 'ended' || a.group === 'released';
  const time = (exam: StudentExam) =>
    isPast
      ? -Math.max(0, ...exam.parts.map((part) => part.endsAt))
      : Math.min(...exam.parts.filter((part) => part.group === exam.group).map((part) => part.until ?? Infinity));
  return time(a) - time(b) || b.id - a.id;
}

/** The list by pages, of one group when it is named. */
export async function listStudentExams(
  actor: Actor,
  input: PageInput & { group: StudentGroup | null },
  now: number,
): Promise<Page<StudentExam>> {
  const all = (await listAllStudentExams(actor, now)).filter(
    (exam) => input.group === null || exam.group === input.group,
  );
  return pageOf(all, input);
}

/** How many items a paper of each exam's part has, by `<exam> <part>`, and whether one in it may take photos. */
async function listPaperFacts(examIds: number[]): Promise<Map<string, { itemCount: number; takesPhotos: boolean }>> {
  const fixed = await db()
    .selectFrom('exam_items')
    .select(['exam_id', 'part', 'snapshot'])
    .where('exam_id', 'in', examIds)
    .where('draw_id', 'is', null)
    .execute();
  const draws = await db()
    .selectFrom('exam_draws')
    .select(['exam_id', 'bank', 'count'])
    .where('exam_id', 'in', examIds)
    .execute();
  const facts = new Map<string, { itemCount: number; takesPhotos: boolean }>();
  const add = (key: string, count: number, photos: boolean) => {
    const known = facts.get(key) ?? { itemCount: 0, takesPhotos: false };
    facts.set(key, { itemCount: known.itemCount + count, takesPhotos: known.takesPhotos || photos });
  };
  for (const row of fixed) {
    add(`${row.exam_id} ${row.part}`, 1, takesPhotos(readSnapshot(row.snapshot)));
  }
  for (const row of draws) add(`${row.exam_id} written`, row.count, row.bank === 'written');
  return facts;
}

/** For each attempt, how many of its items hold something. */
async function countAnswered(attemptIds: number[]): Promise<Map<number, number>> {
  if (attemptIds.length === 0) return new Map();
  const answers = await db()
    .selectFrom('answers')
    .select(['attempt_id', 'item_id', 'value'])
    .where('attempt_id', 'in', attemptIds)
    .execute();
  const takes = await db()
    .selectFrom('takes')
    .select(['attempt_id', 'item_id'])
    .where('attempt_id', 'in', attemptIds)
    .where('outcome', '!=', 'refused')
    .execute();
  const photos = await db()
    .selectFrom('photos')
    .select(['attempt_id', 'item_id'])
    .where('attempt_id', 'in', attemptIds)
    .where('outcome', '!=', 'refused')
    .where('removed_at', 'is', null)
    .execute();
  const given = answers.filter((row) => !isBlankAnswer(fromJson<AnswerValue>(row.value)));
  const items = new Map<number, Set<number>>();
  for (const row of [...given, ...takes, ...photos]) {
    items.set(row.attempt_id, (items.get(row.attempt_id) ?? new Set()).add(row.item_id));
  }
  return new Map([...items].map(([id, set]) => [id, set.size]));
}
