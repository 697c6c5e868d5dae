import nodemailer from 'nodemailer';
import { logEvent } from '~/lib/log.server';
import { findMailServer, putMailStatus, type MailServer } from './mail-settings.server';
import { mailErrorText } from './mail.rules';

export type Mail = { to: string; subject: string; text: string };

/** Long enough for a slow server, short enough that nothing hangs. */
const TIMEOUT_MS = 15_000;

function transportOf(server: MailServer) {
  return nodemailer.createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    auth: server.user === '' ? undefined : { user: server.user, pass: server.password },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Sends a mail by the school's server. It never throws: how it went is logged, kept for the administrator and
 * answered. Call it outside of transactions.
 */
export async function sendMail(mail: Mail, schoolName: string, now: number): Promise<{ ok: boolean; error: string }> {
  const server = await findMailServer();
  if (!server) return { ok: false, error: '还没有设置邮件服务器。' };
  try {
    const transport = transportOf(server);
    try {
      await transport.sendMail({ ...mail, from: { name: schoolName, address: server.sender } });
    } finally {
      transport.close();
    }
    await putMailStatus({ at: now, ok: true, error: '' });
    return { ok: true, error: '' };
  } catch (error) {
    const text = mailErrorText(error as { code?: string; responseCode?: number; message?: string });
    // The recipient is left out: the log is read by more people than the settings are.
    logEvent('error', 'mail_failure', { host: server.host, error: text });
    await putMailStatus({ at: now, ok: false, error: text });
    return { ok: false, error: text };
  }
}
