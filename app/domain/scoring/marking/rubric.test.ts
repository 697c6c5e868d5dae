import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { releaseExams } from '../release/release.commands.server';
import { getOwnResult } from '../result/result.queries.server';
import { rubricPresets } from './rubric-presets.rules';
import { previewReapply } from './rubric-reapply.queries.server';
import { reapplyRubric, saveRubric } from './rubric.commands.server';
import { countScoresByRubric, currentRubric } from './rubric.queries.server';
import type { DeductionRubric, DeductionRule, Rubric } from './rubric.rules';
import { saveScore } from './scoring.commands.server';
import { getScoring } from './scoring.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;
const WEIGHTS = { zqd: 30, lld: 30, wzd: 20, gjc: 20 };
const READING = rubricPresets('oral', WEIGHTS).find((preset) => preset.key === 'reading')?.rubric as DeductionRubric;
const ESSAY = rubricPresets('written', WEIGHTS).find((preset) => preset.key === 'essay')?.rubric as Rubric;
const GIVEN = { wrong: 5, missed: 2, added: 0, initials: 0.5, tone: 1, pause: 0.5, fluency: 0, overtime: 0 };
const NOTHING = Object.fromEntries(READING.rules.map((rule) => [rule.id, 0]));

async function makeSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const examiner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const students: Awaited<ReturnType<typeof makeStudent>>[] = [];
  for (const name of ['林可欣', '王浩然', '赵子墨'])
    students.push(await makeStudent({ classroom_id: classroom.id, name }));
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner, points: 60 }),
    written: [
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeWrittenQuestion({ owner, points: 50, body: { markingPoints: [] } }),
    ],
    examiners: [{ teacher: examiner, part: 'oral' }],
    status: 'closed',
    now: NOW,
  });
  const sit = (part: 'oral' | 'written', student: (typeof students)[number] | undefined) =>
    makeAttempt({ exam, student: student as never, part, state: 'submitted', now: NOW });
  const [oral, second, third] = [
    await sit('oral', students[0]),
    await sit('oral', students[1]),
    await sit('oral', students[2]),
  ];
  const written = await sit('written', students[0]);
  const [oralItem, , pen] = exam.items.map((item) => item.id) as [number, number, number];
  const percentOf = async (attemptId: number) =>
    (await db().selectFrom('attempts').select('percent').where('id', '=', attemptId).executeTakeFirstOrThrow()).percent;
  return {
    exam,
    owner: actorOf(owner),
    examiner: actorOf(examiner),
    student: actorOf(students[0] as never),
    attempts: { oral, second, third, written },
    items: { oral: oralItem, pen },
    percentOf,
  };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

const score = (attemptId: number, mark: object, rest: object = {}) => ({
  attemptId,
  marks: [mark as { itemId: number }],
  comment: '',
  isFinal: true,
  version: 0,
  ...rest,
});
const save = (school: School, rubric: Rubric, version: number, part: 'oral' | 'written' = 'oral') =>
  saveRubric(school.owner, { examId: school.exam.id, part, version, rubric }, AFTER);

