import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { ResultHead } from '~/components/scoring/result-parts';
import { ExamThresholds } from '~/components/ui/score-text';
import { db } from '~/db/db.server';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { exportAnswers } from '~/domain/scoring/report/answer-export.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { getReleaseSummary } from '~/domain/scoring/release/release.queries.server';
import { listOwnHistory } from '~/domain/scoring/result/history.queries.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
import { exportScoreList } from '~/domain/scoring/report/score-list-export.server';
import { getClassScoreList, getScoreList } from '~/domain/scoring/report/score-list.queries.server';
import { GRADE_WORDS } from '~/domain/scoring/report/score-list.rules';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import { listCourseScores } from '~/domain/statistics/course.queries.server';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { listGallery } from '~/domain/work/work.queries.server';
import { WORK_MIN_SCORE } from '~/lib/bands';
import { readSheetRows } from '~/lib/spreadsheet.server';
import { useDatabase } from '~tests/support/db';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { comparePages, wordBy } from './pages';
import { computeExam, round, type PlainStudent } from './plain';
import { AFTER, makeRandomSchool } from './school';

useDatabase();

let app: BuiltApp;
beforeAll(async () => {
  app = await startBuiltApp();
});
afterAll(() => app.stop());

/** `KAOPING_ORACLE_SCHOOLS=300 npx vitest run --project sqlite tests/oracle` looks at more of them, from `KAOPING_ORACLE_SEED` on. */
const SCHOOLS = Number(process.env.KAOPING_ORACLE_SCHOOLS ?? 4);
const FIRST = Number(process.env.KAOPING_ORACLE_SEED ?? 20261122);
const LATER = AFTER + 2 * 86_400_000;

const close = (value: number | null | undefined) => (value === null || value === undefined ? null : round(value, 6));
const cellsOf = async (bytes: Buffer) =>
  (await readSheetRows(Readable.from([bytes]), { maxRows: 200 })).map((row) => row.cells);

