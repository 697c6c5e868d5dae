import type { PhotoView, TakeView } from '~/domain/attempt/attempt.queries.server';
import { toWholeApiQuestion } from '~/domain/exam/item-api.rules';
import { rounded } from '~/lib/bands';
import { formatSecond, secondOrNull } from '~/lib/time';
import type { DecisionPanel } from '../marking/decision.queries.server';
import type { MarkedPhoto, SheetItem } from '../marking/photo-marks.queries.server';
import type { MarkedPaper } from '../marking/looks.commands.server';
import type { JournalView } from '../paper/journal.queries.server';
import type { ScoringListRow } from '../paper/papers.queries.server';
import type { ClassScoreList } from './score-list.queries.server';
import type { ScoreListRow } from './score-list.rules';
import type { ScoreView } from '../marking/scores.queries.server';
import type { ScoringView } from '../marking/scoring.queries.server';

/** Papers and scores as the API answers them. */

/** Of a paper marked blind the times of what was handed in are 0: not to be known. */
const knownTime = (milliseconds: number) => secondOrNull(milliseconds || null);

/** A paper in the list of those to score. */
export function toApiScoringRow({ submittedAt, percent, isOpen, isLeftToDecide, pile, ...row }: ScoringListRow) {
  void [isOpen, isLeftToDecide, pile];
  return { ...row, submittedAt: secondOrNull(submittedAt), percent: rounded(percent) };
}

/** A student with rank and total. */
export function toApiTotalRow({ parts, ...row }: ScoreListRow) {
  return { ...row, parts: parts.map((part) => ({ ...part, percent: rounded(part.percent) })) };
}

/** 班级成绩. */
export function toApiClassScores({ exam, classroom, classes, rows, previous, next, ...figures }: ClassScoreList) {
  const named = (one: { id: number; name: string } | null) => one && { id: one.id, name: one.name };
  const { summary, everybody, blindLeft, isBlindMarker } = figures;
  return {
    ...{ examId: exam.id, name: exam.name, status: exam.status, classId: classroom.id, className: classroom.name },
    ...{ previous: named(previous), next: named(next), classes, rows: rows.map(toApiTotalRow) },
    ...{ summary, everybody, blindLeft, isBlindMarker },
  };
}

/** 作答记录, version by version; in a blind exam without the clock. */
export function toApiJournal({ items, isBlind }: Pick<JournalView, 'items' | 'isBlind'>) {
  return items.flatMap(({ id: itemId, position, title, rows }) =>
    rows.map(({ receivedAt, ...row }) => ({
      ...{ ...row, itemId, position, title },
      receivedAt: isBlind ? null : formatSecond(receivedAt),
      sinceBeginMs: isBlind ? receivedAt : null,
    })),
  );
}

/** 逐份对照: a paper with the marks of each teacher. */
export function toApiMarkedPaper({ percent, scores, ...paper }: MarkedPaper) {
  return {
    ...paper,
    percent: rounded(percent),
    scores: scores.map(({ id, examinerName, kind, comment, ...score }) => ({
      ...{ id, examinerName, kind, comment },
      percent: rounded(score.percent),
    })),
  };
}

/** A paper as the one who scores it sees it. */
export function toApiPaper({
  exam,
  attempt,
  student,
  items,
  rubric,
  own,
  others,
  part,
  decision,
  ...paper
}: ScoringView) {
  return {
    attemptId: attempt.id,
    examId: exam.id,
    examName: exam.name,
    part,
    state: attempt.state,
    submittedAt: secondOrNull(attempt.submittedAt),
    receiptCode: attempt.receiptCode,
    student,
    rubric: { id: rubric.id, version: rubric.version, ...rubric.rubric },
    items: items.map(toApiItem),
    score: own && toApiScore(own),
    otherScores: others.map(toApiScore),
    decision: decision && toApiDecision(decision),
    done: paper.done,
    total: paper.total,
    mine: paper.mine,
  };
}

function toApiDecision({ scores, decided, mark }: DecisionPanel) {
  return {
    scores: scores.map((score) => ({ ...score, percent: rounded(score.percent) })),
    decided: decided && { ...decided, decidedAt: formatSecond(decided.decidedAt) },
    mark,
  };
}

function toApiItem(item: SheetItem) {
  const { id, part, position, questionId, drawId, points, correction, answer } = item;
  return {
    ...{ id, part, position, questionId, drawId, points },
    question: toWholeApiQuestion(item.snapshot),
    correction: correction && {
      id: correction.id,
      kind: correction.kind,
      key: correction.key,
      reason: correction.reason,
      at: formatSecond(correction.at),
    },
    keyWords: item.keyWords,
    auto: item.auto,
    isBlank: item.isBlank,
    mayAcceptLate: item.mayAcceptLate,
    answer: answer && { ...answer, savedAt: knownTime(answer.savedAt) },
    takes: item.takes.map(toMarkedTake),
    photos: item.photos.map(toApiPhoto),
    lateTakes: item.lateTakes.map(toMarkedTake),
    latePhotos: item.latePhotos.map((photo) => ({ ...plainPhoto(photo), receivedAt: knownTime(photo.receivedAt) })),
    lateAnswers: item.lateAnswers.map(({ receivedAt, ...late }) => ({ ...late, receivedAt: knownTime(receivedAt) })),
    acceptances: item.acceptances.map(({ acceptedAt, ...one }) => ({ ...one, acceptedAt: formatSecond(acceptedAt) })),
  };
}

const toMarkedTake = (take: TakeView) => ({ ...take, receivedAt: knownTime(take.receivedAt) });

/** A recording. */
export function toApiTake({ receivedAt, ...take }: TakeView) {
  return { ...take, receivedAt: formatSecond(receivedAt) };
}

/** A photo without its marks. */
export function plainPhoto(photo: PhotoView) {
  const { id, itemId, fileId, url, rotation, width, height, position, outcome, isScanned } = photo;
  return {
    id,
    itemId,
    fileId,
    url,
    rotation,
    width,
    height,
    position,
    outcome,
    isScanned,
    receivedAt: formatSecond(photo.receivedAt),
  };
}

/** A photo with the marks that its reader may see. */
export function toApiPhoto(photo: MarkedPhoto) {
  return {
    ...plainPhoto(photo),
    receivedAt: knownTime(photo.receivedAt),
    marks: photo.own.shapes,
    marksVersion: photo.own.version,
    otherMarks: photo.others,
  };
}

/** One examiner's score; whose paper it is of, the call knows. */
export function toApiScore(score: ScoreView) {
  const { id, examinerId, examinerName, kind, rubricId, state, comment, percent, version, marks, notes } = score;
  return {
    ...{ id, examinerId, examinerName, kind, rubricId, state, comment, percent, version, marks, notes },
    updatedAt: formatSecond(score.updatedAt),
    finalisedAt: secondOrNull(score.finalisedAt),
  };
}
