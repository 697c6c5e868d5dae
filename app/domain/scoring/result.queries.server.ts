import { actorThen } from '~/domain/exam/members-then.server';
import { findResit } from '~/domain/exam/resit.queries.server';
import { resitSentence } from '~/domain/exam/resit.rules';
import { listHandInRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { toAttemptView, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { examSettingsSchema, type ExamSettings } from '~/domain/exam/exam-settings.schema';
import { isOwnExam } from '~/domain/exam/sat-exams.queries.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import {
  isCandidate,
  partsOf,
  phaseOf,
  releasedAtFor,
  statusFor,
  type ExamStatus,
  type Part,
  type TestType,
  heldAtOf,
} from '~/domain/exam/exam.rules';
import { groupPaper, sectionHeads, withKind } from '~/domain/exam/paper-sections.rules';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { isReleasedFor, releaseTimeFor } from '~/domain/exam/released.queries.server';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { notFound } from '~/lib/errors';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { listPaperScores } from './paper-scores.queries.server';
import { listSettledAttempts } from './result.commands.server';
import {
  shownPart,
  shownScore,
  type ResultItem,
  type ResultPart,
  type ResultSection,
  type ShownScore,
} from './result-display.rules';
import { knownSince, listResitTags } from './resit-tags.queries.server';
import { rubricOfScore } from './rubric.queries.server';
import { rubricOfItem, rubricOutcome, type RubricOutcome, type RubricVersion } from './rubric.rules';
import { findClassPlace, type ClassPlace } from './score-list.queries.server';
import type { ShownGrade } from './score-list.rules';
import { listScores, type ScoreView } from './scores.queries.server';
import { settlePaper } from './settle.rules';
import { listFinalMarks } from './photo-marks.queries.server';
import type { Shape } from './photo-marks.rules';
import { listScoringItems, type ScoringItem } from './scoring-items.queries.server';
import {
  countedAttempt,
  examTotal,
  itemPercent,
  missingWord,
  roundHalfUp,
  scoreText,
  totalMissingWord,
} from './scoring.rules';

export type { ResultItem, ResultPart };

type ExamHead = Pick<
  ExamView,
  'id' | 'name' | 'status' | 'testType' | 'releasedAt' | 'ownerName' | 'oralWeight' | 'writtenWeight'
>;

/** Before release only what the student handed in. */
export type ResultView =
  | {
      isReleased: false;
      /** The results are out for the class, but this student is to sit a part again first. */
      awaitsResit: boolean;
      exam: ExamHead;
      handedIn: { part: Part; isOver: boolean; attempt: AttemptView | null }[];
    }
  | {
      isReleased: true;
      exam: ExamHead;
      releasedBy: string;
      display: ExamSettings['resultDisplay'];
      /** What the words of its scores mean. */
      thresholds: GradeThresholds;
      total: number | null;
      /** Instead of `total`, where the exam shows grades only. */
      grade: ShownGrade | null;
      /** Where the exam lets students know their place. */
      place: ClassPlace | null;
      parts: ResultPart[];
      /** Whether the total differs from what the parts come to as they are shown. */
      isOfUnrounded: boolean;
    };

/**
 * The actor's own result of an exam. Nothing of it leaves this function before the release.
 * @throws AppError not_found for an exam that is not theirs
 */
export async function getOwnResult(actor: Actor, examId: number, now: number): Promise<ResultView> {
  const exam = await findExamView(examId);
  if (!exam || isTeacher(actor) || exam.status === 'draft') throw notFound('考试');
  const rows = await db()
    .selectFrom('attempts')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('student_id', '=', actor.id)
    .orderBy('number', 'desc')
    .execute();
  // Who has moved to another class keeps what they sat.
  const then = await actorThen(actor, examId);
  if (rows.length === 0 && !isCandidate(then, exam)) throw notFound('考试');
  const attempts = rows.map(toAttemptView);
  const releasedAt = releasedAtFor(exam, then.classroomId, actor.id);
  const since = knownSince(releasedAt, (await listResitTags(actor.id, [exam.id])).get(exam.id));
  const head: ExamHead = { ...exam, status: statusFor(exam, then.classroomId, actor.id), releasedAt: since };
  if (releasedAt === null) {
    return {
      isReleased: false,
      awaitsResit: releasedAtFor(exam, then.classroomId) !== null,
      exam: headOf(head),
      handedIn: partsOf(exam.testType).map((part) => ({
        part,
        isOver: phaseOf(exam, part, now) === 'ended',
        attempt: attempts.find((attempt) => attempt.part === part) ?? null,
      })),
    };
  }
  const result = await db()
    .selectFrom('results')
    .select('total_percent')
    .where('exam_id', '=', examId)
    .where('student_id', '=', actor.id)
    .executeTakeFirst();
  const closed = await closedQuestionIds(actor, now);
  const parts: ResultPart[] = [];
  for (const part of partsOf(exam.testType)) {
    parts.push(
      await resultPart(
        exam,
        part,
        actor,
        attempts.filter((attempt) => attempt.part === part),
        closed,
      ),
    );
  }
  const total = shownScore(result?.total_percent ?? null, exam.settings);
  return {
    isReleased: true,
    exam: headOf(head),
    // Nobody's word where the server released it.
    releasedBy: exam.settings.releaseMode === 'auto' ? '' : exam.ownerName,
    display: exam.settings.resultDisplay,
    thresholds: thresholdsOf(exam.settings),
    total: total.percent,
    grade: total.grade,
    place: exam.settings.showsRank ? await findClassPlace(exam, then) : null,
    parts,
    isOfUnrounded: total.percent !== null && total.percent !== totalAsShown(exam, parts),
  };
}

/** What somebody gets who works with the rounded parts that stand beside the total. */
function totalAsShown(exam: ExamView, parts: ResultPart[]): number | null {
  const shown = (name: Part) => {
    const percent = parts.find(({ part }) => part === name)?.percent ?? null;
    return percent === null ? null : roundHalfUp(percent);
  };
  return examTotal({ oral: shown('oral'), written: shown('written') }, exam);
}

function headOf(exam: ExamHead): ExamHead {
  const { id, name, status, testType, releasedAt, ownerName, oralWeight, writtenWeight } = exam;
  return { id, name, status, testType, releasedAt, ownerName, oralWeight, writtenWeight };
}

type Student = Pick<Actor, 'id' | 'classroomId'>;

async function resultPart(
  exam: ExamView,
  part: Part,
  student: Student,
  attempts: AttemptView[],
  closed: ReadonlySet<number>,
): Promise<ResultPart> {
  const settled = await listSettledAttempts(exam.id, student.id, part);
  const counted = countedAttempt(settled, exam.settings.countedAttempt);
  const attempt = attempts.find((one) => one.id === counted?.id) ?? null;
  const finals = attempt ? await listCountedScores(exam.settings, attempt.id) : [];
  const rubrics = await rubricsOf(exam, part, finals);
  const given = attempt ? await listScoringItems(exam, attempt) : [];
  const marks = await listFinalMarks(
    given.flatMap((item) => item.photos.map((photo) => photo.id)),
    finals.map((score) => score.examinerId),
  );
  const remarks = attempt ? ((await listHandInRemarks([attempt.id])).get(attempt.id) ?? []) : [];
  const items = given.map((item, index) => ({
    ...resultItem(item, finals, rubrics, marks),
    number: index + 1,
    remark: remarks.find((one) => one.itemId === item.id)?.text ?? '',
  }));
  const percent = counted?.percent ?? null;
  const earned = part === 'written' ? items.map((item) => item.earned) : [];
  const open = {
    part,
    weight: partsOf(exam.testType).length === 1 ? 100 : part === 'oral' ? exam.oralWeight : exam.writtenWeight,
    percent,
    missing: percent === null ? missingWord(attempt !== null) : null,
    earned: percent === null || part === 'oral' ? null : earned.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    fullPoints: items.reduce((sum, item) => sum + item.points, 0),
    attempt,
    resit: resitSentence(
      settled.map(({ number, percent: own }) => {
        const shown = shownScore(own, exam.settings);
        return { number, text: own === null ? '待评分' : (shown.grade?.word ?? scoreText(own)) };
      }),
      percent === null ? null : (counted?.number ?? null),
      (await findResit(exam.id, student.id, part))?.state,
    ),
    comments: finals
      .filter((score) => score.comment !== '')
      .map((score) => ({ examiner: score.examinerName, text: score.comment })),
    measures: part === 'oral' && percent !== null ? meanMeasures(finals) : null,
    previousMeasures: part === 'oral' && percent !== null ? await findPreviousMeasures(exam, student) : null,
    items: items.filter((item) => item.questionId === null || !closed.has(item.questionId)),
    sections: part === 'written' ? sectionsOf(exam, items, percent !== null) : [],
    closedCount: items.filter((item) => item.questionId !== null && closed.has(item.questionId)).length,
  };
  return shownPart(open, exam.settings);
}

function sectionsOf(exam: ExamView, items: Omit<ResultItem, 'grade'>[], isMarked: boolean): ResultSection[] {
  return sectionHeads(groupPaper(items.map(withKind), exam.sections)).map((head) => ({
    key: head.key,
    heading: head.heading,
    instructions: head.instructions,
    points: head.points,
    earned: isMarked ? head.items.reduce((sum, item) => sum + (item.earned ?? 0), 0) : null,
    itemIds: head.items.map((item) => item.id),
  }));
}

/**
 * The scores whose mean an attempt's percentage is: what a student reads of a paper comes from these alone, so that
 * its total, questions, measures and comments say one thing. None until it is settled.
 */
async function listCountedScores(settings: ExamSettings, attemptId: number): Promise<ScoreView[]> {
  const [paper] = await listPaperScores([attemptId]);
  const counted = paper ? settlePaper(paper, settings.arbitrationLimit).countedIds : [];
  return (await listScores([attemptId])).filter((score) => counted.includes(score.id));
}

/** What the finals were given by, one entry for each version. */
async function rubricsOf(exam: ExamView, part: Part, finals: ScoreView[]): Promise<RubricVersion[]> {
  const ids = [...new Set(finals.map((score) => score.rubricId))];
  return Promise.all(ids.map((id) => rubricOfScore(exam, part, id)));
}

function outcomesOf(item: ScoringItem, finals: ScoreView[], rubrics: RubricVersion[]): RubricOutcome[] {
  return rubrics.flatMap(({ id, rubric }) => {
    const own = rubricOfItem(item, rubric);
    if (!own || own.kind === 'measures') return [];
    const details = finals
      .filter((score) => score.rubricId === id)
      .flatMap((score) => {
        const given = score.marks.find((mark) => mark.itemId === item.id)?.details;
        return given ? [given] : [];
      });
    return rubricOutcome(own, details) ?? [];
  });
}

function resultItem(
  item: ScoringItem,
  finals: ScoreView[],
  rubrics: RubricVersion[],
  photoMarks: Map<number, Shape[]>,
): Omit<ResultItem, 'grade' | 'remark' | 'number'> {
  const { lateTakes, latePhotos, lateAnswers, acceptances, ...shown } = item;
  void [lateTakes, latePhotos, lateAnswers, acceptances];
  const marks = finals.flatMap((score) => score.marks.filter((mark) => mark.itemId === item.id));
  const points = marks.flatMap((mark) => (mark.points === null ? [] : [mark.points]));
  const percents = marks.flatMap((mark) => itemPercent(item, mark) ?? []);
  const pointMarks = marks.flatMap((mark) => (mark.pointMarks === null ? [] : [mark.pointMarks]));
  return {
    ...shown,
    photoMarks: item.photos.map((photo) => photoMarks.get(photo.id) ?? []),
    earned: item.snapshot.bank === 'oral' ? null : mean(points),
    percent: mean(percents),
    earnedPoints: pointMarks[0]?.map((_, index) => mean(pointMarks.flatMap((one) => one[index] ?? [])) ?? 0) ?? null,
    outcomes: outcomesOf(item, finals, rubrics),
    comments: marks.flatMap((mark) => (mark.comment === '' ? [] : [mark.comment])),
    notes: finals
      .flatMap((score) => score.notes.filter((note) => note.itemId === item.id))
      .map(({ takeId, atMs, text }) => ({ takeId, atMs, text }))
      .sort((a, b) => a.takeId - b.takeId || a.atMs - b.atMs),
  };
}

function mean(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Null where none was marked by measures. */
function meanMeasures(finals: ScoreView[]): Record<Measure, number | null> | null {
  const given = finals.flatMap((score) => score.marks.flatMap((mark) => (mark.measures ? [mark.measures] : [])));
  if (given.length === 0) return null;
  const of = (measure: Measure) => {
    const value = mean(given.flatMap((measures) => measures[measure] ?? []));
    return value === null ? null : roundHalfUp(value);
  };
  return Object.fromEntries(MEASURES.map((measure) => [measure, of(measure)])) as Record<Measure, number | null>;
}

async function findPreviousMeasures(exam: ExamView, student: Student): Promise<ResultPart['previousMeasures']> {
  const row = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.id', 'exams.name', 'exams.settings'])
    .where('attempts.student_id', '=', student.id)
    .where('attempts.part', '=', 'oral')
    .where('attempts.state', '=', 'scored')
    .where((where) => isReleasedFor(student)(where))
    .where('exams.deleted_at', 'is', null)
    .where('exams.oral_begin_time', '<', exam.oralBeginTime ?? 0)
    .orderBy('exams.oral_begin_time', 'desc')
    .orderBy('attempts.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || settingsOf(row).resultDisplay === 'grade') return null;
  const measures = meanMeasures(await listCountedScores(settingsOf(row), row.id));
  return measures && { examName: row.name, measures };
}

function settingsOf(row: { settings: string }): ExamSettings {
  return examSettingsSchema.parse(fromJson<unknown>(row.settings));
}

export type HistoryRow = {
  examId: number;
  name: string;
  testType: TestType;
  status: ExamStatus;
  /** When its last window ended. */
  heldAt: number | null;
  /** When this student could first read it as it is. */
  releasedAt: number | null;
  /** Which part was sat again and which sitting counts; '' where none was. */
  resat: string;
  thresholds: GradeThresholds;
  total: number | null;
  /** Said where there is no total. */
  missing: string | null;
  /** Instead of every number, where the exam shows grades only. */
  grade: ShownGrade | null;
  parts: (ShownScore & {
    part: Part;
    /** Said instead of a number where there is none. */
    missing: '缺考' | '待评分' | null;
  })[];
};

/** The released exams of a student, newest first. No rank. */
export async function listOwnHistory(
  actor: Actor,
  input: PageInput & { keyword: string; testType: number | null },
): Promise<Page<HistoryRow>> {
  let query = db()
    .selectFrom('exams')
    .where((where) => isReleasedFor(actor)(where))
    .where('exams.deleted_at', 'is', null)
    .where(isOwnExam(actor));
  if (input.testType !== null) query = query.where('exams.test_type', '=', input.testType);
  if (input.keyword !== '') {
    query = query.where((where) =>
      where(where.fn<string>('lower', ['exams.name']), 'like', likePattern(input.keyword.toLowerCase())),
    );
  }
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const exams = await query
    .leftJoin('results', (join) =>
      join.onRef('results.exam_id', '=', 'exams.id').on('results.student_id', '=', actor.id),
    )
    .selectAll('exams')
    .select((select) => [
      'results.oral_percent',
      'results.written_percent',
      'results.total_percent',
      releaseTimeFor(actor)(select).as('own_released_at'),
    ])
    .orderBy((order) => order.fn.coalesce('exams.end_time', 'exams.oral_end_time', 'exams.closed_at'), 'desc')
    .orderBy('exams.id', 'desc')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  const attempts =
    exams.length === 0
      ? []
      : await db()
          .selectFrom('attempts')
          .select(['exam_id', 'part'])
          .where('student_id', '=', actor.id)
          .where(
            'exam_id',
            'in',
            exams.map((exam) => exam.id),
          )
          .execute();
  const tags = await listResitTags(
    actor.id,
    exams.map((exam) => exam.id),
  );
  const rows = exams.map((exam): HistoryRow => {
    const settings = settingsOf(exam);
    const total = shownScore(exam.total_percent, settings);
    const parts = partsOf(exam.test_type).map((part) => {
      const percent = part === 'oral' ? exam.oral_percent : exam.written_percent;
      const hasAttempt = attempts.some((attempt) => attempt.exam_id === exam.id && attempt.part === part);
      return { part, ...shownScore(percent, settings), missing: percent === null ? missingWord(hasAttempt) : null };
    });
    return {
      examId: exam.id,
      name: exam.name,
      testType: exam.test_type as TestType,
      status: 'released',
      heldAt: heldAtOf([exam.end_time, exam.oral_end_time], exam.closed_at),
      releasedAt: knownSince(exam.own_released_at, tags.get(exam.id)),
      resat: tags.get(exam.id)?.text ?? '',
      thresholds: thresholdsOf(settings),
      total: total.percent,
      grade: total.grade,
      missing: exam.total_percent === null ? totalMissingWord(parts) : null,
      parts,
    };
  });
  return { rows, totalCount: Number(count), pageSize: input.pageSize, currentPage: input.currentPage };
}
