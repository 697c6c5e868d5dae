import { describe, expect, test } from 'vitest';
import { toSavePayload } from './save-payload.rules';

describe('toSavePayload', () => {
  const form = {
    name: '期末',
    testType: [0, 1],
    clazzIds: [3, 4],
    keyPoint: ['园林', '水乡'],
    imageUrl: [],
    oralExaminerIds: [8],
    writtenIds: [],
    oralId: 5,
    firstDate: '2026-11-26',
    writtenExamContent: [{ title: '不发送' }],
  };

  test('lists become comma strings, empty lists empty strings, UI fields go', () => {
    expect(toSavePayload(form)).toEqual({
      call: 'add',
      body: {
        name: '期末',
        testType: 2,
        clazzIds: '3,4',
        keyPoint: '园林,水乡',
        imageUrl: '',
        oralExaminerIds: '8',
        writtenIds: '',
        oralId: 5,
      },
    });
  });

  test.each([
    [[0], 0],
    [[1], 1],
    [[0, 1], 2],
    [[1, 0], 2],
  ])('testType %j is sent as %i', (testType, sent) => {
    expect(toSavePayload({ ...form, testType }).body.testType).toBe(sent);
  });

  test.each([
    [undefined, 'add'],
    [null, 'add'],
    [0, 'add'],
    [12, 'edit'],
  ])('with the id %j it calls %s', (id, call) => {
    expect(toSavePayload({ ...form, id }).call).toBe(call);
  });

  test('a comma string stays as it is', () => {
    expect(toSavePayload({ ...form, clazzIds: '3,4' }).body.clazzIds).toBe('3,4');
  });
});
