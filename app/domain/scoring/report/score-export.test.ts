import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { formatSecond } from '~/lib/time';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { exportAnswers } from './answer-export.server';
import { getOwnResult } from '../result/result.queries.server';
import { exportScoreList } from './score-list-export.server';
import { findClassPlace, getClassScoreList, getScoreList } from './score-list.queries.server';
import { saveScore } from '../marking/scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;
const ALL = { classId: 0, state: '' as const, keyword: '', sort: 'rank' as const, order: 'asc' as const };
const PAGE = { currentPage: 1, pageSize: 200 };

/**
 * Two classes, an exam of both parts with every kind of item and a pool; hostile names; a tie, an absent student, one
 * who sat only the written part and is not scored, a paper with shuffled options.
 */
async function makeSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const examiner = await makeTeacher({ name: '=HYPERLINK("http://x","许")' });
  const one = await makeClassroom({ teacher: owner, name: '旅游2601班' });
  const two = await makeClassroom({ teacher: owner, name: '+旅游2602班' });
  const theory = (kind: 'single' | 'multiple' | 'judge' | 'cloze' | 'short', points: number) =>
    makeTheoryQuestion({ owner, kind, points, title: `=1+${points}` });
  const exam = await makeExam({
    owner,
    classrooms: [one, two],
    name: '期中/考试',
    oral: await makeOralQuestion({ owner }),
    written: [
      await theory('single', 3),
      await theory('multiple', 4),
      await theory('judge', 2),
      await theory('cloze', 6),
      await theory('short', 5),
      await makeWrittenQuestion({ owner, points: 10 }),
    ],
    draws: [{ pool: [await theory('single', 7), await theory('single', 8)], count: 1, points: 5 }],
    examiners: [{ teacher: examiner, part: 'oral' }],
    oral_weight: 60,
    written_weight: 40,
    settings: { shuffleOptions: true, arbitrationLimit: 20 },
    status: 'closed',
    now: NOW,
  });
  const student = (account: string, name: string, classroom: { id: number }) =>
    makeStudent({ account, name, classroom_id: classroom.id });
  const students = {
    first: await student('00012', '=CMD()', one),
    second: await student('00013', '李 雷', one),
    waiting: await student('00014', '@SUM(A1)', one),
    other: await student('00021', '韩梅梅', two),
    absent: await student('00022', '-2+3', two),
  };
  const pool = exam.pools[0] ?? [];
  const sit = async (
    who: keyof typeof students,
    drawn: number,
    answers: Parameters<typeof makeAttempt>[0]['answers'],
  ) => {
    const attempt = await makeAttempt({
      exam,
      student: students[who],
      part: 'written',
      state: who === 'second' ? 'auto_submitted' : 'submitted',
      answers,
      receipt_code: `R-${who}`,
      now: NOW,
    });
    const fixed = exam.items.filter((item) => item.part === 'written');
    await db()
      .insertInto('attempt_items')
      .values(
        [...fixed.map((item) => item.id), pool[drawn] ?? 0].map((itemId, index) => ({
          attempt_id: attempt.id,
          item_id: itemId,
          position: index + 1,
          option_order: index === 0 ? toJson(['C', 'B', 'A']) : index === 1 ? toJson(['D', 'C', 'B', 'A']) : null,
        })),
      )
      .execute();
    return attempt;
  };
  const answers = [
    { keys: ['B'] },
    { keys: ['C', 'A'] },
    { keys: ['F'] },
    { blanks: ['明月', ''] },
    { text: '=2+5\n第二行' },
    { text: '冰、水' },
  ];
  const written = {
    first: await sit('first', 0, answers),
    second: await sit('second', 1, answers),
    waiting: await sit('waiting', 0, [null, null, { keys: ['T'] }]),
    other: await sit('other', 1, answers),
  };
  const items = exam.items.map((item) => item.id);
  const [oralItem = 0] = items;
  const [shortItem = 0, penItem = 0] = items.slice(5);
  for (const id of [written.first.id]) {
    for (const position of [1, 2]) {
      const file = await makeFile({ owner: students.first });
      await db()
        .insertInto('photos')
        .values({
          attempt_id: id,
          item_id: penItem,
          file_id: file.id,
          position,
          received_at: NOW,
          outcome: 'saved',
          removed_at: position === 2 ? NOW : null,
        })
        .execute();
    }
  }
  const scoreOral = async (who: 'first' | 'second' | 'other', byOwner: number, byExaminer: number | null) => {
    const attempt = await makeAttempt({ exam, student: students[who], part: 'oral', state: 'submitted', now: NOW });
    await makeTake({ attempt, itemId: oralItem, owner: students[who], durationMs: 61_440 });
    const save = (
      teacher: typeof owner,
      zqd: number,
      notes?: { itemId: number; takeId: number; atMs: number; text: string }[],
    ) =>
      saveScore(
        actorOf(teacher),
        {
          attemptId: attempt.id,
          marks: [{ itemId: oralItem, measures: { zqd, lld: 80, wzd: 80, gjc: null } }],
          comment: zqd > 90 ? '=讲得好' : '',
          isFinal: true,
          version: 0,
          notes: notes as never,
        },
        AFTER,
      );
    await save(owner, byOwner);
    if (byExaminer !== null) await save(examiner, byExaminer);
    return attempt;
  };
  const scoreWritten = (attempt: { id: number }, short: number) =>
    saveScore(
      actorOf(owner),
      {
        attemptId: attempt.id,
        marks: [
          { itemId: shortItem, points: short, comment: '+再具体些' },
          { itemId: penItem, pointMarks: [6, 2.5] },
        ],
        comment: '',
        isFinal: true,
        version: 0,
      },
      AFTER,
    );
  await scoreOral('first', 95, 84);
  await scoreOral('second', 95, 84);
  await scoreOral('other', 60, null);
  await scoreWritten(written.first, 4.5);
  await scoreWritten(written.second, 4.5);
  await scoreWritten(written.other, 1);
  return { exam, owner: actorOf(owner), examiner: actorOf(examiner), students, one, two };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

