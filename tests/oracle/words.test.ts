import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '~/domain/actor/actor.rules';
import { savePageSetting, type SettingQuestion } from '~/domain/scoring/release/page-setting.commands.server';
import { pageSettingSchema } from '~/domain/scoring/release/page-setting.schema';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { moderate } from '~/domain/work/moderation.commands.server';
import { publishWork } from '~/domain/work/work.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { db } from '~/db/db.server';
import type { AppError } from '~/lib/errors';
import { readSheetRows } from '~/lib/spreadsheet.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
  makeWrittenQuestion,
  PASSWORD,
} from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { rowsOf, saidIn, textOf, wordBy } from './pages';

/**
 * An exam whose thresholds are so far from the usual ones that every mark has another word by them: wherever a word
 * stands it is the exam's.
 */

useDatabase();

let app: BuiltApp;
beforeAll(async () => {
  app = await startBuiltApp();
});
afterAll(() => app.stop());

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;
const STRICT = { excellentFrom: 97, goodFrom: 92, passFrom: 80 };
/** 优秀、优秀、良好、及格 by the usual ones. */
const MARKS = [98, 93, 85, 65];
const WORDS = ['优秀', '良好', '及格', '待提高'];

async function makeSchool(resultDisplay: 'points' | 'grade') {
  const teacher = await makeTeacher();
  const owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner: teacher }),
    written: [await makeWrittenQuestion({ owner: teacher, points: 100, body: { markingPoints: [] } })],
    status: 'closed',
    now: NOW,
    settings: { ...STRICT, resultDisplay },
  });
  const [oralItem = 0, pen = 0] = exam.items.map((item) => item.id);
  const people: { actor: Actor; account: string; mark: number; paper: number }[] = [];
  for (const [index, mark] of MARKS.entries()) {
    const student = await makeStudent({ classroom_id: classroom.id, account: `2026${index}9`, has_consent: 1 });
    const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
    await makeTake({ attempt: oral, itemId: oralItem, owner: student });
    const written = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
    const measures = { zqd: mark, lld: mark, wzd: mark, gjc: mark };
    const give = (attemptId: number, marks: object[]) =>
      saveScore(owner, { attemptId, marks: marks as never, comment: '', isFinal: true, version: 0 }, AFTER);
    await give(oral.id, [{ itemId: oralItem, measures }]);
    await give(written.id, [{ itemId: pen, points: mark }]);
    people.push({ actor: actorOf(student), account: student.account, mark, paper: oral.id });
  }
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  const [best] = people;
  if (!best) throw new Error('nobody');
  const text = { title: '朗读', description: '', anonymous: false, pieces: null, requestId: '' };
  const input = { ...text, attemptId: best.paper, practiceId: null };
  const { id: workId } = await publishWork(best.actor, input, AFTER);
  await moderate(owner, { targets: [{ kind: 'work', id: workId }], decision: 'approve', reason: '' }, AFTER);
  return { owner, account: teacher.account, examId: exam.id, people, workId };
}

async function reader(account: string) {
  const cookie = await app.signIn(account, PASSWORD);
  const read = async (url: string) => {
    const response = await app.send(url, { cookie });
    expect([url, response.status]).toEqual([url, 200]);
    return response;
  };
  return {
    html: async (url: string) => (await read(url)).text(),
    data: async <T>(url: string) => ((await (await read(url)).json()) as { data: T }).data,
    file: async (url: string) => Buffer.from(await (await read(url)).arrayBuffer()),
  };
}

/** Without legends, which name every word with its range. */
const withoutLegend = (text: string) => text.replace(/(优秀|良好|及格|待提高) \d+[^|]*/g, '');
const wordOf = (mark: number) => wordBy(STRICT, mark);
/** The words that stand alone in an element. */
const alone = (text: string) => WORDS.filter((word) => text.includes(`|${word}|`));

