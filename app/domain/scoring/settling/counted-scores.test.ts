import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
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
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { decideScore } from '../marking/decision.commands.server';
import { listScores } from '../marking/scores.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { getOwnResult } from '../result/result.queries.server';
import { saveScore } from '../marking/scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

/** Two examiners who see one student's oral and written papers 40 points apart, each with words of their own. */
async function makeDisagreement() {
  const owner = await makeTeacher({ name: '周敏' });
  const strict = await makeTeacher({ name: '许志远' });
  const kind = await makeTeacher({ name: '钱一鸣' });
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner, keyPoints: ['校园'] }),
    written: [await makeWrittenQuestion({ owner, points: 20, body: { markingPoints: [] } })],
    examiners: [strict, kind].flatMap((teacher) => [
      { teacher, part: 'oral' as const },
      { teacher, part: 'written' as const },
    ]),
    status: 'closed',
    now: NOW,
  });
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  const written = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const [oralItem, pen] = exam.items.map((item) => item.id) as [number, number];
  const take = await makeTake({ attempt: oral, itemId: oralItem, owner: student });
  const photo = await db()
    .insertInto('photos')
    .values({
      attempt_id: written.id,
      item_id: pen,
      file_id: (await makeFile({ owner: student, kind: 'image', width: 800, height: 600 })).id,
      position: 1,
      received_at: NOW,
      outcome: 'saved',
      removed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [who, value, points, word] of [
    [strict, 55, 11, '发音要练'],
    [kind, 95, 19, '非常好'],
  ] as const) {
    const actor = actorOf(who);
    await saveScore(
      actor,
      {
        attemptId: oral.id,
        marks: [{ itemId: oralItem, measures: { zqd: value, lld: value, wzd: value, gjc: value }, comment: word }],
        notes: [{ takeId: take.id, row: 0, at: '0:05', text: word }],
        comment: word,
        isFinal: true,
        version: 0,
      },
      AFTER,
    );
    await saveScore(
      actor,
      {
        attemptId: written.id,
        marks: [{ itemId: pen, points, comment: word }],
        comment: word,
        isFinal: true,
        version: 0,
      },
      AFTER,
    );
    await db()
      .insertInto('photo_marks')
      .values({
        photo_id: photo.id,
        examiner_id: who.id,
        shapes: toJson([{ kind: 'text', points: [[0.5, 0.5]], text: word }]),
        version: 1,
        updated_at: AFTER,
      })
      .execute();
  }
  const idOf = async (attemptId: number, who: { id: number }) =>
    (await listScores([attemptId])).find((score) => score.examinerId === who.id)?.id ?? 0;
  return { exam, owner: actorOf(owner), student: actorOf(student), strict, kind, oral, written, idOf };
}

describe('what a student reads of a paper', () => {
  it('after a ruling is all of the score that counts', async () => {
    const { exam, owner, student, strict, oral, written, idOf } = await makeDisagreement();
    for (const attemptId of [oral.id, written.id]) {
      await decideScore(owner, { attemptId, scoreIds: [await idOf(attemptId, strict)], reason: '以第一位为准' }, AFTER);
    }
    await releaseExams(owner, { ids: [exam.id], confirm: false }, AFTER);
    const result = await getOwnResult(student, exam.id, AFTER);
    if (!result.isReleased) throw new Error('not released');
    expect(result.total).toBe(55);
    const [oralPart, writtenPart] = result.parts;
    expect(oralPart).toMatchObject({
      percent: 55,
      measures: { zqd: 55, lld: 55, wzd: 55, gjc: 55 },
      isMean: false,
      comments: [{ examiner: '许志远', text: '发音要练' }],
      items: [{ percent: 55, comments: ['发音要练'], notes: [{ text: '发音要练' }] }],
    });
    expect(writtenPart).toMatchObject({
      percent: 55,
      earned: 11,
      comments: [{ text: '发音要练' }],
      items: [{ earned: 11, percent: 55, comments: ['发音要练'], photoMarks: [[{ text: '发音要练' }]] }],
    });
    expect(JSON.stringify(result)).not.toContain('非常好');
  });

  it('while nothing counts yet is no half of a disagreement', async () => {
    const { exam, owner, student } = await makeDisagreement();
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
    const result = await getOwnResult(student, exam.id, AFTER);
    expect(result).toMatchObject({ parts: [{ percent: null, missing: '待评分', comments: [] }, { earned: null }] });
    expect(JSON.stringify(result)).not.toMatch(/非常好|发音要练/);
  });

  it('with both counting is of both', async () => {
    const { exam, owner, student, strict, kind, oral, written, idOf } = await makeDisagreement();
    for (const attemptId of [oral.id, written.id]) {
      const scoreIds = [await idOf(attemptId, strict), await idOf(attemptId, kind)];
      await decideScore(owner, { attemptId, scoreIds, reason: '取平均' }, AFTER);
    }
    await releaseExams(owner, { ids: [exam.id], confirm: false }, AFTER);
    const result = await getOwnResult(student, exam.id, AFTER);
    expect(result).toMatchObject({
      total: 75,
      parts: [
        { percent: 75, isMean: true, items: [{ percent: 75, comments: ['发音要练', '非常好'] }] },
        { percent: 75, earned: 15, comments: [{ text: '发音要练' }, { text: '非常好' }] },
      ],
    });
  });
});
