import { toResultsExport } from '~/lib/addresses/scoring';

/** What a message is about, as its list says. */
export const MESSAGE_KINDS = {
  exam: '考试',
  score: '成绩',
  work: '作品',
  comment: '评论',
  interact: '互动',
  resource: '资源',
  password: '密码',
  system: '系统',
} as const;

export type MessageKind = keyof typeof MESSAGE_KINDS;

/** What the list calls a stored kind. */
export function messageKindLabel(kind: string): string {
  return MESSAGE_KINDS[kind as MessageKind] ?? MESSAGE_KINDS.system;
}

const DAY_MS = 24 * 3600_000;

/** Read messages are kept this long; unread ones stay. */
export const KEPT_DAYS = 180;

/** Read messages from before this time are swept away. */
export function keptSince(now: number): number {
  return now - KEPT_DAYS * DAY_MS;
}

/** Whether a message's link is answered by a file to save instead of a page. */
export function isDownload(link: string): boolean {
  return link.startsWith(`${toResultsExport()}?`);
}
