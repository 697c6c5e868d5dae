import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { PASSWORD, actorOf, makeClassroom, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { changePassword } from './account.commands.server';
import { endSessions } from '~/domain/actor/end-sessions.server';
import {
  adoptSession,
  beginSession,
  endDevice,
  endOtherDevices,
  endSession,
  keepSession,
  removeOldSessions,
} from './session.commands.server';
import { findSessionUser, listDevices } from './session.queries.server';
import { KEPT_MS, SESSION_MS } from './session.rules';
import { resetPasswords } from './student.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const PC = { address: '10.0.0.8', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/109.0' };
const PHONE = { address: '10.0.0.9', userAgent: 'Mozilla/5.0 (Linux; Android 12) Chrome/120.0 Mobile' };

const isOpen = async (userId: number, id: string) => (await findSessionUser(userId, id))?.isEnded === false;

describe('a session’s row', () => {
  it('holds until it is ended; one that is not this account’s, or gone, never holds', async () => {
    const [teacher, other] = [await makeTeacher(), await makeTeacher()];
    const id = await beginSession(teacher.id, PC, NOW);
    expect(await isOpen(teacher.id, id)).toBe(true);
    expect(await isOpen(other.id, id)).toBe(false);
    expect(await isOpen(teacher.id, 'no such id')).toBe(false);
    expect(await isOpen(teacher.id, '')).toBe(true);
    await endSession(other.id, id, NOW);
    expect(await isOpen(teacher.id, id)).toBe(true);
    await endSession(teacher.id, id, NOW);
    expect(await isOpen(teacher.id, id)).toBe(false);
    expect(await keepSession(teacher.id, id, PC, NOW)).toBe(false);
  });

  it('says where and when the account was last used, this device first', async () => {
    const teacher = await makeTeacher();
    const pc = await beginSession(teacher.id, PC, NOW);
    const phone = await beginSession(teacher.id, { ...PHONE, userAgent: 'x'.repeat(5000) }, NOW + 1000);
    await beginSession(teacher.id, PC, NOW - SESSION_MS);
    await beginSession((await makeTeacher()).id, PC, NOW);
    expect(await keepSession(teacher.id, phone, { ...PHONE, address: '10.0.0.77' }, NOW + 600_000)).toBe(true);
    const devices = await listDevices(actorOf(teacher), pc, NOW + 600_000);
    expect(devices).toMatchObject([
      { id: pc, address: '10.0.0.8', signedInAt: NOW, isCurrent: true },
      { id: phone, address: '10.0.0.77', lastSeenAt: NOW + 600_000, isCurrent: false },
    ]);
    expect(devices[1]?.userAgent.length).toBeLessThan(500);
  });

  it('is made for a cookie that names none, once, while the account holds it', async () => {
    const teacher = await makeTeacher();
    const cookie = { uid: teacher.id, version: teacher.session_version, renewedAt: NOW - 700_000 };
    const [one, two] = await Promise.all([adoptSession(cookie, PC, NOW), adoptSession(cookie, PC, NOW)]);
    expect(one).toBe(two);
    expect(await listDevices(actorOf(teacher), one ?? '', NOW)).toHaveLength(1);
    expect(await adoptSession({ ...cookie, version: 99 }, PC, NOW)).toBeNull();
    expect(await adoptSession({ ...cookie, uid: 999_999 }, PC, NOW)).toBeNull();
    // Signed out meanwhile: the same cookie does not open it again.
    await endSession(teacher.id, one ?? '', NOW);
    expect(await isOpen(teacher.id, (await adoptSession(cookie, PC, NOW)) ?? '')).toBe(false);
  });

  it('is forgotten a month after its last use', async () => {
    const teacher = await makeTeacher();
    await beginSession(teacher.id, PC, NOW - KEPT_MS - 1);
    const kept = await beginSession(teacher.id, PC, NOW - KEPT_MS + 1);
    await removeOldSessions(NOW);
    expect(await db().selectFrom('user_sessions').select('id').execute()).toEqual([{ id: kept }]);
  });
});

describe('ending sessions from another device', () => {
  it('ends one of one’s own, audited once; somebody else’s is not found', async () => {
    const [teacher, other] = [await makeTeacher(), await makeTeacher()];
    const id = await beginSession(teacher.id, PHONE, NOW);
    await expect(endDevice(actorOf(other), id, NOW)).rejects.toMatchObject({ status: 404 });
    await endDevice(actorOf(teacher), id, NOW);
    await endDevice(actorOf(teacher), id, NOW);
    expect(await isOpen(teacher.id, id)).toBe(false);
    const entries = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'user.end_session')
      .execute();
    expect(entries).toHaveLength(1);
    expect(entries[0]?.detail).toContain(PHONE.address);
  });

  it('ends all others and those without a row, not the one that asks', async () => {
    const teacher = await makeTeacher();
    const here = await beginSession(teacher.id, PC, NOW);
    const there = await beginSession(teacher.id, PHONE, NOW);
    expect(await endOtherDevices(actorOf(teacher), here, NOW)).toEqual({
      sessionVersion: teacher.session_version + 1,
      count: 1,
    });
    expect(await isOpen(teacher.id, here)).toBe(true);
    expect(await isOpen(teacher.id, there)).toBe(false);
  });

  it('goes with a changed or reset password and with endSessions', async () => {
    const teacher = await makeTeacher();
    const student = await makeStudent({ classroom_id: (await makeClassroom({ teacher })).id });
    const ids = await Promise.all([teacher, student].map((user) => beginSession(user.id, PC, NOW)));
    const input = { oldPassword: PASSWORD, password: 'spring-rain-88', confirm: 'spring-rain-88' };
    await changePassword(actorOf(teacher), input, NOW);
    await resetPasswords(actorOf(teacher), { ids: [student.id], requestId: 'r' }, NOW);
    expect(await Promise.all([teacher, student].map((user, index) => isOpen(user.id, ids[index] ?? '')))).toEqual([
      false,
      false,
    ]);
    const again = await beginSession(teacher.id, PC, NOW);
    await endSessions([teacher.id], NOW);
    expect(await isOpen(teacher.id, again)).toBe(false);
    expect((await findSessionUser(teacher.id, ''))?.user.session_version).toBe(teacher.session_version + 2);
  });
});
