import { expect, test } from 'vitest';
import type { PartProgress, ScoreExamRow } from '~/domain/scoring/marking/score-exams.queries.server';
import { teacherAwaits, todosOf } from './teacher-lists';

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const HOUR = 3_600_000;

const part = (progress: Partial<PartProgress> = {}): PartProgress => ({
  ...{ part: 'written', endsAt: NOW - 5 * HOUR, done: 1, total: 3, inProgress: 0, mine: null },
  ...{ awaitsMe: 0, toArbitrate: 0, toDecide: 0, contested: 0, unshared: 0, left: 0 },
  ...progress,
});
const exam = (id: number, row: Partial<ScoreExamRow> = {}): ScoreExamRow => ({
  ...{ id, name: `考试${id}`, status: 'closed', testType: 1, phase: 'ended', isOwner: true, ownerName: '周敏' },
  ...{
    endsAt: NOW - 5 * HOUR,
    releasedAt: null,
    markingDueAt: null,
    dueAt: row.markingDueAt ?? null,
    done: 1,
    total: 3,
    awaitsMe: 0,
  },
  parts: [part()],
  ...row,
});
const todos = (scoring: ScoreExamRow[], marked: ScoreExamRow[] = []) =>
  todosOf({ scoring, marked, resits: [], drafts: [] }, NOW).map(({ kind, examId, due }) => [kind, examId, due]);

test('what others mark is for its owner to do only once it is overdue', () => {
  const due = NOW - HOUR;
  const late = exam(2, { markingDueAt: due });
  expect(
    todos([exam(1), late, exam(3, { markingDueAt: NOW + HOUR }), exam(4, { markingDueAt: due, isOwner: false })]),
  ).toEqual([['scoring', 2, due]]);
});

test('what is scored waits for its owner to release it, behind what is due', () => {
  const mine = exam(1, { markingDueAt: NOW + HOUR, awaitsMe: 2, parts: [part({ awaitsMe: 2 })] });
  expect(todos([mine], [exam(5, { done: 3 }), exam(6, { done: 3, isOwner: false }), exam(7, { total: 0 })])).toEqual([
    ['scoring', 1, NOW + HOUR],
    ['release', 5, null],
  ]);
});

test('what nobody can mark is for its owner at once, before anything is late', () => {
  expect(todos([exam(1, { parts: [part({ unshared: 2 })] })])).toEqual([['scoring', 1, null]]);
});

test('what others are late with is said beside the own papers too', () => {
  const late = exam(1, {
    markingDueAt: NOW - HOUR,
    awaitsMe: 1,
    parts: [part({ total: 6, awaitsMe: 1, unshared: 1 })],
  });
  const [todo] = todosOf({ scoring: [late], marked: [], resits: [], drafts: [] }, NOW);
  expect(todo).toMatchObject({ toScore: 1, unshared: 1, late: 3 });
});

test('what waits for the owner to share it out is not said to be marked by nobody: a teacher who left may have', () => {
  const scoring = [exam(1, { parts: [part({ unshared: 2 })] })];
  const items = teacherAwaits({ scoring, marked: [], works: 0, questions: 0, requests: 0 }, NOW);
  expect(items.filter(({ count }) => count === 2).map(({ label }) => label)).toEqual(['等我分卷']);
});
