import { expect, test } from 'vitest';
import type { ComponentProps } from 'react';
import { drawn } from '~tests/support/drawn';
import { PapersCard } from './papers-card';

const NO_STATES = { absent: 0, not_started: 0, in_progress: 1, waiting: 0, marking: 0, arbitration: 0, scored: 0 };

const list = (more: object) =>
  ({
    ...{ rows: [], totalCount: 0, pageSize: 15, currentPage: 1, done: 0, total: 0, mine: null },
    ...{ exam: { id: 1, status: 'published', releasedAt: null, releases: [] }, isOwner: true, phase: 'ended' },
    ...{ parts: ['written'], part: 'written', isBlind: true, sealed: null, isSharedOut: false, classes: [] },
    ...{ stateCounts: NO_STATES, firstOpenId: null, hasSeveralExaminers: false, autoScorable: 0 },
    ...more,
  }) as unknown as ComponentProps<typeof PapersCard>['list'];
const filter = { keyword: '', classId: 0, state: '' };

test('while papers of a blind exam are not listed yet they are not counted as none', async () => {
  const until = Date.UTC(2026, 10, 20, 6, 0);
  const html = await drawn(<PapersCard list={list({ sealed: { count: 8, until } })} filter={filter} />);
  expect(html).toContain('已交卷的 8 份还没有列出来');
  expect(html).not.toContain('共交 0 份');
  expect(await drawn(<PapersCard list={list({})} filter={filter} />)).toContain('共交 0 份');
});
