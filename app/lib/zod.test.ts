import { expect, test } from 'vitest';
import { z } from 'zod';
import { remarkCallSchema } from '~/domain/scoring/correction/remark.schema';
import { examEditSchema } from '~/domain/exam/exam-call.schema';
import { addClassroomSchema } from '~/domain/classroom/classroom.schema';
import { countProblem, hubSchema, startRunSchema } from '~/domain/practice/practice.schema';
import { pointsField } from '~/domain/question-bank/question-fields.schema';
import { extendSchema } from '~/domain/room/extend.schema';
import { checkbox, wholeField, yesOrNo } from './zod';

const read = (isOn: unknown) => z.object({ isOn: checkbox() }).safeParse({ isOn });

test('yes and no in every spelling of the contract, absent and empty what the field says', () => {
  for (const yes of [true, 1, '1', 'true', 'on']) expect(read(yes).data).toEqual({ isOn: true });
  for (const no of [false, 0, '0', 'false', 'off', '', undefined]) expect(read(no).data).toEqual({ isOn: false });
  expect([checkbox(true).parse(undefined), checkbox(true).parse('')]).toEqual([true, true]);
  expect(yesOrNo().safeParse(undefined).success).toBe(false);
});

test('anything else is refused by the name of its field', () => {
  for (const odd of ['yes', 'banana', 'TRUE', 2, -1, null, {}, [], [1], ['1', '0']]) {
    expect(read(odd).error?.issues).toMatchObject([{ path: ['isOn'], message: 'isOn 应为 0 或 1' }]);
  }
});

test('the preview of a correction: only a plain no applies it', () => {
  const call = (preview: unknown) =>
    remarkCallSchema.safeParse({ id: 1, itemId: 1, credit: 1, reason: '题干有误', preview });
  for (const yes of [true, 'true', 'on', 1, '1', undefined, '']) expect(call(yes).data?.preview).toBe(true);
  for (const no of [false, 'false', 0, '0']) expect(call(no).data?.preview).toBe(false);
  for (const odd of ['yes', 'banana', null]) expect(call(odd).success).toBe(false);
});

test('an emptied setting of the paper is off again, one left out stays', () => {
  const call = (fields: object) => {
    const { data } = examEditSchema.safeParse({ id: 1, ...fields });
    return data?.changes;
  };
  expect(call({ shuffleItems: '' })?.shuffleItems).toBe(false);
  expect(call({})?.shuffleItems).toBeUndefined();
  expect(call({ shuffleItems: 'banana' })).toBeUndefined();
});

test('a number may be typed in full width, wherever one is asked for', () => {
  expect(pointsField().parse('２.5')).toBe(2.5);
  expect(pointsField().parse(' １０．５ ')).toBe(10.5);
  expect(pointsField().safeParse('二').error?.issues[0]?.message).toBe('分值应为数字');
  expect(wholeField('行数').parse('１５')).toBe(15);
  expect(wholeField('行数').parse('　')).toBeNull();
  expect(extendSchema.safeParse({ id: 1, minutes: '１５', scope: 'all' }).error?.issues ?? []).not.toContainEqual(
    expect.objectContaining({ path: ['minutes'] }),
  );
  expect(addClassroomSchema.shape.year.parse('２０２６')).toBe(2026);
});

test('how many questions to practise is a whole number from 1 to 100 or refused, never silently another', () => {
  const start = (count: string) => startRunSchema.safeParse({ count });
  expect(start('５').data?.count).toBe(5);
  expect(hubSchema.parse({ count: '５' }).count).toBe(5);
  expect(countProblem(null)).toBe('');
  for (const wrong of ['abc', '', '0', '101', '2.5']) {
    expect(start(wrong).error?.issues).toMatchObject([{ path: ['count'], message: '请填写 1 到 100 的整数' }]);
    expect(countProblem(wrong)).toBe('请填写 1 到 100 的整数');
  }
});

test('a number is a number or its decimal digits, nothing else that JavaScript takes for one', () => {
  const points = (value: unknown) => pointsField().safeParse(value);
  for (const six of [6, '6', ' 6.0 ', '６', '+6']) expect(points(six).data).toBe(6);
  for (const odd of ['0x10', '1e1', '0b1', [1], ['6'], true, {}, 'Infinity', NaN, '6,5']) {
    expect(points(odd).error?.issues, String(odd)).toMatchObject([{ message: '分值应为数字' }]);
  }
  expect(points(undefined).success).toBe(false);
  const level = (value: unknown) =>
    examEditSchema.safeParse({ id: 1, draws: [{ bank: 'theory', count: value, points: 1 }] });
  expect(level(true).success).toBe(false);
});
