import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { addDirectory } from '~/domain/question-bank/directory.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { sessionCookie } from '~/http/session.server';
import * as attemptRoute from '~/routes/api.exam.attempt.$call';
import * as examRoute from '~/routes/api.exam.$call';
import * as studentRoute from '~/routes/api.exam.stu.$call';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

const ROUTES = { exam: examRoute, 'exam/attempt': attemptRoute, 'exam/stu': studentRoute };
type Data = Record<string, unknown>;

async function send(path: string, as: UserRow, body?: URLSearchParams | Data) {
  const [plain = ''] = path.split('?');
  const slash = plain.lastIndexOf('/');
  const session = { uid: as.id, role: as.user_type, version: as.session_version, renewedAt: Date.now() };
  const headers = new Headers({ Cookie: (await sessionCookie(session)).split(';')[0] ?? '' });
  const isForm = body instanceof URLSearchParams;
  if (body && !isForm) headers.set('Content-Type', 'application/json');
  const init = body ? { method: 'POST', body: isForm ? body : JSON.stringify(body) } : {};
  const request = new Request(`http://localhost/api/${path}`, { ...init, headers });
  const { loader, action } = ROUTES[plain.slice(0, slash) as keyof typeof ROUTES];
  const response = await (body ? action : loader)({ request, params: { call: plain.slice(slash + 1) }, context: {} });
  return (await response.json()) as { code: number; message: string; data: Data & { fieldErrors?: Data } };
}

let teacher: UserRow;
let student: UserRow;
let classroom: { id: number };

beforeAll(async () => {
  teacher = await makeTeacher();
  classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id });
});

const times = {
  oralBeginTime: '2027-01-11 08:00:00',
  oralEndTime: '2027-01-11 08:30',
  beginTime: '2027-01-11T09:00:00+08:00',
  endTime: '2027-01-11 10:00',
  uploadEndTime: '2027-01-11 10:15',
};

test('the client of the specification saves an exam by a form: comma strings, empty lists as empty strings', async () => {
  const oral = await makeOralQuestion({ owner: teacher, keyPoints: ['春天'] });
  const theory = await makeTheoryQuestion({ owner: teacher, points: 3 });
  const pen = await makeWrittenQuestion({ owner: teacher });
  const form = new URLSearchParams({
    ...times,
    name: '期中',
    uid: `${teacher.id}`,
    clazzIds: `${classroom.id}`,
    testType: '2',
    oralId: `${oral.id}`,
    writtenIds: `${theory.id},${pen.id}`,
    items: '',
    keyPoint: '故宫,午门',
    imageUrl: '',
    musicUrl: '',
    oralExaminerIds: '',
    firstDate: '2027-01-11',
    writtenExamContent: '[{"a":1}]',
  });
  const { code, data } = await send('exam/add', teacher, form);
  expect(code).toBe(200);
  expect(data).toMatchObject({
    view: 'teacher',
    testType: 2,
    status: 'draft',
    clazzIds: `${classroom.id}`,
    keyPoint: '故宫,午门',
    imageUrl: '',
    oralExaminerIds: '',
    writtenIds: `${theory.id},${pen.id}`,
    beginTime: '2027-01-11 09:00:00',
    oralEndTime: '2027-01-11 08:30:00',
    items: [
      { part: 'oral', questionId: oral.id, question: { bank: 'oral', keyPoint: '故宫,午门' } },
      { part: 'written', points: 3, question: { bank: 'theory', answer: 'B', blankCount: 0 } },
      { part: 'written', question: { bank: 'written', answerBy: 'both' } },
    ],
  });
  expect(data).not.toHaveProperty('firstDate');

  // Who means an exam there is makes no second one.
  const count = () => db().selectFrom('exams').select('id').execute();
  const before = (await count()).length;
  for (const id of [data.id, String(data.id)]) {
    expect(await send('exam/add', teacher, { ...data, id })).toMatchObject({
      code: 400,
      data: { fieldErrors: { id: expect.stringContaining('exam/edit') as unknown } },
    });
  }
  expect(await count()).toHaveLength(before);

  // What was read goes back as it came, but for what is changed.
  const edited = await send('exam/edit', teacher, { ...data, name: '期中（改）', testType: ['0', '1'] });
  expect(edited.message).toBe('');
  expect(edited.data).toMatchObject({
    id: data.id,
    name: '期中（改）',
    writtenIds: data.writtenIds,
    oralId: oral.id,
  });
});

