import { db } from '~/db/db.server';
import { findExamView, listExamItems, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, partsOf, scorableParts, type Part } from '~/domain/exam/exam.rules';
import { MEASURES } from '~/domain/exam/measures.rules';
import { KIND_LABELS } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/user/user.rules';
import { invalid, notFound } from '~/lib/errors';
import { findStored, store } from './cache.commands.server';
import { mean } from './descriptive.rules';
import {
  type Basis,
  type ClassFigures,
  type ExamFigures,
  type ItemFigures,
  type MeasureMeans,
  type PaperFigures,
  type ScoreFigures,
} from './figures.rules';
import { readFingerprint } from './fingerprint.queries.server';
import { analysePapers } from './item-analysis.rules';
import { countOptions, loadMeasures, loadPapers, optionsOf, type AttemptMeasures } from './papers.queries.server';
import { itemRemarks, paperRemarks } from './remarks.rules';
import { scoreFigures } from './scores.rules';
import { scoreSet, type Standing } from './standing.rules';
import { loadStandings, type ExamStandings } from './standings.queries.server';
import type { ExamFiguresInput } from './statistics.schema';

/** Scores on every basis that an exam has. */
type Scores = Partial<Record<Basis, ScoreFigures>>;
type StoredClass = { classroomId: number; name: string; scores: Scores; measures: MeasureMeans | null };

/** What is kept of an exam or of one of its classes; `classes` only with the whole exam. */
type StoredFigures = {
  scores: Scores;
  measures: MeasureMeans | null;
  papers: PaperFigures[];
  classes: StoredClass[];
};

/**
 * The statistics of an exam, of all its classes or of one. For its owner; an examiner gets the parts they score, and
 * the total only where these are all parts. They count what is settled, so they grow while the scoring goes on.
 * Kept until something they depend on changes.
 * @throws AppError not_found (the existence of other exams is private), invalid for a part that is not the reader's
 */
export async function getExamFigures(actor: Actor, input: ExamFiguresInput, now: number): Promise<ExamFigures> {
  const { exam, parts } = await getReadableExam(actor, input.examId);
  const { classroomId } = input;
  if (classroomId !== 0 && !exam.classroomIds.includes(classroomId)) throw notFound('班级');
  const basis = basisOf(exam, parts, input.part ?? null);

  const { own, classes } = await readFigures(exam, classroomId, now);
  const scoresOf = (scores: Scores, one: Basis): ScoreFigures => {
    const found = scores[one];
    if (!found) throw new Error(`no figures of ${one} in exam ${exam.id}`);
    return found;
  };
  const measuresFor = (measures: MeasureMeans | null) => (parts.includes('oral') ? measures : null);
  return {
    examId: exam.id,
    classroomId,
    basis,
    total: scoresOf(own.scores, basis),
    parts: parts.map((part) => ({ part, scores: scoresOf(own.scores, part) })),
    measures: measuresFor(own.measures),
    classes: classes.map((one): ClassFigures => ({
      classroomId: one.classroomId,
      name: one.name,
      total: scoresOf(one.scores, basis),
      measures: measuresFor(one.measures),
    })),
    papers: own.papers.filter((paper) => parts.includes(paper.part)),
  };
}

/** The exam and the parts whose figures a teacher may read. Others may not know of it. */
export async function getReadableExam(actor: Actor, examId: number): Promise<{ exam: ExamView; parts: Part[] }> {
  const exam = await findExamView(examId);
  const parts = exam && exam.status !== 'draft' ? scorableParts(actor, exam) : [];
  if (!exam || parts.length === 0) throw notFound('考试');
  return { exam, parts };
}

function basisOf(exam: ExamView, parts: Part[], wanted: Part | null): Basis {
  if (wanted !== null) {
    if (!parts.includes(wanted)) throw invalid({ part: `这场考试没有您能看的${PART_LABELS[wanted]}统计。` });
    return wanted;
  }
  return parts.length === partsOf(exam.testType).length ? 'total' : (parts[0] ?? 'total');
}

async function readFigures(
  exam: ExamView,
  classroomId: number,
  now: number,
): Promise<{ own: StoredFigures; classes: StoredClass[] }> {
  const fingerprint = await readFingerprint(exam, now);
  const whole = await findStored<StoredFigures>(exam.id, 0, fingerprint);
  const own = classroomId === 0 ? whole : await findStored<StoredFigures>(exam.id, classroomId, fingerprint);
  if (own && whole) return { own, classes: whole.classes };

  const data = await loadStandings(exam, now);
  // Classes are compared without the item analysis of the whole, which nobody may ever ask for.
  const classes = whole?.classes ?? (await classFigures(exam, data));
  if (own) return { own, classes };
  const computed = await computeFigures(exam, classroomId, data);
  const kept: StoredFigures = classroomId === 0 ? { ...computed, classes } : computed;
  await store(exam.id, classroomId, fingerprint, kept, now);
  return { own: kept, classes };
}

