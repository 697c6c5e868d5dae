import type { Part } from '~/domain/exam/exam.rules';
import { roundHalfUp } from '~/domain/scoring/scoring.rules';

/** What a student published of an exam or a practice. Pure; safe in the browser. */

export const WORK_STATES = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type WorkState = (typeof WORK_STATES)[number];

export const WORK_STATE_LABELS: Record<WorkState, string> = {
  pending: '待审核',
  approved: '已通过',
  rejected: '已驳回',
  withdrawn: '已撤回',
};

/** The chip a state is drawn as. */
export const WORK_STATE_TONES: Record<WorkState, 'theme' | 'good' | 'bad' | 'line'> = {
  pending: 'theme',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'line',
};

/** From this percentage a work may be published and stands in the gallery. */
export const WORK_MIN_SCORE = 86;

/** Whether a percentage, rounded as it is shown, is good enough for the gallery. */
export function isHighScore(percent: number | null): boolean {
  return percent !== null && roundHalfUp(percent) >= WORK_MIN_SCORE;
}

/** One task of the work: what was asked, and the recordings or photos and the text given to it. */
export type WorkItem = { title: string; fileIds: string[]; text: string };

/** `works.content`: what everybody sees, frozen at publication. `fileIds` and `text` are all of it in order. */
export type WorkContent = { fileIds: string[]; text: string; items: WorkItem[] };

/** The content of these items; ones with nothing in them are left out. */
export function workContent(items: WorkItem[]): WorkContent {
  const filled = items.filter((item) => item.fileIds.length > 0 || item.text !== '');
  return {
    fileIds: filled.flatMap((item) => item.fileIds),
    text: filled.flatMap((item) => (item.text === '' ? [] : [item.text])).join('\n\n'),
    items: filled,
  };
}

export const ANONYMOUS_NAME = '匿名同学';

export const MAX_WORK_TITLE = 40;
export const MAX_WORK_DESCRIPTION = 300;

/** The page of one work. */
export function workPath(id: number): string {
  return `/dynamic/works/${id}`;
}

/** What kind of thing a work's part is called. */
export const WORK_PART_WORDS: Record<Part, string> = { oral: '口语', written: '笔试' };
