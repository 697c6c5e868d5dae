import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatMinute, parseTime } from '~/lib/time';
import {
  examPhase,
  GRACE_MS,
  lastDeadline,
  mayStartAt,
  ownDeadlines,
  pastProblems,
  PHASES,
  phaseOf,
  timeProblems,
  timesAsSaved,
  type ExamTimes,
  type Phase,
  type TimeField,
} from './times.rules';
import type { ExamStatus } from './states.rules';
import type { Part } from './parts.rules';

const at = (text: string) => parseTime(`2026-11-26 ${text}`) ?? Number.NaN;

const BOTH: ExamTimes = {
  testType: 2,
  oralBeginTime: at('09:00'),
  oralEndTime: at('10:00'),
  beginTime: at('14:00'),
  endTime: at('15:30'),
  uploadEndTime: at('15:45'),
};
const published = <T extends object>(exam: T) => ({ ...exam, status: 'published' as const });

describe('phaseOf', () => {
  test.each<[Part, string, number, Phase]>([
    ['oral', '1 ms before its begin', at('09:00') - 1, 'not_started'],
    ['oral', 'at its begin', at('09:00'), 'running'],
    ['oral', '1 ms before its end', at('10:00') - 1, 'running'],
    ['oral', 'at its end', at('10:00'), 'ended'],
    ['written', '1 ms before its begin', at('14:00') - 1, 'not_started'],
    ['written', 'at its begin', at('14:00'), 'running'],
    ['written', '1 ms before its end', at('15:30') - 1, 'running'],
    ['written', 'at its end', at('15:30'), 'uploading'],
    ['written', '1 ms before the upload ends', at('15:45') - 1, 'uploading'],
    ['written', 'when the upload ends', at('15:45'), 'ended'],
  ])('%s, %s', (part, _, now, phase) => {
    expect(phaseOf(published(BOTH), part, now)).toBe(phase);
  });

  test('an upload that ends with the part leaves no upload phase', () => {
    const exam = published({ ...BOTH, uploadEndTime: BOTH.endTime });
    expect(phaseOf(exam, 'written', at('15:30') - 1)).toBe('running');
    expect(phaseOf(exam, 'written', at('15:30'))).toBe('ended');
  });

  test.each<[ExamStatus, Phase]>([
    ['draft', 'not_started'],
    ['published', 'running'],
    ['closed', 'ended'],
    ['released', 'ended'],
  ])('in the middle of the window a %s exam is %s', (status, phase) => {
    expect(phaseOf({ ...BOTH, status }, 'oral', at('09:30'))).toBe(phase);
  });

  test.each<[string, Phase]>([
    ['08:59', 'not_started'],
    ['09:30', 'running'],
    ['12:00', 'not_started'],
    ['14:30', 'running'],
    ['15:40', 'uploading'],
    ['15:46', 'ended'],
  ])('the whole exam at %s', (time, phase) => {
    expect(examPhase(published(BOTH), at(time))).toBe(phase);
  });

  test('the phases of a part follow one another and cover all time', () => {
    const moment = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.tuple(moment, moment, moment), fc.array(moment, { maxLength: 20 }), (times, moments) => {
        const [begin, end, upload] = [...times].sort((a, b) => a - b) as [number, number, number];
        fc.pre(begin < end);
        const exam = published({ ...BOTH, testType: 1, beginTime: begin, endTime: end, uploadEndTime: upload });
        const order = [...moments].sort((a, b) => a - b).map((now) => PHASES.indexOf(phaseOf(exam, 'written', now)));
        expect(order).toEqual([...order].sort((a, b) => a - b));
        for (const now of moments) {
          const phase = phaseOf(exam, 'written', now);
          expect(phase === 'running').toBe(now >= begin && now < end);
          expect(phase === 'uploading').toBe(now >= end && now < upload);
          expect(phase === 'running').toBe(mayStartAt(exam, 'written', 0, now));
        }
      }),
    );
  });
});

