import { describe, expect, test } from 'vitest';
import { GRACE_MS } from '~/domain/exam/times.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import {
  ATTACH_MS,
  answerOutcome,
  isOverdue,
  pagesOf,
  photoOutcome,
  receiptFigures,
  receivedAt,
  type Timed,
} from './attempt.rules';
import { studentPartState, type PartInput } from './student-exams.rules';

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const open: Timed = { state: 'in_progress', deadlineAt: T, uploadDeadlineAt: T + 20 * MINUTE, closedBy: null };
const auto: Timed = { ...open, state: 'auto_submitted', closedBy: 'server' };
const submitted: Timed = { ...open, state: 'submitted', closedBy: 'student' };

describe('answers around the deadline', () => {
  test.each([
    [T - 1, 'saved'],
    [T, 'grace'],
    [T + 1, 'grace'],
    [T + GRACE_MS, 'grace'],
    [T + GRACE_MS + 1, 'refused'],
  ])('at %d: %s', (at, expected) => {
    expect(answerOutcome(open, at)).toBe(expected);
    // What set out in time still counts when the server has closed the paper meanwhile.
    expect(answerOutcome(auto, at)).toBe(expected);
    expect(answerOutcome(submitted, at)).toBe('refused');
    expect(answerOutcome({ ...auto, closedBy: 'teacher' }, at)).toBe('refused');
  });

  test('the server closes one millisecond after the grace', () => {
    expect(isOverdue(open, T + GRACE_MS)).toBe(false);
    expect(isOverdue(open, T + GRACE_MS + 1)).toBe(true);
    expect(isOverdue(submitted, T + GRACE_MS + 1)).toBe(false);
  });
});

describe('photos', () => {
  const end = T + 20 * MINUTE;
  test.each([
    ['while answering', open, null, T - 1, 'saved'],
    ['after handing in', submitted, null, end - 1, 'saved'],
    ['at the photo deadline', submitted, null, end, 'grace'],
    ['at the end of the grace', auto, null, end + GRACE_MS, 'grace'],
    ['after it', submitted, null, end + GRACE_MS + 1, 'refused'],
    ['once scored', { ...submitted, state: 'scored' }, null, T, 'refused'],
    ['after the teacher ended the exam early', submitted, T + MINUTE, T + MINUTE, 'refused'],
    ['that set out before that', submitted, T + MINUTE, T + MINUTE - 1, 'saved'],
    ['in the grace of an exam that closed by itself', submitted, end, end + 1, 'grace'],
    ['of an oral part', { ...open, uploadDeadlineAt: null }, null, T - 1, 'refused'],
  ] as [string, Timed, number | null, number, string][])('%s', (_, attempt, closedAt, at, expected) => {
    expect(photoOutcome(attempt, closedAt, at)).toBe(expected);
  });
});

test('an upload counts from its beginning, if attached soon after and made during the attempt', () => {
  const attempt = { startedAt: T };
  expect(receivedAt({ createdAt: T + 5 }, attempt, T + 1000)).toBe(T + 5);
  expect(receivedAt({ createdAt: T - 1 }, attempt, T + 1000)).toBe(T + 1000);
  expect(receivedAt({ createdAt: T }, attempt, T + ATTACH_MS)).toBe(T);
  expect(receivedAt({ createdAt: T }, attempt, T + ATTACH_MS + 1)).toBe(T + ATTACH_MS + 1);
});

test('receipt figures count chosen takes and anything answered', () => {
  expect(
    receiptFigures([
      { id: 1, hasAnswer: true, photos: 0, takes: [] },
      { id: 2, hasAnswer: false, photos: 2, takes: [] },
      { id: 3, hasAnswer: false, photos: 0, takes: [] },
      {
        id: 4,
        hasAnswer: false,
        photos: 0,
        takes: [
          { durationMs: 61_400, isChosen: true },
          { durationMs: 9_000, isChosen: false },
        ],
      },
    ]),
  ).toEqual({ itemCount: 4, answeredCount: 3, photoCount: 2, audioSeconds: 61 });
});

test('pages', () => {
  expect(pagesOf([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  expect(pagesOf([], 2)).toEqual([[]]);
});

describe('where a student stands', () => {
  const exam = {
    testType: 1,
    beginTime: T,
    endTime: T + 60 * MINUTE,
    uploadEndTime: T + 80 * MINUTE,
    oralBeginTime: null,
    oralEndTime: null,
    oralMinutes: null,
    writtenMinutes: 40,
    status: 'published' as ExamStatus,
    closedAt: null,
  };
  const attempt = { ...open, deadlineAt: T + 40 * MINUTE, uploadDeadlineAt: T + 80 * MINUTE, startedAt: T, number: 1 };
  const handedIn = { ...attempt, state: 'submitted' as const, closedBy: 'student' as const };
  const base: PartInput = {
    exam,
    part: 'written',
    attempt: null,
    grant: { extraMinutes: 0, attempts: 1, resit: null },
    hasPhotoItems: true,
  };
  const cases: [string, Partial<PartInput>, number, string, string, number | null][] = [
    ['before', {}, T - 1, 'wait', 'upcoming', T],
    ['at the beginning', {}, T, 'start', 'running', T + 40 * MINUTE],
    ['late start', {}, T + 50 * MINUTE, 'start', 'running', T + 60 * MINUTE],
    ['sitting', { attempt }, T + MINUTE, 'continue', 'running', T + 40 * MINUTE],
    ['in the grace', { attempt }, T + 40 * MINUTE + GRACE_MS, 'continue', 'running', T + 40 * MINUTE],
    ['forgotten', { attempt }, T + 40 * MINUTE + GRACE_MS + 1, 'upload', 'uploading', T + 80 * MINUTE],
    ['handed in early', { attempt: handedIn }, T + MINUTE, 'upload', 'uploading', T + 80 * MINUTE],
    ['handed in, no photos', { attempt: handedIn, hasPhotoItems: false }, T + MINUTE, 'handed_in', 'ended', null],
    ['photos over', { attempt: handedIn }, T + 80 * MINUTE, 'handed_in', 'ended', null],
    [
      'a second attempt',
      { attempt: handedIn, grant: { extraMinutes: 0, attempts: 2, resit: null } },
      T + MINUTE,
      'start',
      'running',
      T + 41 * MINUTE,
    ],
    ['missed', {}, T + 60 * MINUTE, 'absent', 'ended', null],
    [
      'extra minutes keep the door open',
      { grant: { extraMinutes: 5, attempts: 1, resit: null } },
      T + 60 * MINUTE,
      'start',
      'running',
      T + 65 * MINUTE,
    ],
    [
      'ended early by the teacher',
      { exam: { ...exam, status: 'closed', closedAt: T + MINUTE }, attempt: handedIn },
      T + 2 * MINUTE,
      'handed_in',
      'ended',
      null,
    ],
    [
      'released',
      { exam: { ...exam, status: 'released' }, attempt: handedIn },
      T + MINUTE,
      'released',
      'released',
      null,
    ],
    ['released without an attempt', { exam: { ...exam, status: 'released' } }, T + MINUTE, 'absent', 'released', null],
  ];
  test.each(cases)('%s', (_, changes, now, step, group, until) => {
    expect(studentPartState({ ...base, ...changes }, now)).toEqual({ step, group, until });
  });
});