test('a form carries sections as one JSON text, as it does items and draws', async () => {
  const theory = await makeTheoryQuestion({ owner: teacher, points: 3 });
  const sections = [{ key: 1, title: '基础题', instructions: '每题 3 分' }];
  const form = new URLSearchParams({
    ...times,
    name: '期中',
    clazzIds: `${classroom.id}`,
    testType: '1',
    items: JSON.stringify([{ questionId: theory.id, points: 3, section: 1 }]),
    sections: JSON.stringify(sections),
  });
  const { message, data } = await send('exam/add', teacher, form);
  expect([message, data.sections]).toEqual(['', [expect.objectContaining(sections[0] ?? {})]]);
});

test.each([
  ['0', 0],
  [1, 1],
  [[0], 0],
  [['1'], 1],
  [[0, 1], 2],
  ['1,0', 2],
  [2, 2],
])('testType %j is %i', async (testType, expected) => {
  const body = { ...times, name: '月考', clazzIds: [classroom.id], testType };
  expect((await send('exam/add', teacher, body)).data).toMatchObject({ testType: expected });
});

test.each([[[]], [''], [3], [['0', '2']], [undefined]])('testType %j is refused at its field', async (testType) => {
  const { code, data } = await send('exam/add', teacher, {
    ...times,
    name: '月考',
    clazzIds: [classroom.id],
    testType,
  });
  expect([code, data.fieldErrors?.testType]).toEqual([400, '选择考试部分：口语、笔试，或两者都选']);
});

test('a category is named by its own id or by its name', async () => {
  const directory = await addDirectory(
    actorOf(teacher),
    { bank: 'exam', parentId: null, name: '单元测验' },
    Date.now(),
  );
  const body = { ...times, name: '月考', clazzIds: [classroom.id], testType: 1 };
  const byId = await send('exam/add', teacher, { ...body, categoryId: `${directory.id}` });
  expect(byId.data).toMatchObject({ categoryId: directory.id, categoryName: '单元测验' });
  const byName = await send('exam/add', teacher, { ...body, categoryName: '单元测验' });
  expect(byName.data).toMatchObject({ categoryId: directory.id });
  const foreign = await addDirectory(actorOf(await makeTeacher()), { bank: 'exam', parentId: null, name: '别人的' }, 0);
  expect((await send('exam/add', teacher, { ...body, categoryId: foreign.id })).code).toBe(404);
});

test('a student is told nothing of what is right, before the start or while sitting', async () => {
  const oral = await makeOralQuestion({ owner: teacher, keyPoints: ['秘密词'] });
  const cloze = await makeTheoryQuestion({ owner: teacher, kind: 'cloze' });
  const pen = await makeWrittenQuestion({ owner: teacher });
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], oral, written: [cloze, pen] });
  const told = await send(`exam/get?id=${exam.id}`, student);
  expect(told.data).not.toHaveProperty('items');
  expect(told.data).toMatchObject({
    view: 'student',
    deadlines: { oral: { photosAt: '' }, written: { extraMinutes: 0 } },
  });
  const { data } = await send('exam/attempt/start', student, { examId: exam.id, part: 'written' });
  const [blank, paper] = data.items as { question: Data }[];
  expect(Object.keys(blank?.question ?? {}).sort()).toEqual(
    ['bank', 'blankCount', 'imageUrl', 'kind', 'level', 'musicUrl', 'options', 'stem', 'title'].sort(),
  );
  expect(Object.keys(paper?.question ?? {}).sort()).toEqual(
    ['answerBy', 'bank', 'imageUrl', 'kind', 'level', 'musicUrl', 'prompt', 'title'].sort(),
  );
  const spoken = await send('exam/attempt/start', student, { examId: exam.id, part: 'oral' });
  expect(JSON.stringify(spoken.data)).not.toContain('秘密词');
  expect((spoken.data.items as { question: Data }[])[0]?.question.chunks).toEqual(
    expect.arrayContaining([expect.objectContaining({ time: expect.any(Number) as number })]),
  );
});

