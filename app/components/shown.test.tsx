import { expect, test } from 'vitest';
import { USUAL_THRESHOLDS } from '~/lib/bands';
import type { QueueRow, QueueTab } from '~/domain/work/moderation.queries.server';
import { drawn } from '~tests/support/drawn';
import { FilterBar } from './list/filter-bar';
import { TextField } from './form/text-fields';
import { PasswordSlips } from './member/password-slips';
import { QueueTable } from './moderation/queue-table';
import { WorkContentView } from './work/work-content';

test('a sheet of passwords that was overtaken says so in their place, and hands out none of them', async () => {
  const pupil = { account: '0012', className: '一班' };
  const page = await drawn(
    <PasswordSlips
      title="重置后的密码"
      slips={[
        { ...pupil, id: 1, name: '甲', password: '', standing: 'replaced' },
        { ...pupil, id: 2, name: '乙', password: '', standing: 'changed' },
        { ...pupil, id: 3, name: '丙', password: 'ABCDEFGH23', standing: 'current' },
      ]}
      sheet=""
      doneHref="/list"
    />,
  );
  expect(page).toContain('这里给过的密码有 2 个已经不能用');
  expect(page.match(/此后又重置过，请用后来的那个密码/g)).toHaveLength(2);
  expect(page.match(/学生自己设置的密码/g)).toHaveLength(2);
  expect(page).toContain('ABCDEFGH23');
});

test('the formula in a published question’s title is drawn, and read out as it is read', async () => {
  const item = {
    ...{ title: '解 $x^2=4$', text: '答', photos: [], removedOn: null },
    recordings: [{ fileId: 'f', url: '/f', durationMs: 1000 }],
  };
  const page = await drawn(<WorkContentView items={[item]} title="我的作品" />);
  expect(page).toMatch(/<h3>解 <img[^>]+class="formula"/);
  expect(page).toContain('解 x²=4的录音');
});

test('a filter says at its field what is wrong with what the address holds, and keeps it', async () => {
  const page = await drawn(
    <FilterBar problems={{ from: '应写成 2026-11-26 的样子' }}>
      <TextField name="from" label="从" defaultValue="昨天" />
    </FilterBar>,
  );
  expect(page).toMatch(/aria-invalid="true"[^>]*value="昨天"|value="昨天"[^>]*aria-invalid="true"/);
  expect(page).toContain('应写成 2026-11-26 的样子');
});

test('the moderation says whose score it is and what its list holds', async () => {
  const row = (examName: string, isHeldBack = false): QueueRow => ({
    ...{ kind: 'work', id: 1, workId: 1, title: [{ text: '作品', word: null }], text: [], flagged: [] },
    ...{ photos: [], recordings: [], content: '', author: '甲', className: '一班', isAnonymous: false },
    ...{ part: 'written', examName, answers: '', state: 'approved' },
    score: { percent: 100, grade: null, thresholds: USUAL_THRESHOLDS, isSelfRated: examName === '', isHeldBack },
    ...{ reason: '', decider: '', decidedAt: null, createdAt: 0 },
  });
  const list = (tab: QueueTab, examName: string, isHeldBack = false) =>
    drawn(<QueueTable rows={[row(examName, isHeldBack)]} tab={tab} isFiltered={false} timeZone="Asia/Shanghai" />);
  expect(await list('', '')).toMatch(/自评.*100/);
  expect(await list('', '期中')).not.toContain('自评');
  // Taken back with its release: no figure, and no word for one.
  expect(await list('', '期中', true)).toContain('未公布');
  expect(await list('', '期中', true)).not.toMatch(/待提高|100/);
  expect(await list('', '')).toContain('待审核的作品和评论');
  expect(await list('approved', '')).toContain('已通过的作品和评论');
  expect(await list('rejected', '')).not.toContain('待审核的作品和评论');
});