/** Everything of one class or (0) of the whole, but the classes beside it. */
async function computeFigures(exam: ExamView, classroomId: number, data: ExamStandings): Promise<StoredFigures> {
  const standings = data.standings.filter((one) => classroomId === 0 || one.classroomId === classroomId);
  const measured = await measuresOf(exam, data, standings);
  const papers: PaperFigures[] = [];
  for (const part of partsOf(exam.testType)) {
    papers.push(await paperFigures(exam, part, countedAttempts(data, part, standings)));
  }
  return { scores: allScores(exam, data, standings), measures: measureMeans(measured), papers, classes: [] };
}

async function classFigures(exam: ExamView, data: ExamStandings): Promise<StoredClass[]> {
  if (exam.classroomIds.length === 0) return [];
  const rows = await db()
    .selectFrom('classrooms')
    .select(['id', 'name'])
    .where('id', 'in', exam.classroomIds)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const measured = new Map<number, AttemptMeasures>(
    (await measuresOf(exam, data, data.standings)).map(({ studentId, measures }) => [studentId, measures]),
  );
  const byClass = new Map<number, Standing[]>(rows.map((row) => [row.id, []]));
  for (const standing of data.standings) byClass.get(standing.classroomId ?? 0)?.push(standing);
  return rows.map((row) => {
    const standings = byClass.get(row.id) ?? [];
    const own = standings.flatMap(({ studentId }) => {
      const measures = measured.get(studentId);
      return measures ? [{ studentId, measures }] : [];
    });
    return {
      classroomId: row.id,
      name: row.name,
      scores: allScores(exam, data, standings),
      measures: measureMeans(own),
    };
  });
}

function allScores(exam: ExamView, data: ExamStandings, standings: Standing[]): Scores {
  const of = (basis: Basis) => scoreFigures(scoreSet(standings, basis, exam, data.isOver), exam.settings);
  return Object.fromEntries((['total', ...partsOf(exam.testType)] as const).map((basis) => [basis, of(basis)]));
}

function countedAttempts(data: ExamStandings, part: Part, standings: Standing[]): number[] {
  return standings.flatMap(({ studentId }) => data.countedIds[part].get(studentId) ?? []);
}

type StudentMeasures = { studentId: number; measures: AttemptMeasures };

async function measuresOf(exam: ExamView, data: ExamStandings, standings: Standing[]): Promise<StudentMeasures[]> {
  const ids = countedAttempts(data, 'oral', standings);
  const found = await loadMeasures(ids, exam.settings.arbitrationLimit);
  return standings.flatMap(({ studentId }) => {
    const measures = found.get(data.countedIds.oral.get(studentId) ?? 0);
    return measures ? [{ studentId, measures }] : [];
  });
}

/** Null where nobody was marked by measures. */
function measureMeans(measured: StudentMeasures[]): MeasureMeans | null {
  if (measured.length === 0) return null;
  const of = (values: number[]) => (values.length === 0 ? { value: null, reason: '这项不适用' } : mean(values));
  return Object.fromEntries(
    MEASURES.map((measure) => [measure, of(measured.flatMap(({ measures }) => measures[measure] ?? []))]),
  ) as MeasureMeans;
}

async function paperFigures(exam: ExamView, part: Part, attemptIds: number[]): Promise<PaperFigures> {
  const items = inListOrder(await listExamItems(exam.id, part));
  const analysis = analysePapers(items, await loadPapers(items, attemptIds));
  const options = await countOptions(items, attemptIds);
  const figures = items.flatMap((item, index): ItemFigures[] => {
    const own = analysis.items[index];
    if (!own) return [];
    const counts = options.get(item.id);
    const figure = {
      itemId: item.id,
      number: index + 1,
      isDrawn: item.drawId !== null,
      title: item.snapshot.title,
      kindLabel: kindLabelOf(item),
      points: item.points,
      ...own,
      options: optionsOf(item).map((option) => ({ ...option, count: counts?.get(option.key) ?? 0 })),
    };
    return [{ ...figure, remarks: itemRemarks(figure) }];
  });
  const { count, alpha, errorRatio, standardError } = analysis;
  const remarks = paperRemarks({ count, alpha, itemCount: items.length });
  return { part, count, alpha, errorRatio, standardError, items: figures, remarks };
}

function kindLabelOf({ snapshot }: ExamItemView): string {
  if (snapshot.bank === 'theory') return KIND_LABELS[snapshot.kind];
  return snapshot.bank === 'oral' ? '口语' : '手写';
}

/** The items of every paper first, so that their numbers are those on the paper; then the pools. */
function inListOrder(items: ExamItemView[]): ExamItemView[] {
  return [...items.filter((item) => item.drawId === null), ...items.filter((item) => item.drawId !== null)];
}