describe('every place that shows a result says what the raw rows come to', () => {
  it.each(Array.from({ length: SCHOOLS }, (_, index) => FIRST + index))('school %d', async (seed) => {
    const school = await makeRandomSchool(seed);
    const { examId, owner } = school;
    const plain = await computeExam(examId);
    const exam = await db().selectFrom('exams').selectAll().where('id', '=', examId).executeTakeFirstOrThrow();
    const showsRank = exam.settings.includes('"showsRank":true');
    const isInGrades = exam.settings.includes('"resultDisplay":"grade"');
    const of = (id: number) => plain.students.find((student) => student.studentId === id) as PlainStudent;
    const thresholds = JSON.parse(exam.settings) as Parameters<typeof comparePages>[3]['thresholds'];
    const wordOf = (percent: number) => wordBy(thresholds, percent);
    const list = { examId, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 200 } as const;

    // The papers as their scorers see them, and the release dialog.
    for (const part of plain.students[0]?.parts.map((one) => one.part) ?? []) {
      const { rows, done } = await listScoring(owner, { ...list, part }, LATER);
      const own = plain.papers.filter((paper) => paper.part === part);
      for (const paper of own) {
        const row = rows.find((one) => one.attemptId === paper.attemptId);
        expect([row?.state === 'scored', close(row?.percent)]).toEqual([paper.percent !== null, close(paper.percent)]);
        const page = await getScoring(owner, { attemptId: paper.attemptId, classId: 0 }, LATER);
        const beside = page.items.flatMap((item, index) => {
          const text = paper.remarks.get(item.id);
          return text === undefined ? [] : `第 ${index + 1} 题：${text}`;
        });
        expect([...page.remarks].sort()).toEqual(beside.sort());
        if (page.countedIds.length > 0) expect([...page.countedIds].sort()).toEqual([...paper.counted].sort());
      }
      const scored = own.filter((paper) => paper.percent !== null).length;
      expect(done).toBe(scored);
      const release = (await getReleaseSummary(owner, examId, LATER)).parts.find((one) => one.part === part);
      expect([release?.scored, release?.unscored.length]).toEqual([scored, own.length - scored]);
      const figures = await getExamFigures(owner, { examId, classroomId: 0, part }, LATER);
      const percents = plain.students.flatMap(
        (student) => student.parts.find((one) => one.part === part)?.percent ?? [],
      );
      expect(figures.total.count).toBe(percents.length);
    }

    // The score list, the sheets of the classes and the file.
    const { rows } = await getScoreList(owner, { ...list, sort: 'account', order: 'asc' }, LATER);
    const sheets: typeof rows = [];
    for (const { id } of (await getClassScoreList(owner, { examId, classId: 0, by: 'account' } as never, LATER))
      .classes) {
      sheets.push(...(await getClassScoreList(owner, { examId, classId: id, by: 'account' } as never, LATER)).rows);
    }
    const totals = plain.students.flatMap((student) => student.total ?? []);
    const [head = [], ...cells] = await cellsOf(
      (await exportScoreList(owner, { ...list, sort: 'account', order: 'asc' }, LATER)).bytes,
    );
    expect(rows.map((row) => row.studentId).sort()).toEqual(plain.students.map((one) => one.studentId).sort());
    for (const row of rows) {
      const student = of(row.studentId);
      const rank = student.total === null ? null : totals.filter((total) => total > (student.total ?? 0)).length + 1;
      const word = row.grade === null ? null : GRADE_WORDS[row.grade];
      expect([row.total, word, row.rank]).toEqual([student.total, student.word, rank]);
      const mates = plain.students.filter((one) => one.classId === student.classId);
      const higher = mates.filter((one) => (one.total ?? -1) > (student.total ?? -1));
      expect([row.classId, row.classRank]).toEqual([
        student.classId,
        student.total === null ? null : higher.length + 1,
      ]);
      expect(row.parts.map((part) => close(part.percent))).toEqual(student.parts.map((part) => close(part.percent)));
      const sheet = sheets.find((one) => one.studentId === row.studentId);
      expect([sheet?.total, sheet?.rank]).toEqual([student.total, rank]);
      const cell = cells.find((one) => one.includes(row.account)) ?? [];
      const at = (name: string) => cell[head.indexOf(name)] || null;
      expect([at('总分') ?? at('总分（百分制）'), at('等级')]).toEqual([
        student.total === null ? expect.any(String) : String(student.total),
        student.word,
      ]);
      for (const part of student.parts) {
        if (part.again) {
          expect(row.remarks.join('；')).toContain(`补考：第 1 次 ${part.again[0]}，补考 ${part.again[1]}`);
          expect(at('备注')).toContain('补考');
        }
        for (const text of part.remarks.values()) {
          expect(row.remarks.join('；')).toContain(text);
          expect(at('备注')).toContain(text);
        }
        if (part.percent !== null) {
          expect(at(part.part === 'oral' ? '口语（百分制）' : '笔试（百分制）')).toBe(String(round(part.percent)));
        }
      }
    }
    const answers = await cellsOf((await exportAnswers(owner, { examId, classId: 0 }, LATER)).bytes);
    const rate = answers[0]?.indexOf('得分率（%）') ?? -1;
    const exported = answers
      .slice(1)
      .flatMap((row) => row[rate] || [])
      .sort();
    const first = plain.students[0]?.parts[0]?.part;
    expect(exported).toEqual(
      plain.papers
        .filter((paper) => paper.part === first)
        .flatMap((paper) => (paper.percent === null ? [] : [String(round(paper.percent, 2))]))
        .sort(),
    );
    const figures = await getExamFigures(owner, { examId, classroomId: 0 }, LATER);
    expect(figures.total.count).toBe(totals.length);
    if (totals.length > 0) {
      expect(close(figures.total.mean.value)).toBe(close(totals.reduce((sum, one) => sum + one, 0) / totals.length));
      expect([figures.total.max.value, figures.total.min.value]).toEqual([Math.max(...totals), Math.min(...totals)]);
    }
    for (const one of figures.classes) {
      const members = plain.students.filter((student) => student.classId === one.classroomId);
      const own = members.flatMap((student) => student.total ?? []);
      expect([one.total.count, close(one.total.mean.value)]).toEqual([
        own.length,
        own.length === 0 ? null : close(own.reduce((sum, value) => sum + value, 0) / own.length),
      ]);
      const course = await listCourseScores(owner, { examIds: [examId], classroomId: one.classroomId });
      expect(course.get(examId)?.scores.count).toBe(own.length);
    }

    // The gallery: what was published stands there while the mark is out and high enough, with that mark.
    const every = {
      classId: 0,
      part: '',
      period: '',
      rating: '',
      from: '',
      to: '',
      sort: 'time',
      keyword: '',
    } as const;
    const gallery = await listGallery(owner, { ...every, currentPage: 1, pageSize: 99 }, LATER);
    const high = school.works.flatMap(({ id, attemptId }) => {
      const percent = round(plain.papers.find((paper) => paper.attemptId === attemptId)?.percent ?? 0);
      return school.isReleased && percent >= WORK_MIN_SCORE ? [{ id, percent }] : [];
    });
    const own = gallery.rows.filter((row) => school.works.some((work) => work.id === row.id));
    expect(own.map((row) => row.id).sort()).toEqual(high.map((work) => work.id).sort());
    for (const { id, percent } of high) {
      const score = own.find((row) => row.id === id)?.score;
      expect([score?.percent, score?.grade?.word ?? null]).toEqual(
        isInGrades ? [null, wordOf(percent)] : [percent, null],
      );
    }

    // Who came to a class after the exam has no part in it.
    for (const actor of school.outsiders) {
      expect((await listAllStudentExams(actor, LATER)).map((one) => one.id)).not.toContain(examId);
      await expect(getOwnResult(actor, examId, LATER)).rejects.toMatchObject({ code: 'not_found' });
      expect((await getStudentFigures(actor, LATER)).exams).toEqual([]);
    }

    // What students read.
    for (const actor of school.students) {
      const student = of(actor.id);
      const page = { keyword: '', testType: null, currentPage: 1, pageSize: 15 };
      const result = await getOwnResult(actor, examId, LATER);
      const history = (await listOwnHistory(actor, page)).rows;
      const told = await db()
        .selectFrom('messages')
        .select('body')
        .where('user_id', '=', actor.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const [mine] = (await listAllStudentExams(actor, LATER)).filter((one) => one.id === examId);
      expect(result.isReleased).toBe(school.isReleased);
      if (!result.isReleased) {
        expect([history, mine?.totalPercent ?? null]).toEqual([[], null]);
        expect(told.filter((one) => /\d ?分/.test(one.body))).toEqual([]);
        continue;
      }
      const shown = isInGrades ? [null, student.word] : [student.total, null];
      expect([result.total, result.grade?.word ?? null]).toEqual(shown);
      expect([history[0]?.total ?? null, history[0]?.grade?.word ?? null]).toEqual(shown);
      expect([mine?.totalPercent ?? null, mine?.grade?.word ?? null]).toEqual(shown);
      const course = (await getStudentFigures(actor, LATER)).exams.find((one) => one.examId === examId);
      expect([course?.total.percent ?? null, course?.total.grade ? GRADE_WORDS[course.total.grade] : null]).toEqual(
        shown,
      );
      const measures = student.parts.find((part) => part.part === 'oral')?.measures ?? null;
      expect(course?.measures ?? null).toEqual(isInGrades ? null : measures);
      const mates = plain.students.filter((one) => one.classId === student.classId && one.total !== null);
      const rank = mates.filter((one) => (one.total ?? 0) > (student.total ?? 0)).length + 1;
      const place = student.total === null || !showsRank ? null : { rank, of: mates.length };
      expect([result.place && { rank: result.place.rank, of: result.place.count }, course?.place ?? null]).toEqual([
        place,
        place,
      ]);
      // The newest correction says what the total has become.
      const newest = told.flatMap(({ body }) => /总分由 .+改为 (.+?)。/.exec(body)?.[1] ?? []).at(-1);
      if (isInGrades) expect(told.filter((one) => /\d ?分/.test(one.body))).toEqual([]);
      else if (newest !== undefined) expect(newest).toBe(student.total === null ? '待评分' : `${student.total} 分`);
      if (student.total !== null) {
        const html = renderToStaticMarkup(
          createElement(
            ExamThresholds,
            { value: result.thresholds },
            createElement(ResultHead, { ...result, releasedAt: null, ownerName: '' }),
          ),
        );
        expect(html).toContain(isInGrades ? `<b>${student.word}</b>` : `<b>${student.total}</b><small>分</small>`);
        // A word that the exam's own thresholds give has a class of its own: it is not coloured.
        const ofTotal = html.split('</b><small>分</small>')[1]?.replace(/<small class="[^"]*">/g, '<small>');
        if (!isInGrades) expect(ofTotal).toContain(`<small>${student.word}</small>`);
      }
      for (const [index, part] of result.parts.entries()) {
        const expected = student.parts[index];
        if (!expected) throw new Error('a part of nobody');
        expect([part.missing, part.attempt?.id ?? null]).toEqual([expected.word, expected.attemptId]);
        expect(part.comments.map((one) => one.text).sort()).toEqual([...expected.comments].sort());
        expect(part.resit === '').toBe(expected.again === null);
        expect(new Map(part.items.flatMap((item) => (item.remark === '' ? [] : [[item.id, item.remark]])))).toEqual(
          expected.remarks,
        );
        if (isInGrades) continue;
        expect(close(part.percent)).toBe(close(expected.percent));
        expect(part.measures).toEqual(part.part === 'oral' ? expected.measures : null);
        for (const item of part.items) {
          const points = expected.points.get(item.id) ?? null;
          expect(close(item.percent)).toBe(points === null ? null : close((points / item.points) * 100));
          if (part.part === 'written') expect(close(item.earned)).toBe(close(points));
        }
      }
    }
    await comparePages(app, school, plain, { thresholds, isInGrades });
  });
});