/** A sheet as an independent reader sees it: texts as strings, numbers as numbers, empty cells as null. */
const open = (bytes: Buffer, sheet: string) => readSheet(bytes, sheet, { trim: false });

const rounded = (value: number | null | undefined, digits = 2) =>
  value === null || value === undefined ? null : Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`);

/** What the database says of everybody, by hand: not through the functions that the export uses. */
async function expectedScores(school: School) {
  const rows = await db()
    .selectFrom('users')
    .innerJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['users.id', 'users.account', 'users.name', 'users.classroom_id', 'classrooms.name as class_name'])
    .where('users.classroom_id', 'in', [school.one.id, school.two.id])
    .orderBy('users.account')
    .execute();
  const attempts = await db().selectFrom('attempts').selectAll().execute();
  const all = rows.map((row) => {
    const of = (part: string) => attempts.find((one) => one.student_id === row.id && one.part === part);
    const [oral, written] = [of('oral'), of('written')];
    const total =
      typeof oral?.percent !== 'number' || typeof written?.percent !== 'number'
        ? null
        : Math.round((oral.percent * 60 + written.percent * 40) / 100);
    return { ...row, oral, written, total };
  });
  const placeOf = (total: number | null, among: typeof all) =>
    total === null ? null : 1 + among.filter((one) => (one.total ?? -1) > total).length;
  return all.map((row) => ({
    ...row,
    rank: placeOf(row.total, all),
    classRank: placeOf(
      row.total,
      all.filter((one) => one.classroom_id === row.classroom_id),
    ),
  }));
}

/** What each section came to, by the kind of every question that counted: 单选, 多选 … 笔试; nothing while it is not settled. */
async function expectedSections() {
  const rows = await db()
    .selectFrom('item_results')
    .innerJoin('exam_items', 'exam_items.id', 'item_results.item_id')
    .select(['item_results.attempt_id', 'item_results.points', 'exam_items.snapshot'])
    .execute();
  const kindOf = (snapshot: string) => (JSON.parse(snapshot) as QuestionSnapshot).kind;
  return (attempt: { id: number; percent: number | null } | undefined) =>
    ['single', 'multiple', 'judge', 'cloze', 'short', ''].map((kind) => {
      const own = rows.filter((row) => row.attempt_id === attempt?.id && kindOf(row.snapshot) === kind);
      return typeof attempt?.percent === 'number' ? rounded(own.reduce((sum, row) => sum + row.points, 0)) : null;
    });
}

describe('the score list as a file', () => {
  it('says in its name whose it is when it is of one class', async () => {
    const school = await makeSchool();
    const ofClass = { ...ALL, examId: school.exam.id, classId: school.one.id };
    expect((await exportScoreList(school.owner, ofClass, AFTER)).name).toBe('期中/考试 旅游2601班成绩单.xlsx');
    expect((await exportAnswers(school.owner, ofClass, AFTER)).name).toBe('期中/考试 旅游2601班答卷.xlsx');
  });

  it('is the database cell by cell: numbers are numbers, accounts keep their zeros, absence is a word', async () => {
    const school = await makeSchool();
    const { name, bytes } = await exportScoreList(school.owner, { ...ALL, examId: school.exam.id }, AFTER);
    expect(name).toBe('期中/考试成绩单.xlsx');
    const [head, ...rows] = await open(bytes, '成绩单');
    expect(head).toEqual([
      '名次',
      '班级名次',
      '学号',
      '姓名',
      '班级',
      '口语（百分制）',
      '笔试（百分制）',
      // What each student draws stands with its kind.
      '一、单项选择题（满分 8 分）',
      '二、多项选择题（满分 4 分）',
      '三、判断题（满分 2 分）',
      '四、填空题（满分 6 分）',
      '五、简答题（满分 5 分）',
      '六、笔试题（满分 10 分）',
      '总分（百分制）',
      '等级',
      '状态',
      '口语回执',
      '笔试回执',
      '备注',
    ]);
    const expected = await expectedScores(school);
    const words: Record<string, [oral: string, written: string, state: string]> = {
      '00014': ['缺考', '待评分', '待评分'],
      '00022': ['缺考', '缺考', '缺考'],
    };
    const gradeOf = (total: number) => (total >= 86 ? '优秀' : total >= 70 ? '良好' : total >= 60 ? '及格' : '待提高');
    const order = ['00012', '00013', '00021', '00014', '00022'];
    const sections = await expectedSections();
    expect(rows).toEqual(
      order.map((account) => {
        const row = expected.find((one) => one.account === account);
        if (!row) throw new Error('nobody');
        const [oral, written, state] = words[account] ?? ['', '', '已评分'];
        return [
          row.rank,
          row.classRank,
          account,
          row.name,
          row.class_name,
          // As on every page: the word beside it goes by the rounded number.
          rounded(row.oral?.percent, 0) ?? oral,
          rounded(row.written?.percent, 0) ?? written,
          ...sections(row.written),
          row.total ?? state,
          row.total === null ? null : gradeOf(row.total),
          state,
          null,
          row.written?.receipt_code ?? null,
          [account === '00013' ? '笔试到时自动交卷' : '', row.oral ? '口语录音超时 1 秒' : '']
            .filter((text) => text !== '')
            .join('；') || null,
        ];
      }),
    );
    expect(rows.map((row) => row[0])).toEqual([1, 1, 3, null, null]);
    const audit = await db().selectFrom('audit_entries').select('detail').where('action', '=', 'exam.export').execute();
    expect(audit).toHaveLength(1);
  });

  it('holds what the filters leave, in their order, with the ranks of the whole', async () => {
    const school = await makeSchool();
    const input = {
      ...ALL,
      examId: school.exam.id,
      classId: school.two.id,
      sort: 'account' as const,
      order: 'desc' as const,
    };
    const rows = await open((await exportScoreList(school.owner, input, AFTER)).bytes, '成绩单');
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
      [null, null, '00022', '-2+3'],
      [3, 1, '00021', '韩梅梅'],
    ]);
  });

  it('says of each section what the student’s own result says', async () => {
    const school = await makeSchool();
    // As it is published: every question knows its section, what is drawn that of its rule.
    const sections = [
      { key: 1, title: '基础', instructions: '' },
      { key: 2, title: '', instructions: '' },
    ];
    await db()
      .updateTable('exams')
      .set({ status: 'released', released_at: AFTER, sections: toJson(sections) })
      .where('id', '=', school.exam.id)
      .execute();
    await db().updateTable('exam_draws').set({ section: 1 }).where('exam_id', '=', school.exam.id).execute();
    const items = school.exam.items.filter((item) => item.part === 'written');
    for (const [index, item] of items.entries()) {
      const section = index < 4 ? 1 : 2;
      await db().updateTable('exam_items').set({ section }).where('id', '=', item.id).execute();
    }
    await db().updateTable('exam_items').set({ section: 1 }).where('draw_id', 'is not', null).execute();
    const { bytes } = await exportScoreList(school.owner, { ...ALL, examId: school.exam.id }, AFTER);
    const [head = [], ...rows] = await open(bytes, '成绩单');
    for (const who of ['first', 'other'] as const) {
      const student = school.students[who];
      const result = await getOwnResult(actorOf(student), school.exam.id, AFTER);
      const written = result.isReleased ? result.parts.find(({ part }) => part === 'written') : undefined;
      const row = rows.find((one) => one[2] === student.account) ?? [];
      expect(written?.sections.map(({ heading }) => heading.split('（')[0])).toEqual(['一、基础', '二、综合题']);
      for (const { heading, earned } of written?.sections ?? []) {
        const title = heading.split('（')[0] ?? '';
        expect(row[head.findIndex((cell) => String(cell).startsWith(title))]).toBe(rounded(earned));
      }
    }
  });

  it('is the owner’s alone', async () => {
    const school = await makeSchool();
    const input = { ...ALL, examId: school.exam.id };
    const stranger = actorOf(await makeTeacher());
    for (const make of [exportScoreList, exportAnswers]) {
      await expect(make(school.examiner, input, AFTER)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(make(stranger, input, AFTER)).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(getScoreList(school.examiner, { ...input, ...PAGE }, AFTER)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

/** What stands in an item's own columns, from the tables alone. */
async function expectedAnswer(attemptId: number, itemId: number, snapshot: QuestionSnapshot) {
  const place = await db()
    .selectFrom('attempt_items')
    .select('item_id')
    .where('attempt_id', '=', attemptId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  const width = snapshot.kind === 'cloze' ? 3 : snapshot.bank === 'written' ? 3 : 2;
  if (!place) return Array<null>(width).fill(null);
  const answer = await db()
    .selectFrom('answers')
    .select('value')
    .where('attempt_id', '=', attemptId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  const value = answer ? (JSON.parse(answer.value) as { keys?: string[]; blanks?: string[]; text?: string }) : {};
  const earned = await db()
    .selectFrom('item_results')
    .select('points')
    .where('attempt_id', '=', attemptId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  const points = rounded(earned?.points);
  if (snapshot.kind === 'cloze') return [value.blanks?.[0] || '未作答', value.blanks?.[1] || '未作答', points];
  if (snapshot.bank === 'written') {
    const photos = await db()
      .selectFrom('photos')
      .select('id')
      .where('attempt_id', '=', attemptId)
      .where('removed_at', 'is', null)
      .execute();
    return [value.text ?? '未作答', photos.length, points];
  }
  if (snapshot.kind === 'judge') {
    return [value.keys?.[0] === 'T' ? '正确' : value.keys?.[0] === 'F' ? '错误' : '未作答', points];
  }
  if (snapshot.kind === 'short') return [value.text ?? '未作答', points];
  return [value.keys ? [...value.keys].sort().join('、') : '未作答', points];
}

describe('the matrix of all answers', () => {
  it('the written sheet is the database cell by cell, choices by the letters of the exam’s own order', async () => {
    const school = await makeSchool();
    const { name, bytes } = await exportAnswers(school.owner, { examId: school.exam.id, classId: 0 }, AFTER);
    expect(name).toBe('期中/考试答卷.xlsx');
    const [head = [], ...rows] = await open(bytes, '笔试答卷');
    const items = await db()
      .selectFrom('exam_items')
      .selectAll()
      .where('exam_id', '=', school.exam.id)
      .where('part', '=', 'written')
      .orderBy('position')
      .execute();
    expect(items).toHaveLength(8);
    expect(head[10]).toBe('第 1 题 =1+3：作答');
    // As on every paper: the one that is drawn stands among the choices before it.
    expect(head.slice(16, 19)).toEqual(['第 5 题 =1+6：空 1', '第 5 题：空 2', '第 5 题：得分']);
    const attempts = await db()
      .selectFrom('attempts')
      .innerJoin('users', 'users.id', 'attempts.student_id')
      .innerJoin('classrooms', 'classrooms.id', 'users.classroom_id')
      .selectAll('attempts')
      .select(['users.account', 'users.name', 'classrooms.name as class_name'])
      .where('attempts.part', '=', 'written')
      .execute();
    const byAccount = new Map(rows.map((row) => [row[0], row]));
    expect(byAccount.size).toBe(4);
    for (const attempt of attempts) {
      const score = await db().selectFrom('scores').selectAll().where('attempt_id', '=', attempt.id).executeTakeFirst();
      const marks = score
        ? await db().selectFrom('score_marks').selectAll().where('score_id', '=', score.id).execute()
        : [];
      const cells: unknown[] = [
        attempt.account,
        attempt.name,
        attempt.class_name,
        1,
        attempt.state === 'scored' ? '已评分' : '待评分',
        formatSecond(attempt.started_at),
        formatSecond(attempt.submitted_at ?? 0),
        attempt.closed_by === 'server' ? '到时自动交卷' : '本人交卷',
        attempt.receipt_code,
        rounded(attempt.percent),
      ];
      for (const item of items) {
        cells.push(...(await expectedAnswer(attempt.id, item.id, JSON.parse(item.snapshot) as QuestionSnapshot)));
      }
      cells.push(...(score ? ['周敏', '已提交，计入', rounded(score.percent)] : [null, null, null]));
      for (const item of items) cells.push(rounded(marks.find((mark) => mark.item_id === item.id)?.points));
      cells.push(null);
      expect(byAccount.get(attempt.account)).toEqual(cells);
    }
    // Option A stands third in the shuffled paper and is A all the same.
    expect(byAccount.get('00012')?.slice(10, 14)).toEqual(['B', 3, 'A、C', 4]);
  });

  it('the oral sheet has every examiner’s measures; items and comments have sheets of their own', async () => {
    const school = await makeSchool();
    const { bytes } = await exportAnswers(school.owner, { examId: school.exam.id, classId: 0 }, AFTER);
    const [head = [], ...rows] = await open(bytes, '口语答卷');
    const first = rows.find((row) => row[0] === '00012') ?? [];
    const of = (name: string) => first[head.indexOf(name)];
    expect(head.slice(11, 14)).toEqual(['第 1 题：计分录音（秒）', '第 1 题：限时', '第 1 题：得分']);
    expect(first.slice(10, 13)).toEqual([1, 61.4, '超时 1 秒']);
    expect([of('阅卷老师 1'), of('阅卷老师 2')]).toEqual(['周敏', '=HYPERLINK("http://x","许")']);
    expect([of('第 1 题：阅卷老师 1 准确度'), of('第 1 题：阅卷老师 2 准确度')]).toEqual([95, 84]);
    expect(of('第 1 题：阅卷老师 1 关键词')).toBe('不适用');
    const stored = await db().selectFrom('scores').select(['id', 'percent']).orderBy('id').limit(2).execute();
    expect([of('阅卷老师 1 得分率（%）'), of('阅卷老师 2 得分率（%）')]).toEqual(
      stored.map((one) => rounded(one.percent)),
    );

    const items = await open(bytes, '题目');
    expect(items).toHaveLength(1 + 9);
    expect(items[1]?.slice(0, 4)).toEqual(['口语', 1, '口语', expect.any(String)]);
    expect(items[2]?.[6]).toBe('B');
    expect(items[3]?.slice(5)).toEqual(['A. 2\nB. 4\nC. 7\nD. 9', 'A、C', 4, null]);
    expect(items.slice(8).map((row) => row[8])).toEqual(['抽题', '抽题']);

    const comments = await open(bytes, '评语');
    const told = comments.slice(1).map((row) => [row[1], row[0], row[5], row[6], row[9]]);
    expect(told.sort((a, b) => (a.join() < b.join() ? -1 : 1))).toEqual([
      ['00012', '口语', '全卷', '周敏', '=讲得好'],
      ['00012', '笔试', 6, '周敏', '+再具体些'],
      ['00013', '口语', '全卷', '周敏', '=讲得好'],
      ['00013', '笔试', 6, '周敏', '+再具体些'],
      ['00021', '笔试', 6, '周敏', '+再具体些'],
    ]);
  });

  it('says of a part that was sat again which paper counts, and of comments whose score does', async () => {
    const owner = await makeTeacher();
    const classroom = await makeClassroom({ teacher: owner });
    const student = await makeStudent({ classroom_id: classroom.id });
    const exam = await makeExam({
      owner,
      classrooms: [classroom],
      written: [await makeTheoryQuestion({ owner, points: 10 })],
      status: 'closed',
      now: NOW,
    });
    for (const number of [1, 2]) {
      const paper = await makeAttempt({ exam, student, part: 'written', state: 'submitted', number, now: NOW });
      const score = { attemptId: paper.id, marks: [], comment: `第${number}次的评语`, isFinal: true, version: 0 };
      await saveScore(actorOf(owner), score, AFTER);
    }
    const { bytes } = await exportAnswers(actorOf(owner), { examId: exam.id, classId: 0 }, AFTER);
    const [head = [], ...rows] = await open(bytes, '笔试答卷');
    const [remark, own] = [head.indexOf('备注'), head.indexOf('阅卷老师 1 状态')];
    expect(rows.map((row) => [row[own], row[remark]])).toEqual([
      ['已提交', '补考：第 1 次 0分，补考 0分，计补考'],
      ['已提交，计入', '补考：第 1 次 0分，补考 0分，计补考'],
    ]);
    const comments = await open(bytes, '评语');
    expect(comments.slice(1).map((row) => [row[7], row[9]])).toEqual([
      ['已提交', '第1次的评语'],
      ['已提交，计入', '第2次的评语'],
    ]);
  });

  it('what stands out of an item is said beside the number that the item’s columns have', async () => {
    const owner = await makeTeacher();
    const single = (title: string) => makeTheoryQuestion({ owner, title });
    const [first, pen] = [await single('固定'), await makeWrittenQuestion({ owner, title: '作图' })];
    const pool = [await single('池一'), await single('池二'), await single('池三')];
    const exam = await makeExam({
      ...{ owner, classrooms: [await makeClassroom({ teacher: owner })], written: [first, pen], status: 'closed' },
      ...{ draws: [{ pool, count: 2, points: 5 }], now: NOW },
    });
    const student = await makeStudent({
      classroom_id: (await db().selectFrom('classrooms').select('id').executeTakeFirstOrThrow()).id,
    });
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
    const [choice, late] = exam.items.map(({ id }) => id);
    const drawn = exam.pools[0]?.slice(1) ?? [];
    await db()
      .insertInto('attempt_items')
      .values(
        [choice, ...drawn, late].map((itemId, index) => ({
          ...{ attempt_id: attempt.id, item_id: itemId ?? 0, position: index + 1, option_order: null },
        })),
      )
      .execute();
    await db()
      .insertInto('answers')
      .values(
        [late, drawn[0]].map((itemId) => ({
          ...{ attempt_id: attempt.id, item_id: itemId ?? 0, value: toJson({ text: '晚到' }), revision: 1 },
          ...{ saved_at: attempt.deadline_at + 4000, is_in_grace: 1 },
        })),
      )
      .execute();
    const { bytes } = await exportAnswers(actorOf(owner), { examId: exam.id, classId: 0 }, AFTER);
    const [head = [], row = []] = await open(bytes, '笔试答卷');
    const numberOf = (title: string) =>
      String(head.find((cell) => String(cell).includes(` ${title}：`))).match(/第 (\d+) 题/)?.[0];
    const remark = String(row[head.indexOf('备注')]);
    // The choices that are drawn stand before it on every paper.
    expect(numberOf('作图')).toBe('第 4 题');
    expect(remark).toContain(`${numberOf('作图')}：`);
    expect(remark).toContain(`${numberOf('池二')}：`);
  });

  it('no cell is a formula', async () => {
    const school = await makeSchool();
    const { bytes } = await exportAnswers(school.owner, { examId: school.exam.id, classId: 0 }, AFTER);
    const { openZip } = await import('~/lib/zip.server');
    const zip = openZip(bytes, { entries: 100, entryBytes: 10_000_000, totalBytes: 50_000_000 });
    const sheets = zip.names.filter((name) => name.startsWith('xl/worksheets/sheet'));
    expect(sheets).toHaveLength(4);
    for (const name of sheets) expect((await zip.read(name))?.toString()).not.toMatch(/<f[ >]/);
  });
});

describe('lists', () => {
  it('the class list has neighbours, figures of the class and of everybody', async () => {
    const school = await makeSchool();
    const first = await getClassScoreList(
      school.owner,
      { examId: school.exam.id, classId: 0, by: 'number', names: '1' },
      AFTER,
    );
    const expected = await expectedScores(school);
    const totals = (classId?: number) =>
      expected.flatMap((row) => (row.total === null || (classId && row.classroom_id !== classId) ? [] : [row.total]));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const here = first.classroom.id;
    expect(first.previous).toBeNull();
    expect(first.next).not.toBeNull();
    expect(first.summary.mean).toBeCloseTo(mean(totals(here)), 9);
    expect(first.everybody.mean).toBeCloseTo(mean(totals()), 9);
    const second = await getClassScoreList(
      school.owner,
      { examId: school.exam.id, classId: first.next?.id ?? 0, by: 'rank', names: '1' },
      AFTER,
    );
    expect(second.previous?.id).toBe(here);
    expect(second.next).toBeNull();
    expect([first, second].map((list) => list.rows.length).sort()).toEqual([2, 3]);
    await expect(
      getClassScoreList(school.owner, { examId: school.exam.id, classId: 999_999, by: 'number', names: '1' }, AFTER),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a place in class by the results is the one in the list', async () => {
    const school = await makeSchool();
    const list = await getScoreList(school.owner, { ...ALL, ...PAGE, examId: school.exam.id }, AFTER);
    const exam = { id: school.exam.id, classroomIds: [school.one.id, school.two.id] };
    for (const row of list.rows) {
      const place = await findClassPlace(exam, { id: row.studentId, classroomId: row.classId });
      expect(place?.rank ?? null).toBe(row.classRank);
    }
    expect(list.stateCounts).toMatchObject({ scored: 3, waiting: 1, absent: 1 });
    const over = '口语录音超时 1 秒';
    expect(list.rows.map((row) => row.remarks.join())).toEqual([over, `笔试到时自动交卷,${over}`, over, '', '']);
  });

  it('while marking is blind a named list leads to no paper', async () => {
    const school = await makeSchool();
    const read = () => getScoreList(school.owner, { ...ALL, ...PAGE, examId: school.exam.id }, AFTER);
    expect((await read()).hasPaperLinks).toBe(true);
    await db()
      .updateTable('exams')
      .set({ settings: toJson({ isBlind: true }) })
      .where('id', '=', school.exam.id)
      .execute();
    expect((await read()).hasPaperLinks).toBe(false);
    // Not even by its number, which the paper's own address takes.
    expect((await read()).rows.flatMap((row) => row.parts.flatMap((part) => part.attemptId ?? []))).toEqual([]);
    // Who still has a paper to mark sees nobody's marks beside a name.
    const held = await read();
    expect([held.blindLeft, held.isBlindMarker]).toEqual([1, true]);
    expect(held.rows.map((row) => [row.total, row.rank, row.parts.map((part) => part.percent)].flat(2))).toEqual(
      held.rows.map(() => [null, null, null, null]),
    );
    // Nor how one came in, which the answers say beside its code.
    expect(held.rows.flatMap((row) => row.remarks)).toEqual([]);
    expect(held.stateCounts).toMatchObject({ scored: 0, waiting: 4, absent: 1 });
    const sheet = await exportScoreList(school.owner, { ...ALL, examId: school.exam.id }, AFTER);
    expect((await open(sheet.bytes, '成绩单')).slice(1).flatMap((cells) => cells.slice(5, 9))).not.toContainEqual(
      expect.stringMatching(/^\d/),
    );
    expect((await open(sheet.bytes, '成绩单')).slice(1).map((cells) => cells.at(-1))).toEqual(
      held.rows.map(() => '匿名评阅：出题老师自己也评，公布以前不列评分进度和分数'),
    );
    // Nor do the answers, which stand beside no name until the results are out.
    const { bytes } = await exportAnswers(school.owner, { examId: school.exam.id, classId: 0 }, AFTER);
    const sheets = [await open(bytes, '口语答卷'), await open(bytes, '笔试答卷'), await open(bytes, '评语')];
    const whose = sheets.flat().map((cells) => cells.slice(0, 3).join(' '));
    const students = await db().selectFrom('users').select(['account', 'name']).where('user_type', '=', 2).execute();
    for (const { account, name } of students) expect(whose.join('\n')).not.toMatch(new RegExp(`${account}|${name}`));
    expect(whose.join()).toContain('答卷 ');
  });
});