describe('ownDeadlines', () => {
  const exam = { ...BOTH, oralMinutes: 20, writtenMinutes: 60 };
  test.each<[string, Part, number | null, number, number, number | null]>([
    ['the limit ends first', 'oral', at('09:10'), 0, at('09:30'), null],
    ['the window ends first', 'oral', at('09:50'), 0, at('10:00'), null],
    ['both end together', 'oral', at('09:40'), 0, at('10:00'), null],
    ['1 ms later the window ends first', 'oral', at('09:40') + 1, 0, at('10:00'), null],
    ['extra minutes come after the earlier one', 'oral', at('09:50'), 5, at('10:05'), null],
    ['before the start the window counts', 'oral', null, 0, at('10:00'), null],
    ['photos follow the upload end', 'written', at('14:00'), 0, at('15:00'), at('15:45')],
    ['extra minutes move the photos too', 'written', at('15:00'), 10, at('15:40'), at('15:55')],
  ])('%s', (_, part, startedAt, extraMinutes, answersAt, photosAt) => {
    expect(ownDeadlines({ exam, part, startedAt, extraMinutes })).toEqual({ answersAt, photosAt });
  });

  test('without a limit the window alone counts', () => {
    const open = { ...exam, writtenMinutes: null };
    expect(ownDeadlines({ exam: open, part: 'written', startedAt: at('14:00'), extraMinutes: 0 })?.answersAt).toBe(
      at('15:30'),
    );
  });

  test('a part without times has none', () => {
    expect(ownDeadlines({ exam: { ...exam, testType: 1 }, part: 'oral', startedAt: null, extraMinutes: 0 })).toBeNull();
  });

  test.each<[string, number, number, boolean]>([
    ['1 ms before the begin', 0, at('09:00') - 1, false],
    ['at the begin', 0, at('09:00'), true],
    ['at the end', 0, at('10:00'), false],
    ['at the end with 5 minutes more', 5, at('10:00'), true],
    ['when these are over', 5, at('10:05'), false],
  ])('one may start %s: %s', (_, extra, now, may) => {
    expect(mayStartAt(BOTH, 'oral', extra, now)).toBe(may);
  });
});

test.each<[string, ExamTimes, Partial<Record<Part, number>>, number | null]>([
  ['photos last longest', BOTH, {}, at('15:45')],
  [
    'the grace counts where photos end with the answers',
    { ...BOTH, uploadEndTime: at('15:30') },
    {},
    at('15:30') + GRACE_MS,
  ],
  ['oral alone', { ...BOTH, testType: 0 }, {}, at('10:00') + GRACE_MS],
  ['extra minutes of a student', BOTH, { oral: 600 }, at('20:00') + GRACE_MS],
  ['no times yet', { ...BOTH, testType: 0, oralBeginTime: null }, {}, null],
])('last deadline: %s', (_, exam, extra, expected) => {
  expect(lastDeadline(exam, extra)).toBe(expected);
});

describe('timeProblems', () => {
  const problems = (change: Partial<ExamTimes>, unreadable: string[] = []) =>
    timeProblems({ ...BOTH, ...change }, formatMinute, unreadable);

  test('good times have none', () => expect(problems({})).toEqual({}));

  test.each<[string, Partial<ExamTimes>, Record<string, string>]>([
    [
      'oral ends when it begins',
      { oralEndTime: at('09:00') },
      { oralEndTime: '口语结束时间要晚于开始时间 2026-11-26 09:00' },
    ],
    ['oral ends 1 ms after it begins', { oralEndTime: at('09:00') + 1 }, {}],
    [
      'written ends before it begins',
      { endTime: at('13:59') },
      { endTime: '笔试结束时间要晚于开始时间 2026-11-26 14:00' },
    ],
    ['upload ends with the part', { uploadEndTime: at('15:30') }, {}],
    [
      'upload ends 1 ms before the part',
      { uploadEndTime: at('15:30') - 1 },
      { uploadEndTime: '上传截止时间不能早于笔试结束时间 2026-11-26 15:30' },
    ],
    ['a time is missing', { beginTime: null }, { beginTime: '填写笔试开始时间' }],
    [
      'an unused part has times',
      { testType: 1, oralEndTime: null },
      { oralBeginTime: '这场考试没有口语，请清空口语开始时间' },
    ],
  ])('%s', (_, change, expected) => expect(problems(change)).toEqual(expected));

  test('a time that could not be read is not scolded twice', () => {
    expect(problems({ beginTime: null }, ['beginTime'])).toEqual({});
  });

  test.each<[TimeField, TimeField]>([
    ['oralBeginTime', 'oralEndTime'],
    ['beginTime', 'endTime'],
    ['endTime', 'uploadEndTime'],
  ])('%s and %s that could not be read are compared with nothing', (...fields) => {
    // What zod leaves in their place.
    const unread = Object.fromEntries(fields.map((field) => [field, z.NEVER]));
    expect(problems(unread, fields)).toEqual({});
  });

  test('unused times are dropped before saving; photos end with the part where nothing is said', () => {
    expect(problems(timesAsSaved({ ...BOTH, testType: 0 }))).toEqual({});
    expect(timesAsSaved({ ...BOTH, testType: 0 }).uploadEndTime).toBeNull();
    expect(timesAsSaved({ ...BOTH, uploadEndTime: null }).uploadEndTime).toBe(BOTH.endTime);
  });

  test.each<[string, number, string[]]>([
    ['1 ms before the first end', at('10:00') - 1, []],
    ['at the first end', at('10:00'), ['oralEndTime']],
    ['after both', at('15:30'), ['oralEndTime', 'endTime']],
  ])('publishing %s', (_, now, fields) => {
    expect(Object.keys(pastProblems(BOTH, now, formatMinute))).toEqual(fields);
  });
});
