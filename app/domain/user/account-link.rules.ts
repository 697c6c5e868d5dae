import { toLogin } from '~/lib/addresses/account';
import { toForget } from '~/lib/addresses/entrance';
import { formatMinute } from '~/lib/time';

/** One-time links: the invitation of a colleague and the setting of a new password. */

export const LINK_KINDS = ['invite', 'reset'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

const HOUR_MS = 3_600_000;

/** How long a link of each kind can be used. */
export const LINK_MS: Record<LinkKind, number> = { invite: 7 * 24 * HOUR_MS, reset: 24 * HOUR_MS };

/** How long a link waits that a colleague makes who is no administrator: its owner can stop it. */
export const COLLEAGUE_WAIT_MS = 24 * HOUR_MS;

/** Invitations one teacher may have open at a time. */
export const MAX_OPEN_INVITATIONS = 50;

/** Where a link leads inside the app. */
export function linkPath(kind: LinkKind, token: string): string {
  return kind === 'invite' ? toLogin({ invite: token }) : toForget({ token });
}

/** The whole address of a link, for a mail or to be handed on. */
export function linkUrl(siteUrl: string, kind: LinkKind, token: string): string {
  return `${siteUrl.replace(/\/$/, '')}${linkPath(kind, token)}`;
}

/** A link that was just made: for whom, and from when it can be used (0: at once). */
export type MadeLink = { kind: LinkKind; token: string; of: string; usableAt: number };

/** What the answer to the form that made a link shows of it. */
export function shownLink(link: MadeLink, now: number, school: { siteUrl: string; timeZone: string }) {
  const { kind, token, of, usableAt } = link;
  return {
    kind,
    token,
    of,
    from: usableAt > now ? formatMinute(usableAt, school.timeZone) : '',
    url: linkUrl(school.siteUrl, kind, token),
    until: formatMinute(Math.max(usableAt, now) + LINK_MS[kind], school.timeZone),
  };
}
