import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
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
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { blindName } from '~/domain/exam/blind.rules';
import { editComment, removeComment } from './comments.commands.server';
import { listComments } from './comments.queries.server';
import { deleteQuickComment, moveQuickComment, saveQuickComment } from './quick-comment.commands.server';
import { listOfferedComments, listQuickComments } from './quick-comment.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { saveScore } from './scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;
const ALL = {
  part: null,
  classId: 0,
  examinerId: 0,
  itemId: 0,
  kind: '',
  has: 'with',
  keyword: '',
  currentPage: 1,
  pageSize: 15,
} as const;

/** The owner and an examiner have each commented on the oral paper of 林可欣; 王浩然's has no comment. */
async function makeSchool(settings: { isBlind?: boolean } = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const second = await makeTeacher({ name: '许志远' });
  const stranger = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const other = await makeStudent({ classroom_id: classroom.id, name: '王浩然' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeWrittenQuestion({ owner, points: 10, body: { markingPoints: [] } })],
    examiners: [{ teacher: second, part: 'oral' }],
    status: 'closed',
    settings,
    now: NOW,
  });
  const [oralItem, pen] = exam.items.map((item) => item.id) as [number, number];
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  const blank = await makeAttempt({ exam, student: other, part: 'oral', state: 'submitted', now: NOW });
  const written = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const actors = { owner: actorOf(owner), second: actorOf(second), stranger: actorOf(stranger) };
  const measures = { zqd: 80, lld: 80, wzd: 80, gjc: 80 };
  const give = (by: 'owner' | 'second', attemptId: number, mark: object, comment: string) =>
    saveScore(
      actors[by],
      { attemptId, marks: [mark as never], comment, isFinal: true, version: 0 },
      AFTER + (by === 'owner' ? 1 : 0),
    );
  await give('second', oral.id, { itemId: oralItem, measures }, '讲解完整');
  await give('owner', oral.id, { itemId: oralItem, measures }, '停顿偏长');
  await give('owner', blank.id, { itemId: oralItem, measures }, '');
  await give('owner', written.id, { itemId: pen, points: 8, comment: '例子再具体些' }, '');
  return { exam, student, oral, written, items: { oral: oralItem, pen }, ...actors };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

const textsOf = async (school: School, by: 'owner' | 'second', filter: object = {}) =>
  (await listComments(school[by], { ...ALL, examId: school.exam.id, ...filter })).rows.map((row) => row.text);

async function rowOf(school: School, text: string) {
  const { rows } = await listComments(school.owner, { ...ALL, examId: school.exam.id });
  const row = rows.find((one) => one.text === text);
  if (!row) throw new Error(`no comment ${text}`);
  const { kind, scoreId, place, version } = row;
  return { kind, scoreId, place, version };
}

