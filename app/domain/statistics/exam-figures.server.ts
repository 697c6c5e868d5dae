import { classCalledThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { findExamView, listExamItems, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import { listDraws } from '~/domain/exam/draw.queries.server';
import { withKind } from '~/domain/exam/paper-sections.rules';
import { scorableParts } from '~/domain/exam/people.rules';
import { numberEveryItem } from '~/domain/exam/paper-numbers.queries.server';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { MEASURES } from '~/domain/exam/measures.rules';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { questionKindLabel } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { listFiguresHeldBack } from '~/domain/scoring/sharing-out/blind-left.queries.server';
import { AppError, invalid, notFound } from '~/lib/errors';
import { store } from './cache.commands.server';
import { findStored } from './cache.queries.server';
import { mean } from '~/domain/scoring/report/descriptive.rules';
import {
  unknown,
  type Basis,
  type ClassFigures,
  type ExamFigures,
  type ItemFigures,
  type MeasureMeans,
  type PaperFigures,
  type ScoreFigures,
} from '~/domain/scoring/report/figures.rules';
import { readFingerprint } from './fingerprint.queries.server';
import { analysePapers } from './item-analysis.rules';
import { countOptions, loadMeasures, loadPapers, optionsOf, type AttemptMeasures } from './papers.queries.server';
import { itemRemarks, paperRemarks } from './remarks.rules';
import { scoreFigures } from '~/domain/scoring/report/scores.rules';
import { sectionFigures } from './sections.rules';
import { scoreSet, type Standing } from './standing.rules';
import { loadStandings, type ExamStandings } from './standings.queries.server';
import type { ExamFiguresInput } from './statistics.schema';

/** Scores on every basis that an exam has. */
type Scores = Partial<Record<Basis, ScoreFigures>>;
type Group = { scores: Scores; measures: MeasureMeans | null };
type ClassGroup = Group & { classroomId: number; name: string };

/** What is kept of an exam: everybody and each class; the item analysis of everybody once it was asked for. */
type StoredExam = Group & { classes: ClassGroup[]; papers: PaperFigures[] | null };
/** What is kept of a class beside it. */
type StoredClass = { papers: PaperFigures[] };

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

  const { whole, papers } = await readFigures(exam, classroomId, now);
  const own = classroomId === 0 ? whole : whole.classes.find((one) => one.classroomId === classroomId);
  if (!own) throw notFound('班级');
  const scoresOf = ({ scores }: Group, one: Basis): ScoreFigures => {
    const found = scores[one];
    if (!found) throw new Error(`no figures of ${one} in exam ${exam.id}`);
    return found;
  };
  const of = (group: Group) => ({
    total: scoresOf(group, basis),
    measures: parts.includes('oral') ? group.measures : null,
  });
  return {
    examId: exam.id,
    classroomId,
    basis,
    ...of(own),
    parts: parts.map((part) => ({ part, scores: scoresOf(own, part) })),
    whole: of(whole),
    classes: whole.classes.map((one): ClassFigures => ({ classroomId: one.classroomId, name: one.name, ...of(one) })),
    papers: papers.filter((paper) => parts.includes(paper.part)),
  };
}

/**
 * The exam and the parts whose figures a teacher may read. Others may not know of it.
 * @throws AppError not_found, forbidden while its figures are held back (listFiguresHeldBack)
 */
export async function getReadableExam(actor: Actor, examId: number): Promise<{ exam: ExamView; parts: Part[] }> {
  const exam = await findExamView(examId);
  const parts = exam && exam.status !== 'draft' ? scorableParts(actor, exam) : [];
  if (!exam || parts.length === 0) throw notFound('考试');
  if ((await listFiguresHeldBack(actor, [exam])).size > 0) {
    throw new AppError(
      'forbidden',
      exam.settings.isBlind
        ? '这场考试匿名评阅：统计在公布以后看；答卷全部评完，自己不评的出题老师就可以看。'
        : '您在这场考试里还有答卷要评或仲裁：公布以前，没有等您评的了才看统计。',
    );
  }
  return { exam, parts };
}

function basisOf(exam: ExamView, parts: Part[], wanted: Part | null): Basis {
  if (wanted !== null) {
    if (!parts.includes(wanted)) throw invalid({ part: `这场考试没有您能看的${PART_LABELS[wanted]}统计。` });
    return wanted;
  }
  return parts.length === partsOf(exam.testType).length ? 'total' : (parts[0] ?? 'total');
}

/**
 * The whole exam with its classes, and the item analysis that was asked for. An analysis is computed for the class or
 * the whole only: the other one nobody may ever ask for.
 */
async function readFigures(
  exam: ExamView,
  classroomId: number,
  now: number,
): Promise<{ whole: StoredExam; papers: PaperFigures[] }> {
  const fingerprint = await readFingerprint(exam, now);
  let loaded: ExamStandings | null = null;
  const data = async () => (loaded ??= await loadStandings(exam, now));

  let whole = await findStored<StoredExam>(exam.id, 0, fingerprint);
  if (!whole || (classroomId === 0 && whole.papers === null)) {
    const groups = whole ?? (await groupFigures(exam, await data()));
    whole = { ...groups, papers: classroomId === 0 ? await allPapers(exam, await data(), 0) : null };
    await store(exam.id, 0, fingerprint, whole, now);
  }
  if (classroomId === 0) return { whole, papers: whole.papers ?? [] };

  const own = await findStored<StoredClass>(exam.id, classroomId, fingerprint);
  if (own) return { whole, papers: own.papers };
  const papers = await allPapers(exam, await data(), classroomId);
  await store(exam.id, classroomId, fingerprint, { papers } satisfies StoredClass, now);
  return { whole, papers };
}

/** Everything that compares classes. */
async function groupFigures(exam: ExamView, data: ExamStandings): Promise<Group & { classes: ClassGroup[] }> {
  const measured = await loadMeasures(
    countedAttempts(data, 'oral', data.standings),
    () => exam.settings.arbitrationLimit,
  );
  const groupOf = (standings: Standing[]): Group => ({
    scores: allScores(exam, data, standings),
    measures: measureMeans(countedAttempts(data, 'oral', standings).flatMap((id) => measured.get(id) ?? [])),
  });
  const classes =
    exam.classroomIds.length === 0
      ? []
      : await db()
          .selectFrom('exam_classrooms')
          .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
          .select((select) => ['classrooms.id', classCalledThen(select).as('name')])
          .where('exam_classrooms.exam_id', '=', exam.id)
          .orderBy('classrooms.name')
          .orderBy('classrooms.id')
          .execute();
  const byClass = new Map<number, Standing[]>(classes.map(({ id }) => [id, []]));
  for (const standing of data.standings) byClass.get(standing.classroomId ?? 0)?.push(standing);
  return {
    ...groupOf(data.standings),
    classes: classes.map(({ id, name }) => ({ classroomId: id, name, ...groupOf(byClass.get(id) ?? []) })),
  };
}

async function allPapers(exam: ExamView, data: ExamStandings, classroomId: number): Promise<PaperFigures[]> {
  const standings = data.standings.filter((one) => classroomId === 0 || one.classroomId === classroomId);
  const papers: PaperFigures[] = [];
  for (const part of partsOf(exam.testType)) {
    papers.push(await paperFigures(exam, part, countedAttempts(data, part, standings)));
  }
  return papers;
}

function allScores(exam: ExamView, data: ExamStandings, standings: Standing[]): Scores {
  const of = (basis: Basis) => scoreFigures(scoreSet(standings, basis, exam, data.isOver), exam.settings);
  return Object.fromEntries((['total', ...partsOf(exam.testType)] as const).map((basis) => [basis, of(basis)]));
}

function countedAttempts(data: ExamStandings, part: Part, standings: Standing[]): number[] {
  return standings.flatMap(({ studentId }) => data.countedIds[part].get(studentId) ?? []);
}

/** Null where nobody was marked by measures. */
function measureMeans(given: AttemptMeasures[]): MeasureMeans | null {
  if (given.length === 0) return null;
  const of = (values: number[]) => (values.length === 0 ? unknown('这项不适用') : mean(values));
  return Object.fromEntries(
    MEASURES.map((measure) => [measure, of(given.flatMap((measures) => measures[measure] ?? []))]),
  ) as MeasureMeans;
}

async function paperFigures(exam: ExamView, part: Part, attemptIds: number[]): Promise<PaperFigures> {
  const items = inListOrder(await listExamItems(exam.id, part));
  const papers = await loadPapers(items, attemptIds);
  const analysis = analysePapers(items, papers);
  const draws = part === 'written' ? await listDraws(exam.id) : [];
  const sections = part === 'written' ? sectionFigures(items.map(withKind), draws, exam.sections, papers) : [];
  const options = await countOptions(items, attemptIds);
  const numbers = await numberEveryItem(exam, items);
  const figures = items.flatMap((item, index): ItemFigures[] => {
    const own = analysis.items[index];
    if (!own) return [];
    const counts = options.get(item.id);
    const figure = {
      itemId: item.id,
      number: numbers.get(item.id) ?? index + 1,
      isDrawn: item.drawId !== null,
      title: plainFormulas(item.snapshot.title),
      kindLabel: questionKindLabel(item.snapshot),
      points: item.points,
      ...own,
      options: optionsOf(item).map((option) => ({ ...option, count: counts?.get(option.key) ?? 0 })),
    };
    return [{ ...figure, remarks: itemRemarks(figure) }];
  });
  const { count, alpha, errorRatio, standardError } = analysis;
  const remarks = paperRemarks({ count, alpha, itemCount: items.length });
  return { part, count, alpha, errorRatio, standardError, items: figures, sections, remarks };
}

/** The items of every paper first, so that their numbers are those on the paper; then the pools. */
function inListOrder(items: ExamItemView[]): ExamItemView[] {
  return [...items.filter((item) => item.drawId === null), ...items.filter((item) => item.drawId !== null)];
}
