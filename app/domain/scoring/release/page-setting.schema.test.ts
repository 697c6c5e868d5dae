import { expect, it } from 'vitest';
import { examEditSchema } from '~/domain/exam/exam-call.schema';
import { pageSettingCallSchema } from './page-setting.schema';

const paths = (result: { success: boolean; error?: { issues: { path: (string | number)[] }[] } }) =>
  (result.error?.issues ?? []).map((issue) => issue.path.join('.'));

it('a setting that the call does not change is refused by its name', () => {
  for (const name of ['measureWeights', 'prepSeconds', 'recordSeconds', 'shuffleItems', 'settings', 'zqd']) {
    expect(paths(pageSettingCallSchema.safeParse({ id: 1, [name]: 1 }))).toEqual([name]);
  }
  expect(pageSettingCallSchema.safeParse({ id: 1, passFrom: 61, isBlind: true, uid: 3 }).success).toBe(true);
});

it('a setting said twice and differently is refused where it stands', () => {
  const edit = (prepSeconds: unknown, settings: object) => examEditSchema.safeParse({ id: 1, prepSeconds, settings });
  expect(paths(edit(10, { prepSeconds: 20 }))).toEqual(['settings.prepSeconds']);
  expect(edit('20', { prepSeconds: 20 }).success).toBe(true);
  expect(edit(undefined, { prepSeconds: 20 }).success).toBe(true);
  const weights = { id: 1, zqd: 40, settings: { measureWeights: { zqd: 30 } } };
  expect(paths(examEditSchema.safeParse(weights))).toEqual(['settings.measureWeights.zqd']);
});
