import { afterEach, describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { saveBasics } from '~/domain/exam/draft.commands.server';
import { getWizardExam } from '~/domain/exam/wizard.queries.server';
import { findLogo } from '~/domain/file/logo.queries.server';
import { DEFAULT_TIME_ZONE, formatMinute, setSchoolTimeZone } from '~/lib/time';
import { timeField } from '~/lib/zod';
import { actorOf, makeFile, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { saveSchool, saveSchoolExams, saveSchoolWords } from './school.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { schoolExamSchema, schoolSchema, schoolWordsSchema } from './school.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
afterEach(() => setSchoolTimeZone(DEFAULT_TIME_ZONE));

const admin = async () => actorOf(await makeTeacher({ is_admin: 1 }));
const basics = { name: '江州旅游学校', timeZone: 'Asia/Urumqi', siteUrl: 'http://kaoping.lan', removeLogo: false };
const lines = { excellentFrom: 90, goodFrom: 80, passFrom: 65, lowFrom: 30 };

describe('the school’s settings', () => {
  it('are an administrator’s, audited with what was and what is', async () => {
    const teacher = actorOf(await makeTeacher());
    await expect(saveSchool(teacher, basics, NOW)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(saveSchoolWords(teacher, { words: [] }, NOW)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(saveSchoolExams(teacher, { ...lines, retentionDays: 400 }, NOW)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await saveSchool(await admin(), basics, NOW);
    expect(await getSchool()).toMatchObject({ name: '江州旅游学校', siteUrl: 'http://kaoping.lan', logoUrl: '' });
    const audit = await db().selectFrom('audit_entries').select('detail').where('action', '=', 'school.edit').execute();
    expect(audit[0]?.detail).toContain('"was":{"name":"我的学校"');
  });

  it('set the zone that every time is shown and read in', async () => {
    await saveSchool(await admin(), basics, NOW);
    await getSchool();
    expect(formatMinute(NOW)).toBe('2026-11-21 07:00');
    expect(timeField('时间').parse('2026-11-21 07:00')).toBe(NOW);
  });

  it('carry a picture for everybody, replaced and removed', async () => {
    const actor = await admin();
    const [first, second] = [await makeFile({ owner: actor }), await makeFile({ owner: actor })];
    await saveSchool(actor, { ...basics, logoFileId: first.id }, NOW);
    expect((await findLogo())?.id).toBe(first.id);
    await saveSchool(actor, { ...basics, logoFileId: second.id }, NOW);
    expect((await findLogo())?.id).toBe(second.id);
    await saveSchool(actor, basics, NOW);
    expect((await getSchool()).logoUrl).toContain(second.id.slice(0, 8));
    await saveSchool(actor, { ...basics, removeLogo: true }, NOW);
    expect(await findLogo()).toBeNull();
    const foreign = await makeFile({ owner: await makeTeacher() });
    await expect(saveSchool(actor, { ...basics, logoFileId: foreign.id }, NOW)).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('give new exams their thresholds and leave older ones alone', async () => {
    const actor = await admin();
    const values = { name: '期中考试' };
    const begin = (requestId: string) => saveBasics(actor, { examId: null, version: 0, requestId, values }, NOW);
    const before = await begin('one');
    await saveSchoolExams(actor, { ...lines, retentionDays: 200 }, NOW);
    expect(await getSchool()).toMatchObject({ thresholds: lines, retentionDays: 200 });
    const after = await begin('two');
    const settings = async (id: number) => {
      const row = await db().selectFrom('exams').select('settings').where('id', '=', id).executeTakeFirstOrThrow();
      return JSON.parse(row.settings) as Record<string, unknown>;
    };
    expect(await settings(before.examId)).toMatchObject({ excellentFrom: 86, passFrom: 60 });
    expect(await settings(after.examId)).toMatchObject(lines);
    expect((await getWizardExam(actor, after.examId)).name).toBe('期中考试');
  });
});

describe('what is typed', () => {
  it.each([
    [{ timeZone: 'Asia/Nowhere' }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
    [{ siteUrl: 'kaoping.lan' }, 'siteUrl'],
    [{ siteUrl: 'javascript:alert(1)' }, 'siteUrl'],
    [{ siteUrl: 'http://kaoping.lan/somewhere' }, 'siteUrl'],
    [{ siteUrl: 'http://localhost:3000' }, 'siteUrl'],
    [{ siteUrl: 'http://127.0.0.1' }, 'siteUrl'],
    [{ name: '' }, 'name'],
  ])('%o is refused at its field', (changes, field) => {
    expect(schoolSchema.safeParse({ ...basics, ...changes }).error?.issues[0]?.path).toEqual([field]);
  });

  it('keeps thresholds in order', () => {
    const parse = (changes: object) => schoolExamSchema.safeParse({ ...lines, retentionDays: '400', ...changes });
    expect(parse({}).success).toBe(true);
    expect(parse({ passFrom: '85' }).error?.issues[0]).toMatchObject({ path: ['passFrom'] });
    expect(parse({ excellentFrom: '' }).error?.issues[0]).toMatchObject({ path: ['excellentFrom'] });
    expect(parse({ retentionDays: '7' }).error?.issues[0]).toMatchObject({ path: ['retentionDays'] });
  });

  it('takes words one a line, each once', () => {
    const parse = (words: string) => schoolWordsSchema.safeParse({ words });
    expect(parse(' 笨蛋 \r\n\r\nＳＢ\nsb\n笨 蛋\n').data?.words).toEqual(['笨蛋', 'ＳＢ']);
    expect(parse(Array.from({ length: 2000 }, (_, at) => `词${at}`).join('\n')).success).toBe(true);
    expect(parse(Array.from({ length: 2001 }, (_, at) => `词${at}`).join('\n')).success).toBe(false);
    expect(parse('长'.repeat(31)).success).toBe(false);
    expect(parse('').data?.words).toEqual([]);
  });
});