describe('saveRubric', () => {
  it('makes versions; the same again makes none; another window’s version is not overwritten unseen', async () => {
    const school = await makeSchool();
    const exam = await getExamView(school.exam.id);
    expect(await currentRubric(exam, 'oral')).toEqual({
      id: null,
      version: 0,
      rubric: { kind: 'measures', name: '四项评分', weights: exam.settings.measureWeights },
    });
    const first = await save(school, READING, 0);
    expect(first.version).toBe(1);
    expect(await save(school, READING, 0)).toEqual(first);
    await expect(save(school, { ...READING, full: 40 }, 0)).rejects.toMatchObject({ code: 'conflict' });
    expect((await save(school, { ...READING, full: 40 }, 1)).version).toBe(2);
    expect(await currentRubric(exam, 'oral')).toMatchObject({ version: 2, rubric: { full: 40 } });
    expect((await currentRubric(exam, 'written')).version).toBe(0);
  });

  it('names new rules as none was named before', async () => {
    const school = await makeSchool();
    const rule = (id: string, name: string): DeductionRule => ({ id, kind: 'choice', name, hint: '', choices: [0, 1] });
    const rubric: Rubric = {
      kind: 'deductions',
      name: '自定',
      full: 10,
      rules: [rule('', '声音小'), rule('', '背稿')],
    };
    const first = await save(school, rubric, 0);
    expect(first.rubric).toMatchObject({ rules: [{ id: 'r1' }, { id: 'r2' }] });
    await save(school, { ...rubric, rules: [rule('r1', '声音小')] }, 1);
    const third = await save(school, { ...rubric, rules: [rule('r1', '声音小'), rule('', '走题')] }, 2);
    expect(third.rubric).toMatchObject({ rules: [{ id: 'r1' }, { id: 'r3' }] });
  });

  it('is the owner’s, and not once results are out', async () => {
    const school = await makeSchool();
    const input = { examId: school.exam.id, part: 'oral', version: 0, rubric: READING } as const;
    await expect(saveRubric(school.examiner, input, AFTER)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(saveRubric(school.student, input, AFTER)).rejects.toMatchObject({ code: 'forbidden' });
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    await expect(saveRubric(school.owner, input, AFTER)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('scores by a rubric', () => {
  it('take off what was counted, keep their version, and tell the student after release', async () => {
    const school = await makeSchool();
    const rubric = await save(school, READING, 0);
    await save(school, ESSAY, 0, 'written');
    const { oral, written } = school.attempts;
    const saved = await saveScore(
      school.owner,
      score(oral.id, { itemId: school.items.oral, details: GIVEN }, { rubricId: rubric.id }),
      AFTER,
    );
    expect(saved).toMatchObject({ rubricId: rubric.id, marks: [{ details: GIVEN, measures: null }] });
    // 30 − 0.5 − 0.2 − 0.5 − 1 − 0.5 = 27.3
    expect(saved.percent).toBeCloseTo(91, 9);
    const essay = { itemId: school.items.pen, details: { content: 36, words: 24, order: 16, hand: 8 } };
    expect((await saveScore(school.owner, score(written.id, essay), AFTER)).marks).toEqual(
      expect.arrayContaining([expect.objectContaining({ itemId: school.items.pen, points: 42 })]),
    );
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    const result = await getOwnResult(school.student, school.exam.id, AFTER);
    if (!result.isReleased) throw new Error('not released');
    const [oralPart, writtenPart] = result.parts;
    expect(oralPart?.measures).toBeNull();
    expect(oralPart?.items[0]?.outcomes[0]).toMatchObject({ name: '朗读短文', full: 30, result: 27.3 });
    expect(oralPart?.items[0]?.outcomes[0]?.lines[0]).toMatchObject({ name: '错读', note: '5 个音节', points: 0.5 });
    expect(writtenPart?.items[1]?.outcomes[0]).toMatchObject({ kind: 'criteria', result: 84, full: 100 });
  });

  it('filled in by another version are refused with what to do', async () => {
    const school = await makeSchool();
    const before = await getScoring(school.owner, { attemptId: school.attempts.oral.id, classId: 0 }, AFTER);
    expect(before.rubric.id).toBeNull();
    await save(school, READING, 0);
    const measures = { zqd: 80, lld: 80, wzd: 80, gjc: 80 };
    const input = score(school.attempts.oral.id, { itemId: school.items.oral, measures }, { rubricId: null });
    await expect(saveScore(school.owner, input, AFTER)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('第 1 版') as string,
    });
  });
});

describe('reapplyRubric', () => {
  it('counts recorded details by the new version, leaves what it cannot know, and settles again', async () => {
    const school = await makeSchool();
    const { oral, second, third } = school.attempts;
    const measures = { zqd: 80, lld: 80, wzd: 80, gjc: 80 };
    await saveScore(school.owner, score(third.id, { itemId: school.items.oral, measures }), AFTER);
    const first = await save(school, READING, 0);
    await saveScore(school.owner, score(oral.id, { itemId: school.items.oral, details: GIVEN }), AFTER);
    await saveScore(school.owner, score(second.id, { itemId: school.items.oral, details: NOTHING }), AFTER);
    const dearer: Rubric = {
      ...READING,
      rules: READING.rules.map((rule) =>
        rule.id === 'wrong' && rule.kind === 'count' ? { ...rule, points: 0.2 } : rule,
      ),
    };
    const next = await save(school, dearer, 1);
    expect(await school.percentOf(oral.id)).toBeCloseTo(91, 9);
    expect(await countScoresByRubric(school.exam.id, 'oral')).toEqual(
      new Map([
        [null, 1],
        [first.id, 2],
      ]),
    );

    const { rows } = await previewReapply(school.owner, { examId: school.exam.id, part: 'oral' });
    expect(
      rows.map((row) => [
        row.name,
        row.rubricVersion,
        Math.round(row.before ?? 0),
        row.after && Math.round(row.after * 100),
      ]),
    ).toEqual([
      ['林可欣', 1, 91, 8933],
      ['王浩然', 1, 100, 10000],
      ['赵子墨', 0, 80, null],
    ]);
    const input = { examId: school.exam.id, part: 'oral', rubricId: next.id ?? 0 } as const;
    await expect(reapplyRubric(school.owner, { ...input, rubricId: first.id ?? 0 }, AFTER)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(reapplyRubric(school.examiner, input, AFTER)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await reapplyRubric(school.owner, input, AFTER)).toBe(2);
    expect(await reapplyRubric(school.owner, input, AFTER)).toBe(0);
    expect(await school.percentOf(oral.id)).toBeCloseTo(89.333333, 5);
    expect(await school.percentOf(third.id)).toBe(80);
    const result = await db()
      .selectFrom('item_results')
      .select('points')
      .where('attempt_id', '=', oral.id)
      .executeTakeFirstOrThrow();
    expect(result.points).toBeCloseTo((60 * 26.8) / 30, 6);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'rubric.reapply')
      .execute();
    expect(JSON.parse(audit[0]?.detail ?? '{}')).toMatchObject({
      version: 2,
      changed: [{}, {}],
      left: [expect.any(Number)],
    });
  });
});
