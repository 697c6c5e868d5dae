import { actorThen } from '~/domain/classroom/members-then.server';
import { findResit } from '~/domain/exam/resit.queries.server';
import { resitSentence } from '~/domain/exam/resit.rules';
import { listHandInRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { toAttemptView, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { examSettingsSchema, type ExamSettings } from '~/domain/exam/exam-settings.schema';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { listAllGrants } from '~/domain/exam/grants.queries.server';
import { isOverFor } from '~/domain/exam/times.rules';
import { isCandidate } from '~/domain/exam/people.rules';
import { releasedAtFor, statusFor } from '~/domain/exam/states.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { groupPaper, sectionHeads, withKind } from '~/domain/exam/paper-sections.rules';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { fullPointsOf } from '~/domain/scoring/paper/full-points.queries.server';
import { isReleasedFor } from '~/domain/exam/released.queries.server';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { examNotYours } from '~/lib/errors';
import { listPaperScores } from '../settling/paper-scores.queries.server';
import { listSettledAttempts } from '../settling/settled.queries.server';
import { knownSince, listResitTags } from './resit-tags.queries.server';
import { shownPart, shownScore, type ResultItem, type ResultPart, type ResultSection } from './result-display.rules';
import { rubricOfScore } from '../marking/rubric.queries.server';
import { rubricOfItem, rubricOutcome, type RubricOutcome, type RubricVersion } from '../marking/rubric.rules';
import { findClassPlace, type ClassPlace } from '../report/score-list.queries.server';
import type { ShownGrade } from '../report/score-list.rules';
import { listScores, type ScoreView } from '../marking/scores.queries.server';
import { settlePaper } from '../paper/settle.rules';
import { listFinalMarks } from '../marking/photo-marks.queries.server';
import type { Shape } from '../marking/photo-marks.rules';
import { listScoringItems, type ScoringItem } from '../paper/scoring-items.queries.server';
import { countedAttempt, examTotal, itemPercent, missingWord, roundHalfUp, scoreText } from '../paper/scoring.rules';

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
      /** Which sitting counts of a part that is sat twice. */
      resitCounts: ExamSettings['countedAttempt'];
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
  if (!exam || isTeacher(actor) || exam.status === 'draft') throw examNotYours();
  const rows = await db()
    .selectFrom('attempts')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('student_id', '=', actor.id)
    .orderBy('number', 'desc')
    .execute();
  // Who has moved to another class keeps what they sat.
  const then = await actorThen(actor, examId);
  if (rows.length === 0 && !isCandidate(then, exam)) throw examNotYours();
  const attempts = rows.map(toAttemptView);
  const releasedAt = releasedAtFor(exam, then.classroomId, actor.id);
  const since = knownSince(releasedAt, (await listResitTags(actor.id, [exam.id])).get(exam.id));
  const head: ExamHead = { ...exam, status: statusFor(exam, then.classroomId, actor.id), releasedAt: since };
  if (releasedAt === null) {
    const grantOf = await listAllGrants(exam.id);
    return {
      isReleased: false,
      awaitsResit: releasedAtFor(exam, then.classroomId) !== null,
      resitCounts: exam.settings.countedAttempt,
      exam: headOf(head),
      handedIn: partsOf(exam.testType).map((part) => ({
        part,
        isOver: isOverFor(exam, part, grantOf(actor.id, part).extraMinutes, now),
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
    releasedBy: await findReleaser(exam),
    display: exam.settings.resultDisplay,
    thresholds: thresholdsOf(exam.settings),
    total: total.percent,
    grade: total.grade,
    place: exam.settings.showsRank ? await findClassPlace(exam, then) : null,
    parts,
    isOfUnrounded: total.percent !== null && total.percent !== totalAsShown(exam, parts),
  };
}

/** Who released the results last, whoever owns the exam since; '' where the server did. */
async function findReleaser(exam: ExamView): Promise<string> {
  const entry = await db()
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .select('users.name')
    .where('audit_entries.entity', '=', 'exam')
    .where('audit_entries.entity_id', '=', String(exam.id))
    .where('audit_entries.action', '=', 'exam.release')
    .orderBy('audit_entries.id', 'desc')
    .executeTakeFirst();
  if (entry) return entry.name ?? '';
  return exam.settings.releaseMode === 'auto' ? '' : exam.ownerName;
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
    fullPoints: attempt ? items.reduce((sum, item) => sum + item.points, 0) : await fullPointsOf(exam.id, part),
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
    isMean: finals.length > 1,
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
  // 全员给分: what a hand gave each marking point, or took off, comes to something else than the full mark beside it.
  const isCredited = item.auto?.isCredited === true;
  const pointMarks = isCredited ? [] : marks.flatMap((mark) => (mark.pointMarks === null ? [] : [mark.pointMarks]));
  return {
    ...shown,
    photoMarks: item.photos.map((photo) => photoMarks.get(photo.id) ?? []),
    earned: item.snapshot.bank === 'oral' ? null : mean(points),
    percent: mean(percents),
    earnedPoints: pointMarks[0]?.map((_, index) => mean(pointMarks.flatMap((one) => one[index] ?? [])) ?? 0) ?? null,
    outcomes: isCredited ? [] : outcomesOf(item, finals, rubrics),
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

/** An exam's settings, of its row. */
export function settingsOf(row: { settings: string }): ExamSettings {
  return examSettingsSchema.parse(fromJson<unknown>(row.settings));
}
