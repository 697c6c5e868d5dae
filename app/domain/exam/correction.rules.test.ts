import { needsHand } from './by-hand.rules';
import { describe, expect, it } from 'vitest';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { releasedAtFor, statusFor, type ExamStatus } from './states.rules';
import { withCorrection, type ItemCorrection } from './correction.rules';
import { autoMark } from '~/domain/scoring/paper/scoring.rules';

const single: QuestionSnapshot = {
  questionId: 1,
  title: '首都',
  level: 1,
  keyPoints: [],
  imageIds: [],
  bank: 'theory',
  kind: 'single',
  body: {
    stem: '首都',
    options: ['A', 'B', 'C'].map((key) => ({ key, text: key })),
    keys: ['B'],
    blanks: [],
    reference: '',
    analysis: '因为',
  },
};
const pen: QuestionSnapshot = {
  ...single,
  bank: 'written',
  kind: '',
  body: { prompt: '', referenceAnswer: '', markingPoints: [], answerBy: 'text' },
};

const correction = (kind: ItemCorrection['kind'], key: ItemCorrection['key'] = null): ItemCorrection => ({
  id: 1,
  kind,
  key,
  reason: '',
  at: 0,
});

const mark = (snapshot: QuestionSnapshot, one: ItemCorrection | null, keys: string[]) =>
  autoMark({ points: 4, snapshot: withCorrection(snapshot, one), correction: one }, { keys });

describe('corrections', () => {
  it('another key takes the place of the first one, and the snapshot stays as it was', () => {
    const changed = correction('key', { keys: ['C'], alsoRight: [], blanks: [] });
    expect(mark(single, null, ['B'])).toMatchObject({ points: 4, isRight: true });
    expect(mark(single, changed, ['B'])).toMatchObject({ points: 0, isRight: false });
    expect(mark(single, changed, ['C'])).toMatchObject({ points: 4, isRight: true });
    expect(single.body.keys).toEqual(['B']);
  });

  it('a further answer counts beside the key', () => {
    const accepted = correction('accept', { keys: ['B'], alsoRight: [['A', 'C']], blanks: [] });
    expect([['B'], ['C', 'A'], ['A'], []].map((keys) => mark(single, accepted, keys)?.points)).toEqual([4, 4, 0, 0]);
  });

  it('a credit gives everybody the full mark, of items marked by hand too', () => {
    expect(mark(single, correction('credit'), ['A'])).toMatchObject({ points: 4, isCredited: true });
    expect(mark(pen, null, [])).toBeNull();
    expect(mark(pen, correction('credit'), [])).toMatchObject({ points: 4, isCredited: true });
    expect(needsHand({ snapshot: pen, auto: null })).toBe(true);
    expect(needsHand({ snapshot: pen, auto: mark(pen, correction('credit'), []) })).toBe(false);
    expect(needsHand({ snapshot: pen, correction: correction('credit') })).toBe(false);
    expect(needsHand({ snapshot: single, auto: null })).toBe(false);
  });
});

describe('release by class', () => {
  const exam = (
    status: ExamStatus,
    releasedAt: number | null,
    releases: { classroomId: number; releasedAt: number }[],
  ) => ({
    status,
    releasedAt,
    releases,
  });
  it('results are out for a class once it or the whole exam is released', () => {
    const partly = exam('closed', null, [{ classroomId: 3, releasedAt: 50 }]);
    expect([3, 4, null].map((id) => releasedAtFor(partly, id))).toEqual([50, null, null]);
    expect([3, 4].map((id) => statusFor(partly, id))).toEqual(['released', 'closed']);
    const whole = exam('released', 90, [{ classroomId: 3, releasedAt: 50 }]);
    expect([3, 4, null].map((id) => releasedAtFor(whole, id))).toEqual([50, 90, 90]);
  });
  it('nothing is out of an exam that runs again', () => {
    expect(releasedAtFor(exam('published', null, [{ classroomId: 3, releasedAt: 50 }]), 3)).toBeNull();
  });
});