describe('listComments', () => {
  it('the owner reads everybody’s, an examiner their own, a stranger nothing', async () => {
    const school = await makeSchool();
    expect((await textsOf(school, 'owner')).sort()).toEqual(['例子再具体些', '停顿偏长', '讲解完整']);
    expect(await textsOf(school, 'second')).toEqual(['讲解完整']);
    await expect(listComments(school.stranger, { ...ALL, examId: school.exam.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([
    ['part', { part: 'written' }, ['例子再具体些']],
    ['kind', { kind: 'item' }, ['例子再具体些']],
    ['keyword in the text', { keyword: '停顿' }, ['停顿偏长']],
    ['keyword in the name', { keyword: '王浩然' }, []],
    ['papers without', { has: 'without', part: 'oral' }, ['']],
    ['another class', { classId: 999 }, []],
  ])('by %s', async (_, filter, expected) => {
    expect(await textsOf(await makeSchool(), 'owner', filter)).toEqual(expected);
  });

  it('by examiner and item, page by page', async () => {
    const school = await makeSchool();
    expect(await textsOf(school, 'owner', { examinerId: school.second.id })).toEqual(['讲解完整']);
    expect(await textsOf(school, 'owner', { itemId: school.items.pen })).toEqual(['例子再具体些']);
    const page = await listComments(school.owner, { ...ALL, examId: school.exam.id, pageSize: 2, currentPage: 2 });
    expect(page).toMatchObject({ totalCount: 3, rows: [{}] });
  });

  it('names nobody while marking is blind', async () => {
    const school = await makeSchool({ isBlind: true });
    const { rows, classes } = await listComments(school.owner, { ...ALL, examId: school.exam.id, part: 'oral' });
    expect(classes).toEqual([]);
    expect(rows.map((row) => [row.name, row.className])).toEqual([
      [blindName(school.oral.id), ''],
      [blindName(school.oral.id), ''],
    ]);
    expect(await textsOf(school, 'owner', { keyword: '林可欣' })).toEqual([]);
  });
});

describe('editComment and removeComment', () => {
  it('rewrite one’s own, tell an open window, and are audited', async () => {
    const school = await makeSchool();
    const own = await rowOf(school, '停顿偏长');
    await editComment(school.owner, { ...own, text: '停顿自然' }, AFTER);
    expect(await textsOf(school, 'owner', { keyword: '停顿' })).toEqual(['停顿自然']);
    await expect(editComment(school.owner, { ...own, text: '再改' }, AFTER)).rejects.toMatchObject({
      code: 'conflict',
    });
    const item = await rowOf(school, '例子再具体些');
    await editComment(school.owner, { ...item, text: '例子很好' }, AFTER);
    expect(await textsOf(school, 'owner', { kind: 'item' })).toEqual(['例子很好']);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'comment.edit')
      .execute();
    expect(JSON.parse(audit[0]?.detail ?? '{}')).toMatchObject({ before: '停顿偏长', after: '停顿自然' });
  });

  it('the owner may remove another’s, not rewrite it; an examiner neither', async () => {
    const school = await makeSchool();
    const theirs = await rowOf(school, '讲解完整');
    await expect(editComment(school.owner, { ...theirs, text: '不错' }, AFTER)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const own = await rowOf(school, '停顿偏长');
    await expect(removeComment(school.second, own, AFTER)).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeComment(school.stranger, own, AFTER)).rejects.toMatchObject({ code: 'not_found' });
    await removeComment(school.owner, theirs, AFTER);
    expect(await textsOf(school, 'second')).toEqual([]);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'comment.remove')
      .execute();
    expect(JSON.parse(audit[0]?.detail ?? '{}')).toMatchObject({ before: '讲解完整', examinerId: school.second.id });
  });

  it('a note at a second is rewritten or goes', async () => {
    const school = await makeSchool();
    const { scoreId, version } = await rowOf(school, '停顿偏长');
    const take = await makeTake({ attempt: school.oral, itemId: school.items.oral, owner: school.student });
    await db()
      .insertInto('score_notes')
      .values(
        [1, 2].map((position) => ({
          score_id: scoreId,
          position,
          item_id: school.items.oral,
          take_id: take.id,
          at_ms: 33_000 * position,
          text: `批注${position}`,
        })),
      )
      .execute();
    const { rows } = await listComments(school.owner, { ...ALL, examId: school.exam.id, kind: 'note' });
    expect(rows.map((row) => [row.where, row.text])).toEqual([
      ['口语 1 0:33', '批注1'],
      ['口语 1 1:06', '批注2'],
    ]);
    await editComment(school.owner, { kind: 'note', scoreId, place: 1, version, text: '声调' }, AFTER);
    await removeComment(school.owner, { kind: 'note', scoreId, place: 2, version: version + 1 }, AFTER);
    expect(await textsOf(school, 'owner', { kind: 'note' })).toEqual(['声调']);
  });

  it('stay once the student reads them', async () => {
    const school = await makeSchool();
    const own = await rowOf(school, '停顿偏长');
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    await expect(editComment(school.owner, { ...own, text: '改' }, AFTER)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('评语库', () => {
  it('keeps a teacher’s own comments in their order', async () => {
    const [me, other] = [actorOf(await makeTeacher()), actorOf(await makeTeacher())];
    const add = (text: string, part: '' | 'oral' | 'written' = '') =>
      saveQuickComment(me, { id: null, text, part }, NOW);
    const first = await add('声音响亮');
    const second = await add('书写工整', 'written');
    const third = await add('语调自然', 'oral');
    expect(await add('声音响亮')).toBe(first);
    await moveQuickComment(me, { id: third, to: 'up' });
    await moveQuickComment(me, { id: third, to: 'up' });
    await moveQuickComment(me, { id: third, to: 'up' });
    expect((await listQuickComments(me)).map((one) => one.id)).toEqual([third, first, second]);
    await expect(saveQuickComment(me, { id: first, text: '书写工整', part: '' }, NOW)).rejects.toMatchObject({
      fields: { text: '评语库里已经有这一条' },
    });
    await expect(saveQuickComment(other, { id: first, text: '我的', part: '' }, NOW)).rejects.toMatchObject({
      code: 'not_found',
    });
    await deleteQuickComment(other, { id: first }, NOW);
    await saveQuickComment(me, { id: first, text: '声音洪亮', part: 'oral' }, NOW);
    const exam = { settings: { quickComments: ['停顿自然', '语调自然'] } };
    expect(await listOfferedComments(me, exam, 'oral')).toEqual(['停顿自然', '语调自然', '声音洪亮']);
    expect(await listOfferedComments(me, exam, 'written')).toEqual(['停顿自然', '语调自然', '书写工整']);
    await deleteQuickComment(me, { id: first }, NOW);
    expect((await listQuickComments(me)).map((one) => one.text)).toEqual(['语调自然', '书写工整']);
  });
});
