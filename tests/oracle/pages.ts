import { Readable } from 'node:stream';
import { readSheet } from 'read-excel-file/node';
import { expect } from 'vitest';
import { readSheetRows } from '~/lib/spreadsheet.server';
import { PASSWORD } from '~tests/factories';
import type { BuiltApp } from '~tests/support/built-app';
import { round, type PlainExam, type PlainStudent } from './plain';
import type { RandomSchool } from './school';

/**
 * The same results as a browser gets them: the pages of the built app without script, its files and its API. What a
 * page says of a result is every number before 分 with the word that stands behind it: each has to be one that the raw
 * rows come to, and the total has to be among them.
 */

type Thresholds = { excellentFrom: number; goodFrom: number; passFrom: number };

const WORDS = '优秀|良好|及格|待提高';

/** The text of a page with a bar for every tag: what stands in two elements is not one number. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return body
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/&nbsp;/g, ' ')
    .replace(/\|+/g, '|');
}

/** Every `50分`, with the word behind it. */
export const saidIn = (text: string) =>
  [...text.matchAll(new RegExp(`(\\d+(?:\\.\\d+)?)\\|?分(?!钟|起|以)\\|?(${WORDS})?`, 'g'))].map((found) => ({
    number: Number(found[1]),
    word: found[2] ?? null,
  }));

/** The cells of the table rows that name this account. */
export function rowsOf(html: string, account: string): string[][] {
  return [...html.matchAll(/<tr\b[\s\S]*?<\/tr>/g)]
    .map(([row]) =>
      [...row.matchAll(/<t[dh]\b[^>]*>([\s\S]*?)<\/t[dh]>/g)].map((cell) => (cell[1] ?? '').replace(/<[^>]+>/g, '')),
    )
    .filter((cells) => cells.some((cell) => cell.includes(account)));
}

/** The word of a mark by the exam's own thresholds. */
export function wordBy({ excellentFrom, goodFrom, passFrom }: Thresholds, percent: number): string {
  if (percent < passFrom) return '待提高';
  return percent >= excellentFrom ? '优秀' : percent >= goodFrom ? '良好' : '及格';
}

