import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { db } from '~/db/db.server';
import { readSetting, writeSetting } from '~/db/settings.server';
import { env } from '~/lib/env.server';
import type { MailSecurity, MailStatus } from './mail.rules';

/** What is needed to send; never leaves the server. */
export type MailServer = {
  host: string;
  port: number;
  security: MailSecurity;
  user: string;
  password: string;
  sender: string;
};

/** The stored form: apart from the school's other settings, the password sealed. */
type Stored = Omit<MailServer, 'password'> & { sealed: string };

/** What a page may show: everything but the password. */
export type MailView = Omit<MailServer, 'password'> & {
  hasPassword: boolean;
  /** SMTP_URL of the environment decides; the page cannot change it. */
  isFromEnvironment: boolean;
};

const KEY = 'mail';
const STATUS_KEY = 'mail_status';

/** The mail server in force, or null when none is set up. */
export async function findMailServer(): Promise<MailServer | null> {
  const { smtpUrl } = env();
  if (smtpUrl) return fromUrl(smtpUrl);
  const stored = await readSetting<Stored>(KEY);
  if (!stored) return null;
  const { sealed, ...rest } = stored;
  return { ...rest, password: unseal(sealed) };
}

/** The mail settings as the administrator's page shows them, or null when there are none. */
export async function findMailView(): Promise<MailView | null> {
  const server = await findMailServer();
  if (!server) return null;
  const { password, ...view } = server;
  return { ...view, hasPassword: password !== '', isFromEnvironment: env().smtpUrl !== undefined };
}

/** Stores the mail server; call it inside the transaction that records the change. */
export async function putMailServer({ password, ...rest }: MailServer): Promise<void> {
  await writeSetting(KEY, { ...rest, sealed: seal(password) } satisfies Stored);
}

/** Forgets the mail server; call it inside the transaction that records the change. */
export async function dropMailServer(): Promise<void> {
  await db().deleteFrom('settings').where('key', 'in', [KEY, STATUS_KEY]).execute();
}

/** How the last mail went, or null when none was sent. */
export function findMailStatus(): Promise<MailStatus | null> {
  return readSetting<MailStatus>(STATUS_KEY);
}

/** Keeps how a mail went for the administrator to see. */
export function putMailStatus(status: MailStatus): Promise<void> {
  return writeSetting(STATUS_KEY, status);
}

/** Reads `smtp://user:password@host:port?from=a@b.cn` (smtps:// for TLS, ?security=none for none at all). */
export function fromUrl(text: string): MailServer {
  const url = new URL(text);
  const isTls = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : url.searchParams.get('security') === 'none' ? 'none' : 'starttls',
    user,
    password: decodeURIComponent(url.password),
    sender: url.searchParams.get('from') ?? user,
  };
}

// A copy of the database alone must not give the mailbox away: the key comes from the server's secret.
const key = () => createHash('sha256').update(`mail-password\n${env().sessionSecret}`).digest();

function seal(text: string): string {
  if (text === '') return '';
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key(), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** '' when the server's secret has changed since: the password has to be typed again. */
function unseal(sealed: string): string {
  if (sealed === '') return '';
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return '';
  }
}
