import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { announce, correctAnnouncement, withdrawAnnouncement } from './announcement.commands.server';
import type { AnnounceInput } from './announcement.schema';
import { listAnnouncementsFor, listAnnouncementsOf } from './announcement.queries.server';
import { getRoom } from './board.queries.server';
import { reportPage, showAnnouncements, writeReports } from './page.commands.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;

let owner: Awaited<ReturnType<typeof makeTeacher>>;
let examiner: Awaited<ReturnType<typeof makeTeacher>>;
let first: Actor;
let second: Actor;
let exam: MadeExam;

beforeEach(async () => {
  owner = await makeTeacher();
  examiner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  first = actorOf(await makeStudent({ classroom_id: classroom.id, name: '甲' }));
  second = actorOf(await makeStudent({ classroom_id: classroom.id, name: '乙' }));
  exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeTheoryQuestion({ owner })],
    examiners: [{ teacher: examiner, part: 'written' }],
    now: T,
  });
});

const say = (text: string, now: number, actor = actorOf(owner), part: AnnounceInput['part'] = 'written') =>
  announce(actor, { id: exam.id, part, view: '', text }, now);
const start = (student: Actor) => startAttempt(student, { examId: exam.id, part: 'written' }, T);
const room = (now: number, view: '' | 'resit' = '') =>
  getRoom(actorOf(owner), { examId: exam.id, part: 'written', view, state: '', classId: 0 }, now);
const seats = async (now: number) => (await room(now)).rooms.flatMap((one) => one.seats);
const page = async (attemptId: number) => {
  await writeReports();
  return db().selectFrom('attempt_pages').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst();
};

