import { z } from 'zod';
import { formatSecond } from '~/lib/time';
import type { BoardRow } from './seats.rules';
import { BOARD_STATE_LABELS, BOARD_STATES, needsHelp, PROBLEM_LABEL } from './board.rules';

/** A row of the board as the API answers it; times as text, '' where there is none. */
export const boardRowSchema = z.object({
  studentId: z.number().int(),
  account: z.string(),
  name: z.string(),
  classId: z.number().int().nullable(),
  className: z.string(),
  state: z.enum(BOARD_STATES),
  /** In words; 异常 where something is wrong. */
  stateName: z.string(),
  problems: z.array(z.string()),
  /** Until when the sign-in is locked. */
  lockedUntil: z.string(),
  answered: z.number().int(),
  itemCount: z.number().int(),
  startedAt: z.string(),
  lastSavedAt: z.string(),
  deadlineAt: z.string(),
  submittedAt: z.string(),
  closedBy: z.enum(['student', 'server', 'teacher']).nullable(),
  extraMinutes: z.number().int(),
  leaves: z.number().int(),
  /** 账号已删除. */
  isDeleted: z.boolean(),
});

const text = (time: number | null) => (time === null ? '' : formatSecond(time));

/** See boardRowSchema. */
export function boardRowOf({
  kinds,
  unsaved: _unsaved,
  announcementId: _announcement,
  ...row
}: BoardRow): z.input<typeof boardRowSchema> {
  return {
    ...row,
    stateName: needsHelp({ kinds }) ? PROBLEM_LABEL : BOARD_STATE_LABELS[row.state],
    lockedUntil: text(row.lockedUntil),
    startedAt: text(row.startedAt),
    lastSavedAt: text(row.lastSavedAt),
    deadlineAt: text(row.deadlineAt),
    submittedAt: text(row.submittedAt),
  };
}
