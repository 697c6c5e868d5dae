import { expect, test } from 'vitest';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

/** A student's program knows the options of a shuffled paper by their places alone, from the start to the result. */

useDatabase();
const server = useServer();

type Option = { key: string; text: string };
type Item = {
  id: number;
  question: { options: Option[]; answer?: string; alsoRight?: string[] };
  answer: Fields | null;
};
type Paper = { id: number; items: Item[] };

const options = ['甲', '乙', '丙', '丁', '戊', '己'].map((text, index) => ({ key: 'ABCDEF'.charAt(index), text }));
const keyOf = ({ question }: Item, text: string) => question.options.find((one) => one.text === text)?.key ?? '';

test('a shuffled paper is read, answered and read again in its result by places; a letter is refused', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const body = { options, keys: ['B'], alsoRight: [['C']] };
  const written = [];
  for (let index = 0; index < 4; index += 1) written.push(await makeTheoryQuestion({ owner, points: 5, body }));
  const exam = await makeExam({ owner, classrooms: [classroom], written, settings: { shuffleOptions: true } });
  const client = await server.as(student);
  const paper = (await client.post<Paper>('/exam/attempt/start', { examId: exam.id, part: 'written' })).body.data;
  // Of four papers' orders hardly ever all are the bank's.
  const item = paper.items.find(({ question }) => question.options[0]?.key === '1');
  if (!item) throw new Error('no item is shuffled');
  const place = keyOf(item, '乙');
  const send = (keys: string[], revision = 0) =>
    client.postJson<Fields>('/exam/attempt/answer', {
      attemptId: paper.id,
      itemId: item.id,
      value: { keys },
      revision,
    });
  expect((await send(['B'])).body).toMatchObject({
    code: 400,
    success: false,
    data: { fieldErrors: { 'value.keys': expect.stringContaining('位置') as unknown } },
  });
  expect((await send(['9'])).body.code).toBe(400);
  expect((await send([place])).body.data).toMatchObject({ revision: 1, value: { keys: [place] } });
  const submitted = await client.post('/exam/attempt/submit', { attemptId: paper.id });
  expect(submitted.status).toBe(200);
  await closeExams(actorOf(owner), [exam.id], Date.now());
  await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, Date.now());

  type Result = { parts: { items: Item[] }[] };
  const result = (await client.get<Result>('/exam/stu/result', { examId: exam.id })).body.data;
  const seen = result.parts[0]?.items.find(({ id }) => id === item.id);
  expect(seen?.question.options).toEqual(item.question.options);
  expect(seen).toMatchObject({
    answer: { value: { keys: [place] } },
    question: { answer: place, alsoRight: [keyOf(item, '丙')] },
  });
});