test('the list of a student’s exams refuses an unknown phase with a sentence', async () => {
  expect(await send('exam/stu/list?phase=soon', student)).toMatchObject({ code: 400, message: '考试阶段有误' });
  expect(await send('exam/stu/list?phase=', student)).toMatchObject({ code: 200 });
});

describe('an edit changes what it says and nothing else', () => {
  /** An exam of which everything is said that can be. */
  async function richExam() {
    const oral = await makeOralQuestion({ owner: teacher, keyPoints: ['春天'] });
    const theory = await makeTheoryQuestion({ owner: teacher, points: 3 });
    const pen = await makeWrittenQuestion({ owner: teacher });
    for (let more = 0; more < 3; more += 1) await makeTheoryQuestion({ owner: teacher, level: 2 });
    const colleague = await makeTeacher();
    const added = await send('exam/add', teacher, {
      ...times,
      name: '期中',
      categoryName: '单元测验',
      clazzIds: [classroom.id],
      testType: 2,
      oralId: oral.id,
      items: [
        { questionId: pen.id, points: 7.5 },
        { questionId: theory.id, points: 2 },
      ],
      keyPoint: '故宫,午门',
      oralExaminerIds: [teacher.id, colleague.id],
      writtenExaminerIds: [colleague.id],
      oralMinutes: 12,
      writtenMinutes: 45,
      oralWeight: 30,
      writtenWeight: 70,
      instructions: '带笔',
      draws: [{ bank: 'theory', level: 2, count: 2, points: 1.5 }],
      settings: {
        measureWeights: { zqd: 40, lld: 30, wzd: 20, gjc: 10 },
        prepSeconds: 20,
        recordSeconds: 90,
        maxTakes: 3,
        markedBy: 'one',
        shuffleItems: true,
        shuffleOptions: true,
        countedAttempt: 'best',
        arbitrationLimit: 7.5,
        isBlind: true,
        quickComments: ['很好', '再读一遍'],
        rowsPerPage: 30,
        excellentFrom: 90,
        goodFrom: 75,
        passFrom: 55,
        lowFrom: 30,
        showsRank: true,
        resultDisplay: 'grade',
      },
    });
    expect(added.message).toBe('');
    return added.data;
  }
  const read = async (id: unknown) => (await send(`exam/get?id=${String(id)}`, teacher)).data;
  /** What every save changes. */
  const rest = ({ version: _version, ...exam }: Data) => exam;

  test('everything that was said stands in the exam', async () => {
    expect(await richExam()).toMatchObject({
      categoryName: '单元测验',
      oralMinutes: 12,
      writtenWeight: 70,
      draws: [{ bank: 'theory', level: 2, count: 2, points: 1.5, kind: '', dirId: null, scope: 'mine' }],
      settings: { markedBy: 'one', isBlind: true, quickComments: ['很好', '再读一遍'], measureWeights: { gjc: 10 } },
    });
  });

  test('the client of the specification reads, changes the name and sends its fields back', async () => {
    const before = await richExam();
    // The fields that the specification names, as its save conversion sends them.
    const names =
      'id clazzIds keyPoint musicUrl imageUrl oralExaminerIds oralId writtenIds testType beginTime endTime oralBeginTime oralEndTime uploadEndTime';
    const form = new URLSearchParams(names.split(' ').map((name) => [name, String(before[name] ?? '')]));
    form.set('name', '期中（改）');
    const edited = await send('exam/edit', teacher, form);
    expect(edited.message).toBe('');
    expect(rest(await read(before.id))).toEqual({ ...rest(before), name: '期中（改）' });
  });

  test('all that get answered may be sent back as it came', async () => {
    const before = await richExam();
    expect((await send('exam/edit', teacher, before)).message).toBe('');
    expect(rest(await read(before.id))).toEqual(rest(before));
  });

  test('sections alone, and questions put into them; what has none stands where its kind does', async () => {
    const before = await richExam();
    const items = (before.items as { id: number; part: string; points: number; questionId: number }[]).filter(
      (item) => item.part === 'written',
    );
    const said = [
      { key: 4, title: '第一部分', instructions: '写在答题纸上' },
      { key: 2, title: '', instructions: '' },
    ];
    const [first, second] = items;
    const sent = [
      { ...first, section: 2 },
      { ...second, section: 4 },
    ];
    const edited = await send('exam/edit', teacher, { id: before.id, sections: said, items: sent, draws: '' });
    expect(edited.message).toBe('');
    expect(edited.data.sections).toMatchObject(said);
    const read4 = edited.data.items as { id: number; part: string; section: number | null }[];
    expect(read4.filter(({ part }) => part === 'written').map(({ id, section }) => [id, section])).toEqual([
      [second?.id, 4],
      [first?.id, 2],
    ]);
    // Said of nothing else they stay.
    expect((await send('exam/edit', teacher, { id: before.id, name: '改名' })).data.sections).toEqual(
      edited.data.sections,
    );
    const none = await send('exam/edit', teacher, { id: before.id, sections: '' });
    expect((none.data.sections as { title: string }[]).map(({ title }) => title)).toEqual(['', '']);
    const twice = await send('exam/edit', teacher, { id: before.id, sections: [said[0], said[0]] });
    expect(twice.message).toContain('key');
  });

  test('sections as get answered them hold what they held; one that is left out gives it to the one before it', async () => {
    const before = await richExam();
    const written = (before.items as { id: number; part: string }[]).filter((item) => item.part === 'written');
    const [first, second] = written;
    const said = [
      { key: 1, title: '第一部分', instructions: '' },
      { key: 2, title: '第二部分', instructions: '写在答题纸上' },
      { key: 3, title: '抽的题', instructions: '' },
    ];
    const placed = await send('exam/edit', teacher, {
      id: before.id,
      sections: said,
      items: [
        { ...first, section: 1 },
        { ...second, section: 2 },
      ],
      draws: (before.draws as Data[]).map((draw) => ({ ...draw, section: 3 })),
    });
    expect(placed.message).toBe('');
    const places = (exam: Data) => [
      (exam.items as { part: string; section: number }[]).flatMap((one) => (one.part === 'written' ? one.section : [])),
      (exam.draws as { section: number }[]).map((one) => one.section),
      (exam.sections as { key: number }[]).map((one) => one.key),
    ];
    expect(places(placed.data)).toEqual([[1, 2], [3], [1, 2, 3]]);
    const edit = async (sections: unknown) =>
      places((await send('exam/edit', teacher, { id: before.id, sections })).data);
    expect(await edit(placed.data.sections)).toEqual([[1, 2], [3], [1, 2, 3]]);
    expect(await edit([said[2], said[0], said[1]])).toEqual([[1, 2], [3], [3, 1, 2]]);
    expect(await edit([said[0], said[1]])).toEqual([[1, 2], [1], [1, 2]]);
    expect(await edit([said[1]])).toEqual([[2, 2], [2], [2]]);
    expect((await send('exam/edit', teacher, { id: before.id, sections: '' })).data.sections).toEqual(before.sections);
  });

  test('one field alone, each after the other, leaves the others', async () => {
    const before = await richExam();
    const items = before.items as { part: string; questionId: number; points: number }[];
    const written = items.filter((item) => item.part === 'written');
    const changes: [Data, Data][] = [
      [{ oralMinutes: 20 }, { oralMinutes: 20 }],
      [{ writtenMinutes: '' }, { writtenMinutes: null }],
      [{ instructions: '' }, { instructions: '' }],
      [{ categoryName: '' }, { categoryId: null, categoryName: '' }],
      [{ writtenExaminerIds: '' }, { writtenExaminerIds: '' }],
      [
        { oralWeight: 40, writtenWeight: 60 },
        { oralWeight: 40, writtenWeight: 60 },
      ],
      // Its rule of any kind had a section for itself.
      [{ draws: '' }, { draws: [], sections: (before.sections as unknown[]).slice(0, -1) }],
    ];
    let expected = rest(before);
    for (const [given, changed] of changes) {
      expect((await send('exam/edit', teacher, { id: before.id, ...given })).message).toBe('');
      expected = { ...expected, ...changed };
      expect(rest(await read(before.id))).toEqual(expected);
    }
    await send('exam/edit', teacher, { id: before.id, keyPoint: '' });
    expect(await read(before.id)).toMatchObject({ keyPoint: '', name: '期中' });
    const settings = before.settings as Data;
    const said = { showsRank: false, quickComments: '', maxTakes: '', measureWeights: { zqd: 50 } };
    await send('exam/edit', teacher, { id: before.id, settings: said });
    expect((await read(before.id)).settings).toEqual({
      ...settings,
      showsRank: false,
      quickComments: [],
      maxTakes: 0,
      measureWeights: { ...(settings.measureWeights as Data), zqd: 50 },
    });
    // The order of the paper, by the questions alone: their points stay.
    const turned = [...written].reverse();
    const ids = turned.map((item) => item.questionId).join(',');
    const { items: after } = await read((await send('exam/edit', teacher, { id: before.id, writtenIds: ids })).data.id);
    expect((after as typeof items).filter((item) => item.part === 'written')).toMatchObject(
      turned.map(({ questionId, points }, index) => ({ questionId, points, position: index + 1 })),
    );
  });

  test('a question that is no longer shared stays in the paper', async () => {
    const before = await richExam();
    const [, item] = before.items as { questionId: number }[];
    const other = await makeTeacher();
    await db()
      .updateTable('questions')
      .set({ owner_id: other.id })
      .where('id', '=', item?.questionId ?? 0)
      .execute();
    const edited = await send('exam/edit', teacher, { id: before.id, writtenIds: before.writtenIds, name: '新名' });
    expect([edited.message, edited.data.writtenIds]).toEqual(['', before.writtenIds]);
  });

  test('an older version is refused, without one it is not asked', async () => {
    const { id, version } = await richExam();
    expect((await send('exam/edit', teacher, { id, version, name: '一' })).code).toBe(200);
    const old = await send('exam/edit', teacher, { id, version, name: '二' });
    expect([old.code, old.message]).toEqual([409, expect.stringMatching(/现在的 version 是 \d+。请重新读取考试/)]);
    expect((await read(id)).name).toBe('一');
    expect((await send('exam/edit', teacher, { id, version: '', name: '三' })).data.name).toBe('三');
  });

  test.each([
    [{ settings: { isblind: true } }, 'settings.isblind', '没有 isblind 这个设置'],
    [{ settings: { measureWeights: { abc: 1 } } }, 'settings.measureWeights.abc', '没有 abc 这个设置'],
    [{ settings: { releaseMode: 'auto' } }, 'settings.releaseMode', '试卷里有要老师评分的题，只能手动公布'],
    [{ settings: { passFrom: 95 } }, 'settings.goodFrom', '良好线不能低于及格线'],
    [{ settings: { arbitrationLimit: 'x' } }, 'settings.arbitrationLimit', '仲裁分差应为数字'],
    [{ draws: [{ bank: 'theory', count: 99, points: 1 }] }, 'draws.0.count', '第 1 条规则要抽 99 题'],
    [{ draws: [{ bank: 'oral', count: 1, points: 1 }] }, 'draws.0.bank', 'bank 应为 written 或 theory'],
    [{ beginTime: '' }, 'beginTime', '填写笔试开始时间'],
    [{ name: '' }, 'name', '请填写考试名称'],
  ])('%j is refused by its name and changes nothing', async (given, field, message) => {
    const before = await richExam();
    const refused = await send('exam/edit', teacher, { id: before.id, ...given });
    expect([refused.code, refused.data.fieldErrors?.[field]]).toEqual([400, expect.stringContaining(message)]);
    expect(await read(before.id)).toEqual(before);
  });

  test('the paper by two names that say two things', async () => {
    const before = await richExam();
    const extra = await makeTheoryQuestion({ owner: teacher });
    const both = { writtenIds: `${extra.id}`, items: [] };
    expect((await send('exam/edit', teacher, { id: before.id, ...both })).data.fieldErrors).toHaveProperty(
      'writtenIds',
    );
    // Sent back with one of them changed, that one counts.
    const ids = `${String(before.writtenIds)},${extra.id}`;
    expect((await send('exam/edit', teacher, { ...before, version: '', writtenIds: ids })).data.writtenIds).toBe(ids);
  });
});
