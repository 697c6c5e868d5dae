import { createElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { PapersCard } from '~/components/scoring/papers-card';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { drawn } from '~tests/support/drawn';
import { saveScore, scoreByKey } from '../marking/scoring.commands.server';
import { listScoring } from '../paper/papers.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { getShareOut } from '../sharing-out/share-out.queries.server';
import { applyRemark } from './remark.commands.server';
import { previewRemark } from './remark-page.queries.server';

/** 全员给分 of the only item for a hand, around a re-sit. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

let owner: Actor;
let examiner: Actor;
let exam: MadeExam;
let studentId: number;

beforeEach(async () => {
  const teacher = await makeTeacher();
  const second = await makeTeacher();
  [owner, examiner] = [actorOf(teacher), actorOf(second)];
  const classroom = await makeClassroom({ teacher });
  exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'closed', now: NOW },
    written: [await makeWrittenQuestion({ owner: teacher, points: 10 })],
    examiners: [{ teacher: second, part: 'written' }],
  });
  studentId = (await makeStudent({ classroom_id: classroom.id })).id;
});

const sit = async (number: number, state = 'submitted') => {
  if (number > 1) {
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: exam.id, student_id: studentId, part: 'written', state: 'open', reason: '不及格' },
        ...{ begins_at: NOW, ends_at: AFTER, upload_ends_at: AFTER, granted_by: owner.id, granted_at: NOW },
      })
      .execute();
  }
  const { id } = await makeAttempt({
    exam,
    student: { id: studentId },
    part: 'written',
    number,
    state,
    now: NOW + number,
    answers: [{ text: '写了' }],
  });
  return id;
};
const remark = async (kind: 'credit' | 'none') => {
  const asked = { examId: exam.id, itemId: exam.items[0]?.id ?? 0, kind, keys: [], sets: [], blanks: [], more: [] };
  const preview = await previewRemark(owner, asked, { currentPage: 1, pageSize: 15 });
  const done = await applyRemark(owner, { ...asked, reason: '题目有误', expected: preview.expected }, AFTER);
  return { preview, done };
};
const told = async (who: Actor) =>
  (
    await db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', who.id).orderBy('id').execute()
  ).map(({ title, body }) => `${title}｜${body}`);

const itemOf = () => exam.items[0]?.id ?? 0;
const byKey = () => scoreByKey(examiner, { examId: exam.id, part: 'written' }, AFTER);

test('taken back after a re-sit that nobody has marked yet, both sittings are counted and told of', async () => {
  await sit(1);
  await remark('credit');
  await byKey();
  await sit(2);
  const { preview } = await remark('none');
  // The one is a draft again, the other was to be marked by its keys alone.
  expect(preview).toMatchObject({ reopened: 1, waiting: 1 });
  expect(await told(examiner)).toEqual([
    expect.stringContaining('有 1 份答卷的这道题您还没有评过'),
    expect.stringMatching(/^补考已交卷，待评分：.*笔试部分有 1 份补考答卷/),
  ]);
});

test('one that was marked before the credit keeps its mark, and is not waited for', async () => {
  const attemptId = await sit(1);
  const marks = [{ itemId: itemOf(), points: 3 }];
  await saveScore(examiner, { attemptId, marks, comment: '', isFinal: true, version: 0 }, AFTER);
  await remark('credit');
  const { preview } = await remark('none');
  expect(preview).toMatchObject({ reopened: 0, waiting: 0 });
  expect(await told(examiner)).toEqual([]);
});

test('分卷 says why there is nothing to share out while everybody is credited', async () => {
  await sit(1);
  const share = async () => {
    const filter = { currentPage: 1, pageSize: 50, classId: 0, examinerId: 0, show: '' };
    const { papers, byKey: keyed } = await getShareOut(
      owner,
      { examId: exam.id, part: 'written', plan: null, studentId: 0, filter },
      AFTER,
    );
    return { papers, keyed };
  };
  expect(await share()).toEqual({ papers: 1, keyed: { count: 0, open: 0 } });
  await remark('credit');
  expect(await share()).toEqual({ papers: 0, keyed: { count: 1, open: 1 } });
  await byKey();
  expect(await share()).toEqual({ papers: 0, keyed: { count: 1, open: 0 } });
});

test('a re-sit that has nothing for a hand is marked from the list also when the results of the others are out', async () => {
  await sit(1);
  await remark('credit');
  await byKey();
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  await sit(2);
  const card = async () => {
    const filter = { classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 } as const;
    const list = await listScoring(owner, { ...filter, examId: exam.id, part: 'written' }, AFTER);
    return drawn(createElement(PapersCard, { list, filter }));
  };
  expect(await card()).toContain('自动判分（1 份）');
  await byKey();
  expect(await card()).not.toContain('自动判分');
});