describe('公告', () => {
  test('of one person at most ten in a minute; the same again counts as nothing', async () => {
    for (let count = 0; count < 10; count += 1) await say(`第 ${count} 条`, T + count * 1000);
    await expect(say('第 11 条', T + 10_000)).rejects.toMatchObject({
      code: 'too_many',
      retryAfterSeconds: 50,
      message: '一分钟内最多发 10 条公告，请 50 秒后再发，或把几句话写在一条里。',
    });
    await say('第 9 条', T + 10_000);
    await say('阅卷老师的', T + 10_000, actorOf(examiner));
    await say('第 11 条', T + MINUTE);
    const stored = await db().selectFrom('exam_announcements').select('text').execute();
    expect(stored).toHaveLength(12);
  });

  test('reaches the papers of its part, the newest first, and the board knows whose page has it', async () => {
    const mine = await start(first);
    const other = await start(second);
    expect(await say('第 3 题的图看黑板', T + MINUTE)).toBe(2);
    expect(await say('还有 20 分钟', T + 2 * MINUTE, actorOf(examiner))).toBe(2);
    const told = await listAnnouncementsFor(mine);
    expect(told.map((one) => one.text)).toEqual(['还有 20 分钟', '第 3 题的图看黑板']);
    expect(await listAnnouncementsFor({ ...mine, part: 'oral' })).toEqual([]);
    expect(await listAnnouncementsFor({ ...mine, number: 2 })).toEqual([]);
    const [newest, older] = told.map((one) => one.id);
    await reportPage({ attemptId: mine.id, unsaved: 0, shown: newest ?? 0 }, T + 3 * MINUTE);
    await reportPage({ attemptId: other.id, unsaved: 0, shown: older ?? 0 }, T + 3 * MINUTE);
    await writeReports();
    expect((await room(T + 3 * MINUTE)).announcements.map((one) => [one.text, one.shown])).toEqual([
      ['还有 20 分钟', 1],
      ['第 3 题的图看黑板', 2],
    ]);
    expect((await room(T + 3 * MINUTE, 'resit')).announcements).toEqual([]);
  });

  test('of both parts reaches the papers of both, counts once, and is read once before the start', async () => {
    const written = await start(first);
    const oral = await startAttempt(first, { examId: exam.id, part: 'oral' }, T);
    const other = await startAttempt(second, { examId: exam.id, part: 'oral' }, T);
    expect(await say('还有 20 分钟', T + MINUTE, actorOf(owner), 'all')).toBe(2);
    for (const mine of [written, oral, other]) {
      expect((await listAnnouncementsFor(mine)).map((one) => one.text)).toEqual(['还有 20 分钟']);
    }
    const rooms = (['oral', 'written'] as const).map((part) => ({ examId: exam.id, part, isResit: false }));
    expect((await listAnnouncementsOf(rooms)).map((one) => one.text)).toEqual(['还有 20 分钟']);
    for (let count = 1; count < 10; count += 1) await say(`第 ${count} 条`, T + MINUTE + count, actorOf(owner), 'all');
    await expect(say('再一条', T + MINUTE + 20, actorOf(owner), 'all')).rejects.toMatchObject({ code: 'too_many' });
    // Who watches one part reaches that one.
    expect(await say('阅卷老师的', T + MINUTE, actorOf(examiner), 'all')).toBe(1);
    expect((await listAnnouncementsFor(other)).map((one) => one.text)).not.toContain('阅卷老师的');
  });

  test('of a button pressed twice is one, and is audited', async () => {
    await say('请安静', T);
    await say('请安静', T + 500);
    await say('请安静', T + 2 * MINUTE);
    expect(await db().selectFrom('exam_announcements').select('text').execute()).toHaveLength(2);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('action', '=', 'exam.announce')
      .execute();
    expect(audit).toEqual([{ actor_id: owner.id }, { actor_id: owner.id }]);
  });

  test('is taken back by who told it or the owner: the papers say so, of both parts at once', async () => {
    const written = await start(first);
    const oral = await startAttempt(first, { examId: exam.id, part: 'oral' }, T);
    await say('交卷后到三楼', T, actorOf(owner), 'all');
    await say('第 3 题的图看黑板', T + MINUTE, actorOf(examiner));
    const [pictures, stairs] = (await room(T + MINUTE)).announcements;
    const about = (one: { id: number } | undefined) => ({ id: exam.id, announcementId: one?.id ?? 0 });
    const back = (actor: Actor, one: { id: number } | undefined) =>
      withdrawAnnouncement(actor, about(one), T + 2 * MINUTE);
    await expect(back(actorOf(examiner), stairs)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(back(first, stairs)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(back(actorOf(owner), { id: 999 })).rejects.toMatchObject({ code: 'not_found' });
    await back(actorOf(owner), stairs);
    await back(actorOf(owner), stairs);
    const withdrawn = '（这条公告老师已撤回）';
    expect((await listAnnouncementsFor(oral)).map((one) => one.text)).toEqual([withdrawn]);
    expect((await listAnnouncementsFor(written)).map((one) => one.text)).toEqual(['第 3 题的图看黑板', withdrawn]);
    await back(actorOf(examiner), pictures);
    expect((await listAnnouncementsFor(written)).map((one) => one.text)).toEqual([withdrawn, withdrawn]);
    // Whoever watches still reads what it was.
    expect((await room(T + 3 * MINUTE)).announcements).toMatchObject([
      { text: '第 3 题的图看黑板', isWithdrawn: true, mayChange: false },
      { text: '交卷后到三楼', isWithdrawn: true, mayChange: false },
    ]);
    const audit = db()
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('action', '=', 'exam.withdraw_announcement');
    expect(await audit.execute()).toEqual([{ actor_id: owner.id }, { actor_id: examiner.id }]);
    const again = correctAnnouncement(actorOf(owner), { ...about(stairs), text: '到二楼' }, T + 3 * MINUTE);
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is said anew: the papers read the new words as news and the old ones no more', async () => {
    const mine = await start(first);
    await say('第 3 题的图看黑板', T);
    const [old] = (await room(T)).announcements;
    await reportPage({ attemptId: mine.id, unsaved: 0, shown: old?.id ?? 0 }, T + 1);
    await writeReports();
    const correct = (id: number, text: string) =>
      correctAnnouncement(actorOf(owner), { id: exam.id, announcementId: id, text }, T + MINUTE);
    expect(await correct(old?.id ?? 0, '第 4 题的图看黑板')).toBe(1);
    const [now, ...others] = (await room(T + MINUTE)).announcements;
    expect(others).toEqual([]);
    expect(now).toMatchObject({
      text: '更正：第 4 题的图看黑板',
      typed: '第 4 题的图看黑板',
      shown: 0,
      mayChange: true,
    });
    expect((await listAnnouncementsFor(mine)).map((one) => one.text)).toEqual(['更正：第 4 题的图看黑板']);
    await expect(correct(old?.id ?? 0, '第 5 题')).rejects.toMatchObject({ code: 'conflict' });
    // The same words are no news.
    await correct(now?.id ?? 0, '第 4 题的图看黑板');
    expect((await room(T + MINUTE)).announcements).toMatchObject([{ id: now?.id }]);
    const audit = db().selectFrom('audit_entries').select('id').where('action', '=', 'exam.correct_announcement');
    expect(await audit.execute()).toHaveLength(1);
  });

  test('is for whoever watches the part', async () => {
    await expect(say('x', T, actorOf(examiner), 'oral')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(say('x', T, actorOf(await makeTeacher()))).rejects.toMatchObject({ code: 'not_found' });
    await expect(say('x', T, first)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await db().selectFrom('exam_announcements').select('id').execute()).toEqual([]);
  });
});

describe('the page of an open paper', () => {
  test('that stops reporting stands first among those to look after within twenty seconds', async () => {
    const mine = await start(first);
    await start(second);
    await reportPage({ attemptId: mine.id, unsaved: 0, shown: 0 }, T + MINUTE);
    await writeReports();
    expect((await seats(T + MINUTE + 19_000)).map((seat) => seat.kind)).toEqual([null, null]);
    expect((await room(T + MINUTE + 20_000)).exceptions).toMatchObject([{ kind: 'gone', students: [{ name: '甲' }] }]);
    await reportPage({ attemptId: mine.id, unsaved: 0, shown: 0 }, T + 2 * MINUTE);
    await writeReports();
    expect((await seats(T + 2 * MINUTE)).map((seat) => seat.kind)).toEqual([null, null]);
  });

  test('says what it has not saved, and since when', async () => {
    const mine = await start(first);
    const report = (unsaved: number, at: number) => reportPage({ attemptId: mine.id, unsaved, shown: 0 }, at);
    await report(2, T + 10_000);
    expect(await page(mine.id)).toMatchObject({ unsaved: 2, unsaved_since: T + 10_000 });
    expect((await seats(T + 11_000)).map((seat) => seat.unsaved)).toEqual([2, 0]);
    await report(1, T + 22_000);
    expect(await page(mine.id)).toMatchObject({ unsaved: 1, unsaved_since: T + 10_000, reported_at: T + 22_000 });
    await report(0, T + 34_000);
    expect(await page(mine.id)).toMatchObject({ unsaved: 0, unsaved_since: null });
  });

  test('without script is noted as having shown an announcement, and never missed', async () => {
    const mine = await start(first);
    await start(second);
    await showAnnouncements(mine, T + 1);
    expect(await page(mine.id)).toBeUndefined();
    await say('请安静', T + MINUTE);
    const [told] = await showAnnouncements(mine, T + 2 * MINUTE);
    expect(await page(mine.id)).toMatchObject({ reported_at: null, announcement_id: told?.id });
    expect((await seats(T + 4 * MINUTE)).map((seat) => seat.kind)).toEqual([null, null]);
    // A page with script goes on reporting itself: what it said stands.
    await reportPage({ attemptId: mine.id, unsaved: 3, shown: 0 }, T + 3 * MINUTE);
    await showAnnouncements(mine, T + 3 * MINUTE + 1);
    expect(await page(mine.id)).toMatchObject({ reported_at: T + 3 * MINUTE, unsaved: 3, announcement_id: told?.id });
  });
});