it('every page, file and call of the teacher calls a mark by the exam’s own words', async () => {
  const { account, examId, people } = await makeSchool('points');
  const teacher = await reader(account);
  const base = '/examination/scoreexamination';
  const first = people[0]?.paper ?? 0;
  const pages = [
    `${base}/scorelist?examId=${examId}&part=total`,
    `${base}/scorelist?examId=${examId}&part=oral`,
    `${base}/scorelist?examId=${examId}&part=written`,
    `${base}/classscorelist?examId=${examId}`,
    `${base}/score?attemptId=${first}`,
    `${base}/consistency?examId=${examId}`,
    `${base}/comments?examId=${examId}`,
    `/census/index?examId=${examId}`,
    '/dashboard',
    '/dynamic/works/index',
  ];
  for (const url of pages) {
    const said = saidIn(withoutLegend(textOf(await teacher.html(url)))).filter(({ word }) => word !== null);
    for (const { number, word } of said) expect([url, number, word]).toEqual([url, number, wordOf(number)]);
    const isList = /scorelist|works/.test(url);
    if (isList) expect([url, said.length > 0]).toEqual([url, true]);
  }
  const whole = await teacher.html(pages[0] ?? '');
  const calls = await teacher.data<{ account: string; total: number; grade: string }[]>(
    `/api/exam/score/list?examId=${examId}&part=total`,
  );
  const file = await teacher.file(`${base}/export?examId=${examId}`);
  const [head = [], ...lines] = (await readSheetRows(Readable.from([file]), { maxRows: 50 })).map((row) => row.cells);
  for (const { account: number, mark } of people) {
    expect(rowsOf(whole, number).join()).toContain(`${mark}分${wordOf(mark)}`);
    const line = lines.find((cells) => cells.includes(number)) ?? [];
    expect(line[head.indexOf('等级')]).toBe(wordOf(mark));
    const row = calls.find((one) => one.account === number);
    const word = { excellent: '优秀', good: '良好', pass: '及格', low: '待提高' }[row?.grade ?? ''];
    expect([row?.total, word]).toEqual([mark, wordOf(mark)]);
  }
  // Rates by the same thresholds: one of four is excellent, three have passed.
  const { total } = await teacher.data<{ total: Record<string, { value: number }> }>(
    `/api/census/exam?examId=${examId}`,
  );
  expect(
    [total.excellentRate?.value, total.passRate?.value].map((rate) => Number(rate) * (Number(rate) > 1 ? 1 : 100)),
  ).toEqual([25, 75]);
});

const PLACES = (examId: number) => [
  `/examination/record_page/index?examId=${examId}`,
  '/examination/history/index',
  '/student/examination/index',
  '/dashboard',
  '/census/mine/index',
  '/users/news',
];

it.each(['points', 'grade'] as const)('every page and call of a student does, in %s', async (display) => {
  const { examId, people, workId } = await makeSchool(display);
  for (const { account, mark } of people) {
    const student = await reader(account);
    for (const url of PLACES(examId)) {
      const text = withoutLegend(textOf(await student.html(url)));
      for (const { number, word } of saidIn(text))
        if (word !== null) expect([url, number, word]).toEqual([url, number, wordOf(number)]);
      // No other word stands anywhere, and where grades are all there is this one does.
      expect([url, alone(text).filter((word) => word !== wordOf(mark))]).toEqual([url, []]);
      if (display === 'grade' && url !== '/users/news') expect([url, alone(text)]).toEqual([url, [wordOf(mark)]]);
    }
    const result = await student.data<Record<string, unknown>>(`/api/exam/stu/result?examId=${examId}`);
    const history = await student.data<Record<string, unknown>[]>('/api/exam/stu/history');
    const own = await student.data<Record<string, unknown>[]>('/api/exam/stu/list');
    const course = await student.data<Record<string, unknown>>('/api/census/student');
    const words = JSON.stringify([result, history, own, course]).match(/优秀|良好|及格|待提高/g) ?? [];
    expect([...new Set(words)]).toEqual(display === 'grade' ? [wordOf(mark)] : []);
  }
  const classmate = await reader(people[3]?.account ?? '');
  for (const url of ['/dynamic/works/index', `/dynamic/works/${workId}`]) {
    const text = textOf(await classmate.html(url));
    if (display === 'grade') expect([url, alone(text)]).toEqual([url, ['优秀']]);
    else expect([url, saidIn(text)]).toEqual([url, expect.arrayContaining([{ number: 98, word: '优秀' }])]);
  }
});

it('other thresholds change the word everywhere, and the message says which', async () => {
  const { owner, examId, people } = await makeSchool('grade');
  const { version, settings } = await getExamView(examId);
  const { isBlind: _blind, ...kept } = { ...settings, excellentFrom: 93 };
  const form = {
    ...Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)])),
    ...{ examId, version, quickComments: '', showsRank: '', arbitrationLimit: undefined },
    ...{ countedAttempt: undefined, markedBy: undefined },
  };
  const save = (confirm: string) => savePageSetting(owner, pageSettingSchema.parse({ ...form, confirm }), AFTER + 1);
  const asked = (await save('').catch((error: AppError) => error)) as AppError;
  await save((asked.data.extra as SettingQuestion).confirm);
  const [, second] = people;
  const student = await reader(second?.account ?? '');
  const told = await db()
    .selectFrom('messages')
    .select('body')
    .where('user_id', '=', second?.actor.id ?? 0)
    .where('title', 'like', '等级更正%')
    .execute();
  expect(told).toEqual([{ body: '等级线改了：你的等级由“良好”改为“优秀”，分数没有变。' }]);
  for (const url of PLACES(examId).slice(0, -1))
    expect([url, alone(withoutLegend(textOf(await student.html(url))))]).toEqual([url, ['优秀']]);
});
