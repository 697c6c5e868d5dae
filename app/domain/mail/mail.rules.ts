/** How the connection to the mail server is protected. */
export const MAIL_SECURITIES = {
  tls: 'SSL/TLS（多为 465 端口）',
  starttls: 'STARTTLS（多为 587 端口）',
  none: '不加密（只用于校内网，多为 25 端口）',
} as const;

export type MailSecurity = keyof typeof MAIL_SECURITIES;

/** How the last mail went, as the administrator sees it. */
export type MailStatus = { at: number; ok: boolean; /** A sentence; '' when it went. */ error: string };

/** What an error of the mail server means, in a sentence one can act on. */
export function mailErrorText(error: { code?: string; responseCode?: number; message?: string }): string {
  const { code = '', responseCode = 0 } = error;
  const said = error.message ? `（${error.message.slice(0, 200)}）` : '';
  if (code === 'EAUTH' || responseCode === 535) return `邮件服务器不接受用户名或密码，请检查。${said}`;
  if (code === 'EDNS' || code === 'ENOTFOUND') return `找不到这台邮件服务器，请检查服务器地址。${said}`;
  if (code === 'ETLS' || /certificate|ssl|tls/i.test(error.message ?? '')) {
    return `加密连接没有建立，请检查“连接加密”、端口和服务器的证书。${said}`;
  }
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETIMEDOUT' || code === 'ECONNREFUSED') {
    return `连不上邮件服务器，请检查地址、端口和防火墙。${said}`;
  }
  if (code === 'EENVELOPE' || (responseCode >= 550 && responseCode < 560)) {
    return `邮件服务器拒绝了发件人或收件人的地址。${said}`;
  }
  return `邮件没有发出。${said}`;
}