export async function comparePages(
  app: BuiltApp,
  school: RandomSchool,
  plain: PlainExam,
  { thresholds, isInGrades }: { thresholds: Thresholds; isInGrades: boolean },
): Promise<void> {
  const { examId, owner } = school;
  const wordOf = (percent: number) => wordBy(thresholds, percent);
  const accountOf = new Map(school.students.map((student) => [student.id, student.account]));
  const totals = plain.students.flatMap((student) => student.total ?? []);
  const rankOf = ({ total }: PlainStudent) =>
    total === null ? null : totals.filter((other) => other > total).length + 1;
  const reader = async (account: string) => {
    const cookie = await app.signIn(account, PASSWORD);
    const read = async (url: string) => {
      const response = await app.send(url, { cookie });
      expect([url, response.status]).toEqual([url, 200]);
      return response;
    };
    return {
      page: async (url: string) => (await read(url)).text(),
      call: async <T>(url: string) => ((await (await read(url)).json()) as { data: T }).data,
      file: async (url: string) => Buffer.from(await (await read(url)).arrayBuffer()),
    };
  };

  // The teacher.
  const teacher = await reader(owner.account);
  const base = '/examination/scoreexamination';
  const whole = await teacher.page(`${base}/scorelist?examId=${examId}&part=total`);
  // The list on the screen, and the sheet of everybody that only the printer sees.
  const [list = '', onPaper = ''] = whole.split('aria-label="打印的成绩单"');
  const answered = await teacher.call<{ studentId: number; total: number | null; rank: number | null }[]>(
    `/api/exam/score/list?examId=${examId}&part=total&pageSize=100`,
  );
  const classIds = [
    ...new Set(
      [...(await teacher.page(`${base}/classscorelist?examId=${examId}`)).matchAll(/classId=(\d+)/g)].map((found) =>
        Number(found[1]),
      ),
    ),
  ];
  const sheets = await Promise.all(
    classIds.map((id) => teacher.page(`${base}/classscorelist?examId=${examId}&classId=${id}`)),
  );
  const bytes = await teacher.file(`${base}/export?examId=${examId}`);
  const [head = [], ...cells] = (await readSheetRows(Readable.from([bytes]), { maxRows: 100 })).map((row) => row.cells);
  for (const student of plain.students) {
    const account = accountOf.get(student.studentId) ?? '?';
    const total = student.total === null ? null : `${student.total}分${student.word}`;
    for (const row of rowsOf(list, account)) {
      const line = row.join('|');
      expect([account, line.includes('分') && total !== null ? line : total]).toEqual([
        account,
        total === null ? null : expect.stringContaining(total),
      ]);
    }
    expect(rowsOf(list, account)).toHaveLength(1);
    const [paperRow = []] = rowsOf(onPaper, account);
    expect([account, paperRow.some((cell) => cell.startsWith(String(student.total ?? '')))]).toEqual([account, true]);
    expect(paperRow.join('|')).toContain(rowsOf(list, account)[0]?.at(-1));
    const row = answered.find((one) => one.studentId === student.studentId);
    expect([row?.total ?? null, row?.rank ?? null]).toEqual([student.total, rankOf(student)]);
    const printed = sheets.flatMap((sheet) => rowsOf(sheet, account));
    expect(printed.length).toBeGreaterThan(0);
    if (total !== null) expect(printed.flat()).toContain(total);
    // What is remarked stands last on both lists.
    expect(printed.map((cells) => cells.at(-1))).toContain(rowsOf(list, account)[0]?.at(-1));
    for (const part of student.parts) {
      if (!part.again) continue;
      const both = `补考：第 1 次 ${part.again[0]}，补考 ${part.again[1]}`;
      expect(printed.flat().join('|')).toContain(both);
      expect(cells.find((row) => row.includes(account))?.join('|')).toContain(both);
    }
    const cell = cells.find((row) => row.includes(account)) ?? [];
    if (student.total !== null) {
      expect([cell[head.findIndex((one) => /^总分(（百分制）)?$/.test(one))], cell[head.indexOf('等级')]]).toEqual([
        String(student.total),
        student.word,
      ]);
    }
  }
  const answers = await teacher.file(`${base}/export?examId=${examId}&what=answers`);
  for (const part of new Set(plain.papers.map((paper) => paper.part))) {
    const [titles = [], ...lines] = await readSheet(answers, part === 'oral' ? '口语答卷' : '笔试答卷');
    const papers = plain.papers.filter((paper) => paper.part === part);
    expect(lines).toHaveLength(papers.length);
    for (const { studentId, number, percent, remarks } of papers) {
      const line = lines.find((one) => one[0] === accountOf.get(studentId) && one[3] === number) ?? [];
      expect(line[titles.indexOf('得分率（%）')] ?? null).toBe(percent === null ? null : round(percent, 2));
      for (const text of remarks.values()) expect(line[titles.indexOf('备注')]).toContain(text);
    }
    const html = await teacher.page(`${base}/scorelist?examId=${examId}&part=${part}`);
    for (const { studentId } of plain.students) {
      const reached = plain.papers.filter((paper) => paper.part === part && paper.studentId === studentId);
      const shown = rowsOf(html, accountOf.get(studentId) ?? '?').flatMap((row) => saidIn(row.join('|')));
      expect(shown.map((one) => one.number).sort()).toEqual(
        reached.flatMap((paper) => (paper.percent === null ? [] : [round(paper.percent)])).sort(),
      );
      for (const { number, word } of shown) expect(word).toBe(wordOf(number));
    }
  }
  const overview = await readSheet(await teacher.file(`/census/export?examId=${examId}`), '概况');
  const said = (label: string) => overview.find((row) => row[0] === label)?.[1];
  expect(said('参考人数')).toBe(totals.length);
  if (totals.length > 0) {
    expect(said('平均分')).toBe(round(totals.reduce((sum, one) => sum + one, 0) / totals.length, 2));
    expect([said('最高分'), said('最低分')]).toEqual([Math.max(...totals), Math.min(...totals)]);
  }
  const census = textOf(await teacher.page(`/census/index?examId=${examId}`));
  const figures = await teacher.call<{ total: { mean: { value: number | null }; count: number } }>(
    `/api/census/exam?examId=${examId}`,
  );
  expect(figures.total.count).toBe(totals.length);
  if (totals.length > 0) {
    const mean = totals.reduce((sum, one) => sum + one, 0) / totals.length;
    expect(round(figures.total.mean.value ?? -1, 6)).toBe(round(mean, 6));
    expect(census).toContain(`参考人数|${totals.length}`);
    expect(saidIn(census.slice(census.indexOf('|平均分|')))[0]?.number).toBe(round(mean, 1));
  }

  // The students.
  for (const actor of school.students) {
    const student = plain.students.find((one) => one.studentId === actor.id);
    if (!student) throw new Error('a student who is in no list');
    const own = await reader(actor.account);
    const result = `/examination/record_page/index?examId=${examId}`;
    const places = [
      result,
      '/examination/history/index',
      '/student/examination/index',
      '/dashboard',
      '/census/mine/index',
      '/users/news',
    ];
    const numbers = new Set<number>([
      ...(student.total === null ? [] : [student.total]),
      ...student.parts.flatMap((part) => [
        ...(part.percent === null ? [] : [round(part.percent)]),
        ...Object.values(part.measures ?? {}).flatMap((value) => value ?? []),
        ...(part.again ?? []).flatMap((text) => Number(/^(\d+)分$/.exec(text)?.[1] ?? Number.NaN)),
      ]),
    ]);
    for (const url of places) {
      const text = textOf(await own.page(url)).replace(/(优秀|良好|及格|待提高) \d+[^|]*/g, '');
      const said = saidIn(text.replace(/\d+(\.\d+)?\|? ?\/ ?\|?\d+(\.\d+)?\|? ?分/g, ''));
      if (!school.isReleased || isInGrades) expect([url, said]).toEqual([url, []]);
      if (!school.isReleased) {
        expect([url, new RegExp(`\\|(${WORDS})\\|`).exec(text)?.[0] ?? null]).toEqual([url, null]);
        continue;
      }
      for (const { number, word } of said) {
        expect([url, number, numbers.has(number)]).toEqual([url, number, true]);
        if (word !== null) expect([url, number, word]).toEqual([url, number, wordOf(number)]);
      }
      if (student.total === null || url === '/users/news') continue;
      if (isInGrades) expect([url, text.includes(`|${student.word}|`)]).toEqual([url, true]);
      else expect([url, said.map((one) => one.number)]).toEqual([url, expect.arrayContaining([student.total])]);
    }
    for (const work of school.works.filter((one) => one.studentId === actor.id)) {
      const percent = round(plain.papers.find((paper) => paper.attemptId === work.attemptId)?.percent ?? 0);
      const text = textOf(await own.page(`/dynamic/works/${work.id}`));
      if (!school.isReleased) continue;
      if (isInGrades) expect([saidIn(text), text.includes(`|${wordOf(percent)}|`)]).toEqual([[], true]);
      else expect(saidIn(text)).toContainEqual({ number: percent, word: wordOf(percent) });
    }
    const shown = isInGrades ? [null, student.word] : [student.total, null];
    const [mine] =
      await own.call<{ totalPercent: number | null; grade: { word: string } | null }[]>('/api/exam/stu/list');
    expect([mine?.totalPercent ?? null, mine?.grade?.word ?? null]).toEqual(school.isReleased ? shown : [null, null]);
    const { exams } = await own.call<{ exams: { total: { percent: number | null }; measures: unknown }[] }>(
      '/api/census/student',
    );
    const measures = student.parts.find((part) => part.part === 'oral')?.measures ?? null;
    expect(exams.map((one) => one.measures)).toEqual(school.isReleased ? [isInGrades ? null : measures] : []);
    expect(exams.map((one) => one.total.percent)).toEqual(school.isReleased ? [shown[0]] : []);
  }
}
