import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { makeStudent, makeTeacher, PASSWORD } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { hashPassword } from './password.server';
import { forgetFailuresOf, forgetOldFailures, signIn } from './sign-in.commands.server';
import { ADDRESS_FREE_FAILURES, FORGET_AFTER_MS } from './sign-in.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const ADDRESS = '10.0.0.7';

const getUser = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function studentWithPassword(password: string, changes: Record<string, unknown> = {}) {
  const student = await makeStudent();
  await db()
    .updateTable('users')
    .set({ password_hash: await hashPassword(password), ...changes })
    .where('id', '=', student.id)
    .execute();
  return student;
}

describe('signing in', () => {
  it('takes the account in any width and case, and the password exactly', async () => {
    const student = await studentWithPassword('Correct horse 9');
    const typed = student.account
      .toUpperCase()
      .replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const user = await signIn({ account: ` ${typed} `, password: 'Correct horse 9' }, ADDRESS, NOW);
    expect(user.id).toBe(student.id);
    await expect(signIn({ account: student.account, password: 'correct horse 9' }, ADDRESS, NOW)).rejects.toMatchObject(
      {
        code: 'invalid',
      },
    );
  });

  it('makes a hash of older parameters anew, once the password is known', async () => {
    const older = await hash('Correct horse 9', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const student = await studentWithPassword('Correct horse 9', { password_hash: older });
    const stored = async () => (await getUser(student.id)).password_hash;
    await expect(signIn({ account: student.account, password: 'wrong' }, ADDRESS, NOW)).rejects.toThrow();
    expect(await stored()).toBe(older);
    const input = { account: student.account, password: 'Correct horse 9' };
    await signIn(input, ADDRESS, NOW);
    const renewed = await stored();
    expect(renewed).not.toBe(older);
    await signIn(input, ADDRESS, NOW);
    expect(await stored()).toBe(renewed);
  });

  it('says the same to a wrong password, an unknown and a disabled account', async () => {
    const student = await studentWithPassword('Correct horse 9');
    const disabled = await studentWithPassword('Correct horse 9', { is_disabled: 1 });
    const refusals = await Promise.all(
      [
        { account: student.account, password: 'wrong' },
        { account: 'nobody-here', password: 'wrong' },
        { account: disabled.account, password: 'Correct horse 9' },
      ].map((input) => signIn(input, ADDRESS, NOW).catch((error: { message: string }) => error.message)),
    );
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain('账号或密码不正确');
  });

  it('makes a pair wait after five failures, whether or not the account exists, and not the room', async () => {
    const student = await studentWithPassword('Correct horse 9');
    for (const account of [student.account, 'nobody-here']) {
      for (let count = 0; count < 5; count += 1) {
        await expect(signIn({ account, password: 'wrong' }, ADDRESS, NOW)).rejects.toMatchObject({ code: 'invalid' });
      }
      await expect(signIn({ account, password: 'wrong' }, ADDRESS, NOW)).rejects.toMatchObject({ code: 'too_many' });
    }
    // The right password waits too; from another address it does not; nor does a neighbour.
    const right = { account: student.account, password: 'Correct horse 9' };
    await expect(signIn(right, ADDRESS, NOW + 29_999)).rejects.toMatchObject({ code: 'too_many' });
    await expect(signIn(right, '10.0.0.8', NOW)).resolves.toMatchObject({ id: student.id });
    await expect(signIn(right, ADDRESS, NOW + 30_000)).resolves.toMatchObject({ id: student.id });
  });

  it('stops waiting once the password was reset', async () => {
    const student = await studentWithPassword('Correct horse 9');
    const wrong = { account: student.account, password: 'wrong' };
    for (let count = 0; count < 5; count += 1) await signIn(wrong, ADDRESS, NOW).catch(() => undefined);
    await forgetFailuresOf(`${student.account}0`);
    const right = { account: student.account, password: 'Correct horse 9' };
    await expect(signIn(right, ADDRESS, NOW)).rejects.toMatchObject({ code: 'too_many' });
    await forgetFailuresOf(student.account.toUpperCase());
    await expect(signIn(right, ADDRESS, NOW)).resolves.toMatchObject({ id: student.id });
  });

  it('forgets failures after an hour', async () => {
    const student = await studentWithPassword('Correct horse 9');
    for (let count = 0; count < 4; count += 1) {
      await signIn({ account: student.account, password: 'wrong' }, ADDRESS, NOW).catch(() => undefined);
    }
    await forgetOldFailures(NOW + FORGET_AFTER_MS + 1);
    expect(await db().selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
  });

  it('lets a deleted account in no more', async () => {
    const teacher = await makeTeacher();
    await db()
      .updateTable('users')
      .set({ deleted_at: NOW, password_hash: await hashPassword('Correct horse 9') })
      .where('id', '=', teacher.id)
      .execute();
    await expect(signIn({ account: teacher.account, password: 'Correct horse 9' }, ADDRESS, NOW)).rejects.toMatchObject(
      {
        code: 'invalid',
      },
    );
  });

  it('of sixty tries at once no more are checked than one after the other', async () => {
    const student = await studentWithPassword('Correct horse 9');
    const wrong = { account: student.account, password: 'wrong' };
    const codes = await Promise.all(
      Array.from({ length: 60 }, () => signIn(wrong, ADDRESS, NOW).catch((error: { code: string }) => error.code)),
    );
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too_many')).toHaveLength(55);
    // What was refused does not lengthen the wait.
    const right = { account: student.account, password: 'Correct horse 9' };
    await expect(signIn(right, ADDRESS, NOW + 30_000)).resolves.toMatchObject({ id: student.id });
  });

  it('a browser that is known is stopped by its own failures alone', async () => {
    const student = await studentWithPassword('Correct horse 9');
    const wrong = { account: student.account, password: 'wrong' };
    const right = { account: student.account, password: 'Correct horse 9' };
    for (let count = 0; count < 9; count += 1) await signIn(wrong, ADDRESS, NOW).catch(() => undefined);
    await expect(signIn(right, ADDRESS, NOW)).rejects.toMatchObject({ code: 'too_many' });
    await expect(signIn(right, ADDRESS, NOW, [student.id + 1])).rejects.toMatchObject({ code: 'too_many' });
    await expect(signIn(right, ADDRESS, NOW, [student.id])).resolves.toMatchObject({ id: student.id });
    for (let count = 0; count < 5; count += 1) await signIn(wrong, ADDRESS, NOW, [student.id]).catch(() => undefined);
    await expect(signIn(right, ADDRESS, NOW, [student.id])).rejects.toMatchObject({ code: 'too_many' });
  });

  it('who guesses in the known browser itself locks nobody out of it who would get in with another', async () => {
    const student = await studentWithPassword('Correct horse 9');
    const wrong = { account: student.account, password: 'wrong' };
    const right = { account: student.account, password: 'Correct horse 9' };
    for (let count = 0; count < 5; count += 1) await signIn(wrong, ADDRESS, NOW, [student.id]).catch(() => undefined);
    await expect(signIn(right, ADDRESS, NOW, [student.id])).resolves.toMatchObject({ id: student.id });
    // Guessing goes no further than in two browsers.
    const codes: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      await signIn(wrong, ADDRESS, NOW, [student.id]).catch((error: { code: string }) => codes.push(error.code));
    }
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(10);
    await expect(signIn(right, ADDRESS, NOW, [student.id])).rejects.toMatchObject({ code: 'too_many' });
    await expect(signIn(right, ADDRESS, NOW)).rejects.toMatchObject({ code: 'too_many' });
  });

  it('a room of sixty signs in behind one address while somebody there makes two thousand guesses', async () => {
    const room = await Promise.all(Array.from({ length: 60 }, () => makeStudent()));
    const victims = await Promise.all(Array.from({ length: 40 }, () => makeStudent()));
    let checked = 0;
    const guess = (turn: number) =>
      signIn({ account: victims[turn % 40]?.account ?? '', password: `guess ${turn}` }, ADDRESS, NOW + turn * 10).catch(
        (error: { code: string }) => {
          if (error.code === 'invalid') checked += 1;
        },
      );
    for (let turn = 0; turn < 1940; turn += 1) await guess(turn);
    for (const [index, pupil] of room.entries()) {
      const at = NOW + (1940 + index) * 10;
      // One in ten mistypes first.
      if (index % 10 === 0) {
        const mistyped = { account: pupil.account, password: 'mistyped' };
        await expect(signIn(mistyped, ADDRESS, at)).rejects.toMatchObject({ code: 'invalid' });
      }
      await expect(signIn({ account: pupil.account, password: PASSWORD }, ADDRESS, at)).resolves.toMatchObject({
        id: pupil.id,
      });
      await guess(1940 + index);
    }
    // Five at each account, no more for as long as they wait.
    expect(checked).toBeLessThanOrEqual(40 * 5);
  });

  it('one wrong guess at each of many accounts slows the address after three hundred, nobody with the right password', async () => {
    // Nobody has these accounts: an attacker does not know which there are.
    const guess = (turn: number) =>
      signIn({ account: `guessed-${turn}`, password: 'Guess 1234' }, ADDRESS, NOW).catch(
        (error: { code: string }) => error.code,
      );
    for (let turn = 0; turn < ADDRESS_FREE_FAILURES; turn += 1) expect(await guess(turn)).toBe('invalid');
    // From now on an account is asked about twice in all, and not again while the address waits.
    for (const code of ['invalid', 'too_many', 'too_many']) expect(await guess(1)).toBe(code);
    const [pupil, mate] = [await makeStudent(), await makeStudent()];
    const right = { account: pupil.account, password: PASSWORD };
    await expect(signIn(right, ADDRESS, NOW)).resolves.toMatchObject({ id: pupil.id });
    for (let count = 0; count < 3; count += 1) {
      await signIn({ account: mate.account, password: 'wrong' }, ADDRESS, NOW).catch(() => undefined);
    }
    const mates = { account: mate.account, password: PASSWORD };
    await expect(signIn(mates, ADDRESS, NOW)).rejects.toMatchObject({ code: 'too_many' });
    await expect(signIn(mates, ADDRESS, NOW, [mate.id])).resolves.toMatchObject({ id: mate.id });
    await expect(signIn(mates, '10.0.0.8', NOW)).resolves.toMatchObject({ id: mate.id });
  });
});
