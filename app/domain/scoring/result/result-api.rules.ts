import { asPlaces, withPlaces } from '~/domain/attempt/option-places.rules';
import { toWholeApiQuestion } from '~/domain/exam/item-api.rules';
import { roundHalfUp, rounded } from '~/lib/bands';
import { formatSecond, secondOrNull } from '~/lib/time';
import type { ResultItem, ResultPart } from './result-display.rules';
import type { HistoryRow } from './history.queries.server';
import type { ResultView } from './result.queries.server';
import { plainPhoto, toApiTake } from '../report/score-api.rules';
import type { ShownGrade } from '../report/score-list.rules';

/** A student's own results as the API answers them: what the page shows, as the exam allows it. */

/** Of points: means of several examiners have no end. */
const PLACES = 2;
const word = (grade: ShownGrade | null) => grade?.word ?? null;

/** The own result of an exam; before the release only what was handed in. */
export function toApiResult(view: ResultView) {
  const { id: examId, name, status, testType, releasedAt, ownerName } = view.exam;
  const head = {
    examId,
    name,
    status,
    testType,
    ownerName,
    releasedAt: secondOrNull(releasedAt),
    isReleased: view.isReleased,
  };
  if (!view.isReleased) {
    const handedIn = view.handedIn.map(({ part, isOver, attempt }) => ({
      part,
      isOver,
      attemptId: attempt?.id ?? null,
      submittedAt: secondOrNull(attempt?.submittedAt ?? null),
    }));
    const nothing = { display: null, thresholds: null, total: null, grade: null, place: null, parts: [] };
    return { ...head, awaitsResit: view.awaitsResit, handedIn, ...nothing };
  }
  const { display, thresholds, total, grade, place, parts } = view;
  return {
    ...head,
    awaitsResit: false,
    handedIn: [],
    ...{ display, thresholds, total, place },
    grade: word(grade),
    parts: parts.map(toApiPart),
  };
}

function toApiPart(one: ResultPart) {
  const { part, weight, missing, earned, fullPoints, resit, comments, measures, closedCount, attempt } = one;
  const measureGrades = one.measureGrades && {
    zqd: word(one.measureGrades.zqd),
    lld: word(one.measureGrades.lld),
    wzd: word(one.measureGrades.wzd),
    gjc: word(one.measureGrades.gjc),
  };
  return {
    ...{ part, weight, missing, fullPoints, resit, comments, measures, measureGrades, closedCount },
    earned: rounded(earned, PLACES),
    previousMeasures: one.previousMeasures,
    percent: rounded(one.percent),
    grade: word(one.grade),
    attemptId: attempt?.id ?? null,
    submittedAt: secondOrNull(attempt?.submittedAt ?? null),
    items: one.items.map(toApiItem),
  };
}

function toApiItem(item: ResultItem) {
  const { id, position, points, isBlank, auto, outcomes, comments, remark, notes } = item;
  const { snapshot, keyWords, correction, answer } = item;
  const asked = snapshot.bank === 'oral' ? { ...snapshot, keyPoints: keyWords } : snapshot;
  return {
    ...{ id, position, points, isBlank, auto, outcomes, comments, remark, notes },
    earned: rounded(item.earned, PLACES),
    earnedPoints: item.earnedPoints?.map((points) => roundHalfUp(points, PLACES)) ?? null,
    percent: rounded(item.percent),
    grade: word(item.grade),
    // As the paper named its options while it was written.
    question: toWholeApiQuestion(withPlaces(asked)),
    correction: correction && { kind: correction.kind, reason: correction.reason, at: formatSecond(correction.at) },
    answer: answer && {
      ...answer,
      value: asPlaces(snapshot, answer.value),
      savedAt: formatSecond(answer.savedAt),
    },
    takes: item.takes.map(toApiTake),
    photos: item.photos.map((photo, index) => ({ ...plainPhoto(photo), marks: item.photoMarks[index] ?? [] })),
  };
}

/** A released exam in the own history. */
export function toApiHistoryRow({ heldAt, releasedAt, grade, parts, ...row }: HistoryRow) {
  return {
    ...row,
    grade: word(grade),
    heldAt: secondOrNull(heldAt),
    releasedAt: secondOrNull(releasedAt),
    parts: parts.map(({ part, percent, grade: own, missing }) => ({
      ...{ part, missing },
      percent: rounded(percent),
      grade: word(own),
    })),
  };
}
