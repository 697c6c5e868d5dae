/** A session lives 12 h after its last use. */
export const SESSION_MS = 12 * 3600_000;

/** It is renewed at most this often, so that most answers carry no cookie and write no row. */
export const RENEW_AFTER_MS = 10 * 60_000;

/** What is kept about ended sessions, so that somebody may see where their account was used. */
export const KEPT_MS = 30 * 24 * 3600_000;

// A User-Agent is the client's text; what names a browser stands well within this.
const USER_AGENT_CHARS = 400;

/** The part of a User-Agent that is kept. */
export function keptUserAgent(userAgent: string): string {
  return userAgent.slice(0, USER_AGENT_CHARS);
}
