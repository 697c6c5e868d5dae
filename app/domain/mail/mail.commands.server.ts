import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid } from '~/lib/errors';
import { env } from '~/lib/env.server';
import { dropMailServer, findMailServer, putMailServer } from './mail-settings.server';
import type { MailInput } from './mail.schema';
import { sendMail } from './send-mail.server';

/** Sets up the school's mail server; an empty password keeps the one there is for the same server and user. */
export async function saveMailServer(actor: Actor, input: MailInput, now: number): Promise<void> {
  assertAdministrator(actor);
  assertChangeable();
  await transaction(async () => {
    const before = await findMailServer();
    // A password must not be handed to another server or user by changing those alone.
    const isSame = before?.host === input.host && before.user === input.user;
    const password = input.password !== '' ? input.password : isSame ? before.password : '';
    if (input.user !== '' && password === '') throw invalid({ password: '请填写这个用户名的密码' });
    await putMailServer({ ...input, password: input.user === '' ? '' : password });
    const { password: _, ...detail } = input;
    await recordAudit(actor, { action: 'school.set_mail', entity: 'school', entityId: 'mail', detail }, now);
  });
}

/** Forgets the mail server: from then on colleagues are told of a forgotten password instead. */
export async function removeMailServer(actor: Actor, now: number): Promise<void> {
  assertAdministrator(actor);
  assertChangeable();
  await transaction(async () => {
    await dropMailServer();
    await recordAudit(actor, { action: 'school.remove_mail', entity: 'school', entityId: 'mail' }, now);
  });
}

/** Sends a mail to see whether it arrives. @throws AppError conflict with the reason when it does not go */
export async function sendTestMail(actor: Actor, input: { to: string }, now: number): Promise<void> {
  assertAdministrator(actor);
  const school = await getSchool();
  const sent = await sendMail(
    {
      to: input.to,
      subject: `${school.name}：测试邮件`,
      text: `这是考评系统的测试邮件，由${actor.name}发出。收到它说明邮件设置可用。`,
    },
    school.name,
    now,
  );
  if (!sent.ok) throw new AppError('conflict', sent.error, { to: sent.error });
  await recordAudit(actor, { action: 'school.test_mail', entity: 'school', entityId: 'mail' }, now);
}

function assertChangeable(): void {
  if (env().smtpUrl) throw new AppError('conflict', '邮件由服务器的 SMTP_URL 设置，不能在这里修改。');
}
