import { describe, expect, test } from 'vitest';
import { maySeeExam, mayScorePart, scorableParts } from './people.rules';
import type { ExamStatus } from './states.rules';

describe('rights', () => {
  const exam = { ownerId: 1, testType: 2, classroomIds: [7], examinerIds: { oral: [2], written: [3] } };
  const teacher = (id: number) => ({ id, userType: 1, classroomId: null });
  const student = (id: number, classroomId: number | null) => ({ id, userType: 2, classroomId });

  test.each<[string, { id: number; userType: number; classroomId: number | null }, ExamStatus, boolean]>([
    ['owner', teacher(1), 'draft', true],
    ['examiner of a draft', teacher(2), 'draft', false],
    ['examiner', teacher(2), 'published', true],
    ['other teacher', teacher(4), 'published', false],
    ['student of the class, draft', student(9, 7), 'draft', false],
    ['student of the class', student(9, 7), 'published', true],
    ['student of another class', student(9, 8), 'published', false],
    ['student without a class', student(9, null), 'published', false],
    ["student with the owner's id", student(1, 8), 'published', false],
  ])('%s', (_, actor, status, may) => {
    expect(maySeeExam(actor, { ...exam, status })).toBe(may);
  });

  test('an examiner scores the part they are named for, the owner all', () => {
    expect([1, 2, 3, 4].map((id) => scorableParts(teacher(id), exam))).toEqual([
      ['oral', 'written'],
      ['oral'],
      ['written'],
      [],
    ]);
    expect(mayScorePart(student(2, 7), exam, 'oral')).toBe(false);
  });
});
