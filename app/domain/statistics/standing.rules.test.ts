import { expect, test } from 'vitest';
import { scoreSet, type Standing } from './standing.rules';

/** 统计 counts who waits as the score list does (overallState). */

const part = (attempt: Standing['parts']['oral']['attempt'], percent: number | null = null) => ({ attempt, percent });
const standing = (
  studentId: number,
  oral: Standing['parts']['oral'],
  written: Standing['parts']['oral'],
): Standing => ({
  ...{ studentId, classroomId: 1, isCandidate: true, total: null },
  parts: { oral, written },
});

test('who still writes one part waits for no mark of the whole, though the other part does', () => {
  const students = [
    standing(1, part('handed_in'), part('in_progress')),
    standing(2, part('handed_in'), part('none')),
    standing(3, part('none'), part('none')),
  ];
  const whole = scoreSet(students, 'total', { testType: 2 }, { oral: true, written: false });
  expect(whole).toEqual({ scores: [], absent: 0, unscored: 1 });
  expect(scoreSet(students, 'oral', { testType: 2 }, { oral: true, written: false })).toMatchObject({ unscored: 2 });
});
