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
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getOwnResult } from '../result/result.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { saveScore } from './scoring.commands.server';
import { getScoring } from './scoring.queries.server';
import { scoreCallSchema, type SaveScoreInput } from './scoring.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

async function makePaper() {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const oral = await makeOralQuestion({ owner, keyPoints: ['校园'] });
  const exam = await makeExam({ owner, classrooms: [classroom], oral, status: 'closed', now: NOW });
  const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  const itemId = exam.items[0]?.id ?? 0;
  const first = await makeTake({ attempt, itemId, owner: student });
  const second = await makeTake({ attempt, itemId, owner: student, number: 2, durationMs: 40_000 });
  const score = (input: Partial<SaveScoreInput>): SaveScoreInput => ({
    attemptId: attempt.id,
    marks: [{ itemId, measures: { zqd: 88, lld: 82, wzd: 92, gjc: 86 } }],
    comment: '',
    isFinal: false,
    version: 0,
    ...input,
  });
  return { exam, attempt, itemId, first, second, score, owner: actorOf(owner), student: actorOf(student) };
}

const note = (take: { id: number }, at: string, text: string, row = 0) => ({ takeId: take.id, row, at, text });

describe('notes at a second of a recording', () => {
  it('are kept with a draft and a final, and rewritten by the next save', async () => {
    const { owner, attempt, itemId, first, second, score } = await makePaper();
    const notes = [note(second, '0:33', '停顿偏长'), note(first, '3', '声音轻', 1)];
    const draft = await saveScore(owner, score({ notes }), AFTER);
    expect(draft.notes).toEqual([
      { itemId, takeId: first.id, atMs: 3000, text: '声音轻' },
      { itemId, takeId: second.id, atMs: 33_000, text: '停顿偏长' },
    ]);
    // The same once more changes nothing, whatever version it knows.
    expect(await saveScore(owner, score({ notes, version: 9 }), AFTER)).toEqual(draft);

    const final = await saveScore(
      owner,
      score({ notes: [note(second, '0:34', '停顿偏长')], isFinal: true, version: 1 }),
      AFTER,
    );
    expect(final).toMatchObject({ state: 'final', notes: [{ takeId: second.id, atMs: 34_000 }] });
    const view = await getScoring(owner, { attemptId: attempt.id, classId: 0 }, AFTER);
    expect(view.own?.notes).toEqual(final.notes);
  });

  it('stay when a save does not speak of them, and go with an empty list', async () => {
    const { owner, second, score } = await makePaper();
    await saveScore(owner, score({ notes: [note(second, '0:33', '停顿偏长')] }), AFTER);
    const kept = await saveScore(owner, score({ comment: '不错', version: 1 }), AFTER);
    expect(kept.notes).toMatchObject([{ text: '停顿偏长' }]);
    expect((await saveScore(owner, score({ notes: [], version: 2 }), AFTER)).notes).toEqual([]);
  });

  it('that are wrong refuse the save at their field', async () => {
    const { owner, first, score } = await makePaper();
    const save = saveScore(owner, score({ notes: [note(first, '0:13', '过了结尾', 2)] }), AFTER);
    await expect(save).rejects.toMatchObject({
      code: 'invalid',
      fields: { [`n.${first.id}.2.t`]: '批注的时间 0:13 超过了录音的长度 0:12' },
    });
    expect(await db().selectFrom('scores').selectAll().execute()).toEqual([]);
  });

  it('of a call are told at the call’s own fields, and a moment is taken as it was answered', async () => {
    const { owner, first, second, attempt, score } = await makePaper();
    const { notes } = scoreCallSchema.parse({
      attemptId: attempt.id,
      notes: [
        { takeId: second.id, atMs: 33_000, text: '停顿偏长' },
        { takeId: first.id, at: 13, text: '过了结尾' },
      ],
    });
    if (!notes) throw new Error('no notes');
    await expect(saveScore(owner, score({ notes }), AFTER)).rejects.toMatchObject({
      fields: { 'notes.1.at': '批注的时间 0:13 超过了录音的长度 0:12' },
    });
    const saved = await saveScore(owner, score({ notes: notes.slice(0, 1) }), AFTER);
    expect(saved.notes).toMatchObject([{ atMs: 33_000, text: '停顿偏长' }]);
  });

  it('of finals reach the student with the release, those of drafts never', async () => {
    const { owner, student, exam, second, score } = await makePaper();
    const notes = [note(second, '0:33', '停顿偏长')];
    await saveScore(owner, score({ notes, isFinal: true }), AFTER);
    expect(JSON.stringify(await getOwnResult(student, exam.id, AFTER))).not.toContain('停顿偏长');
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
    expect(await getOwnResult(student, exam.id, AFTER)).toMatchObject({
      parts: [{ items: [{ notes: [{ takeId: second.id, atMs: 33_000, text: '停顿偏长' }] }] }],
    });
  });
});
