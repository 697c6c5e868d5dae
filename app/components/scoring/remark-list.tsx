import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import { correctionWord } from '~/domain/exam/correction.rules';
import type { RemarkListItem } from '~/domain/scoring/correction/remark-page.queries.server';
import { formatPoints, roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { toRemark } from '~/lib/addresses/scoring';

/** Where one item is put right. */
export function remarkHref(examId: number, itemId: number | null): string {
  return toRemark({ examId, itemId: itemId ?? undefined });
}

/** The items of an exam with how they turned out: one is chosen to be put right. */
export function RemarkList({
  examId,
  items,
  obstacle,
}: {
  examId: number;
  items: RemarkListItem[];
  obstacle: string | null;
}) {
  return (
    <Card
      title="选择要复核的题"
      hint="得分率低的题先看：可能是答案错了，或者还有别的答案也对。这里每份已评分的答卷都算（补考也算一份），统计里只算计入成绩的那份"
      padded={false}
    >
      {obstacle === null ? null : (
        <div className="card__body">
          <Note>{obstacle}</Note>
        </div>
      )}
      <DataTable
        caption="试题"
        rows={items}
        rowKey={(item) => item.id}
        empty={<Empty title="这场考试没有题目" />}
        columns={[
          {
            key: 'number',
            header: '题号',
            nowrap: true,
            cell: (item) => `${PART_LABELS[item.part]} ${item.number ?? '抽题'}`,
          },
          { key: 'kind', header: '题型', nowrap: true, cell: (item) => questionKindLabel(item.snapshot) },
          {
            key: 'stem',
            header: '题干',
            rowHeader: true,
            cell: (item) => (
              <span className="font-normal">
                <RichText text={stemOf(item)} imageIds={item.snapshot.imageIds} />{' '}
                {item.correction ? <Chip tone="theme">{correctionWord(item.correction)}</Chip> : null}
              </span>
            ),
          },
          { key: 'points', header: '分值', align: 'end', cell: (item) => formatPoints(item.points) },
          { key: 'papers', header: '已评分', align: 'end', cell: (item) => `${item.papers} 份` },
          {
            key: 'share',
            header: '得分率',
            align: 'end',
            nowrap: true,
            cell: (item) => (item.share === null ? '—' : `${roundHalfUp(item.share * 100)}%`),
          },
          {
            key: 'actions',
            header: '操作',
            actions: true,
            cell: (item) =>
              obstacle === null ? (
                <Link to={remarkHref(examId, item.id)}>
                  复核
                  <span className="vh">
                    ：{PART_LABELS[item.part]}
                    {item.number === null ? `抽题 ${item.snapshot.title}` : `第 ${item.number} 题`}
                  </span>
                </Link>
              ) : null,
          },
        ]}
      />
    </Card>
  );
}

const STEM_LENGTH = 80;

function stemOf({ snapshot }: RemarkListItem): string {
  const text = snapshot.bank === 'theory' ? snapshot.body.stem : snapshot.title;
  // A formula is never cut in two.
  return text.includes('$') || [...text].length <= STEM_LENGTH ? text : `${[...text].slice(0, STEM_LENGTH).join('')}…`;
}
