import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { listMessages } from '~/domain/message/message.queries.server';
import { actorOf, makeStudent, makeTeacher, PASSWORD } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { COLLEAGUE_WAIT_MS, LINK_MS } from './account-link.rules';
import { findOpenLink, findWaitingLink } from './account-link.queries.server';
import { disableColleague, enableColleague, setAdministrator } from './colleague.commands.server';
import { countColleagues, listColleagues } from './colleague.queries.server';
import { inviteColleague } from './invitation.commands.server';
import { makeResetLink, setPasswordByLink, stopResetLinks } from './reset-link.commands.server';
import { signIn } from './sign-in.commands.server';
import { findUserById } from './user.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const page = { currentPage: 1, pageSize: 15 };
const NEW = 'autumn leaf 26';
const set = (token: string, now = NOW + 1) => setPasswordByLink({ token, password: NEW, confirm: NEW }, '', now);

/** An administrator, whose links work at once, and somebody who forgot the password. */
async function pair(changes: Parameters<typeof makeTeacher>[0] = {}) {
  return { colleague: actorOf(await makeTeacher({ is_admin: 1 })), owner: await makeTeacher(changes) };
}

describe('a colleague’s reset link', () => {
  it('ends the sessions, tells the owner, is audited, sets the password once', async () => {
    const { colleague, owner } = await pair({ must_change_password: 1 });
    const { token } = await makeResetLink(colleague, { userId: owner.id, requestId: 'a' }, NOW);
    expect((await findUserById(owner.id))?.session_version).toBe(owner.session_version + 1);
    const [message] = (await listMessages(actorOf(owner), page)).rows;
    expect(message?.title).toContain(colleague.name);
    // The old password holds until the link is used.
    await expect(signIn({ account: owner.account, password: PASSWORD }, '', NOW)).resolves.toBeDefined();
    await set(token);
    await expect(signIn({ account: owner.account, password: PASSWORD }, '', NOW)).rejects.toBeDefined();
    await expect(signIn({ account: owner.account, password: NEW }, '', NOW)).resolves.toMatchObject({
      must_change_password: 0,
      session_version: owner.session_version + 2,
    });
    await expect(set(token)).rejects.toMatchObject({ code: 'conflict' });
    const audit = await db()
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('action', 'like', 'user.%reset%')
      .execute();
    expect(audit).toEqual([
      { action: 'user.make_reset_link', actor_id: colleague.id },
      { action: 'user.reset_password', actor_id: null },
    ]);
  });

  it('is used by one of two at once', async () => {
    const { colleague, owner } = await pair();
    const { token } = await makeResetLink(colleague, { userId: owner.id, requestId: '' }, NOW);
    const done = await Promise.allSettled([set(token), set(token)]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await findUserById(owner.id))?.session_version).toBe(owner.session_version + 2);
  });

  it('ends after a day and when another is made; a repeated request gets the same', async () => {
    const { colleague, owner } = await pair();
    const make = (requestId: string) => makeResetLink(colleague, { userId: owner.id, requestId }, NOW);
    const first = await make('a');
    expect((await make('a')).token).toBe(first.token);
    expect((await findUserById(owner.id))?.session_version).toBe(owner.session_version + 1);
    const second = await make('b');
    expect(await findOpenLink('reset', first.token, NOW)).toBeNull();
    expect(await findOpenLink('reset', second.token, NOW)).toMatchObject({ account: owner.account });
    await expect(set(second.token, NOW + LINK_MS.reset)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of a teacher is made three times in a day: each is a message and a mail', async () => {
    const owner = await makeTeacher();
    const colleague = actorOf(await makeTeacher());
    const make = (now: number) => makeResetLink(colleague, { userId: owner.id, requestId: '' }, now);
    for (const minute of [0, 1, 2]) await make(NOW + minute);
    await expect(make(NOW + 3)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/请明天再试，或请管理员生成/) as string,
    });
    expect((await listMessages(actorOf(owner), page)).rows).toHaveLength(3);
    await expect(make(NOW + 24 * 60 * 60_000 + 2)).resolves.toMatchObject({ account: owner.account });
  });

  it('of a teacher waits a day, in which its owner hears of it and can stop it', async () => {
    const owner = await makeTeacher();
    const colleague = actorOf(await makeTeacher());
    const made = await makeResetLink(colleague, { userId: owner.id, requestId: '' }, NOW);
    expect(made.usableAt).toBe(NOW + COLLEAGUE_WAIT_MS);
    // Nobody is thrown out by it.
    expect((await findUserById(owner.id))?.session_version).toBe(owner.session_version);
    await expect(set(made.token)).rejects.toMatchObject({ code: 'conflict' });
    await expect(set(made.token, NOW + COLLEAGUE_WAIT_MS - 1)).rejects.toMatchObject({ code: 'conflict' });
    const [message] = (await listMessages(actorOf(owner), page)).rows;
    expect(message).toMatchObject({ link: '/users/setting', body: expect.stringContaining('停止') as string });
    expect(await findWaitingLink(actorOf(owner), NOW)).toMatchObject({ usableAt: made.usableAt });

    expect(await stopResetLinks(actorOf(owner), NOW + 1)).toBe(1);
    expect(await stopResetLinks(actorOf(owner), NOW + 1)).toBe(0);
    expect(await findWaitingLink(actorOf(owner), NOW + 1)).toBeNull();
    await expect(set(made.token, NOW + COLLEAGUE_WAIT_MS)).rejects.toMatchObject({ code: 'conflict' });

    const second = await makeResetLink(colleague, { userId: owner.id, requestId: '' }, NOW);
    await expect(set(second.token, NOW + COLLEAGUE_WAIT_MS)).resolves.toMatchObject({ account: owner.account });
  });

  it('is refused for oneself, for students, for a disabled account, and for an administrator unless by one', async () => {
    const { owner } = await pair({ is_admin: 1 });
    const colleague = actorOf(await makeTeacher());
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const student = await makeStudent();
    const disabled = await makeTeacher({ is_disabled: 1 });
    const make = (actor: typeof colleague, userId: number) => makeResetLink(actor, { userId, requestId: '' }, NOW);
    await expect(make(colleague, owner.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(make(colleague, colleague.id)).rejects.toMatchObject({ code: 'invalid' });
    await expect(make(colleague, student.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(make(admin, disabled.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(make(actorOf(student), colleague.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(make(admin, owner.id)).resolves.toMatchObject({ account: owner.account });
  });
});

describe('teachers’ accounts', () => {
  it('a disabled one cannot sign in, its sessions and open links end; enabled it signs in again', async () => {
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const leaver = await makeTeacher();
    const token = await inviteColleague(actorOf(leaver), { note: '', requestId: '' }, NOW);
    const reset = await makeResetLink(admin, { userId: leaver.id, requestId: '' }, NOW);
    await disableColleague(admin, { userId: leaver.id }, NOW);
    await disableColleague(admin, { userId: leaver.id }, NOW);
    expect(await findUserById(leaver.id)).toMatchObject({
      is_disabled: 1,
      session_version: leaver.session_version + 2,
    });
    const enter = () => signIn({ account: leaver.account, password: PASSWORD }, '', NOW);
    await expect(enter()).rejects.toMatchObject({ code: 'invalid' });
    expect(await findOpenLink('invite', token, NOW)).toBeNull();
    await expect(set(reset.token)).rejects.toMatchObject({ code: 'conflict' });
    expect(await countColleagues()).toEqual({ active: 1, disabled: 1 });
    await enableColleague(admin, { userId: leaver.id }, NOW);
    await expect(enter()).resolves.toBeDefined();
  });

  it('are an administrator’s business, and not their own account', async () => {
    const { owner } = await pair();
    const colleague = actorOf(await makeTeacher());
    await expect(disableColleague(colleague, { userId: owner.id }, NOW)).rejects.toMatchObject({ code: 'forbidden' });
    const change = setAdministrator(colleague, { userId: colleague.id, isAdmin: true }, NOW);
    await expect(change).rejects.toMatchObject({ code: 'forbidden' });
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    await expect(disableColleague(admin, { userId: admin.id }, NOW)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps the last administrator, also when two give it up at once', async () => {
    const first = actorOf(await makeTeacher({ is_admin: 1 }));
    const give = (actor: typeof first) => setAdministrator(actor, { userId: actor.id, isAdmin: false }, NOW);
    await expect(give(first)).rejects.toMatchObject({ code: 'conflict' });
    const second = await makeTeacher();
    await setAdministrator(first, { userId: second.id, isAdmin: true }, NOW);
    const both = await Promise.allSettled([give(first), give(actorOf({ ...second, is_admin: 1 }))]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = (await listColleagues({ ...page, keyword: '', state: '' })).rows.filter(({ isAdmin }) => isAdmin);
    expect(left).toHaveLength(1);
  });

  it('of two administrators who disable each other at once one stays', async () => {
    const [first, second] = [await makeTeacher({ is_admin: 1 }), await makeTeacher({ is_admin: 1 })];
    const both = await Promise.allSettled([
      disableColleague(actorOf(first), { userId: second.id }, NOW),
      disableColleague(actorOf(second), { userId: first.id }, NOW),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await countColleagues()).toEqual({ active: 1, disabled: 1 });
  });
});
