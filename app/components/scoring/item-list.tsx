import { Link } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { DataTable } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Progress } from '~/components/ui/facts';
import { Empty } from '~/components/ui/feedback';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import type { ItemMarking, ItemToMark } from '~/domain/scoring/marking/item-marking.queries.server';
import { formatPoints } from '~/domain/scoring/paper/scoring.rules';
import { toItem } from '~/lib/addresses/scoring';

type ItemPlace = { examId: number; part: Part; itemId?: number; classId?: number; page?: number; confirm?: 'submit' };

/** Where an item is marked across papers; itemId 0 is the list of items. */
export function itemHref({ examId, part, itemId = 0, classId = 0, page = 1, confirm }: ItemPlace) {
  return toItem({
    examId,
    part,
    itemId: itemId || undefined,
    classId: classId || undefined,
    currentPage: page > 1 ? page : undefined,
    confirm,
  });
}

/** 按题评分: the items of a part with how far the reader is, and the step that submits what is complete. */
export function ItemList({ marking, classId }: { marking: ItemMarking; classId: number }) {
  const { exam, part, items, readyCount, unmarked } = marking;
  const to = (itemId: number) => itemHref({ examId: exam.id, part, itemId, classId });
  return (
    <Card
      padded={false}
      foot={
        readyCount > 0 && exam.status !== 'released' ? (
          <div className="row">
            <span>各题都评完、还没有提交的答卷有 {readyCount} 份。</span>
            <ButtonLink
              className="push"
              variant="primary"
              to={itemHref({ examId: exam.id, part, classId, confirm: 'submit' })}
              preventScrollReset
            >
              提交已经评完的 {readyCount} 份
            </ButtonLink>
          </div>
        ) : null
      }
    >
      {unmarked.first && exam.status !== 'released' ? (
        <p className="card__body row">
          <span>
            还有 {unmarked.count} 处没打分。{readyCount > 0 ? '都打了分的答卷才能提交。' : ''}
          </span>
          <Link className="push" to={itemHref({ examId: exam.id, part, classId, ...unmarked.first })}>
            去评下一处
          </Link>
        </p>
      ) : null}
      {marking.parts.length > 1 ? (
        <Tabs
          label="部分"
          current={itemHref({ examId: exam.id, part })}
          items={marking.parts.map((one) => ({
            label: PART_LABELS[one],
            href: itemHref({ examId: exam.id, part: one }),
          }))}
        />
      ) : null}
      {marking.classes.length > 1 ? (
        <FilterBar keep={['examId', 'part']} label="筛选答卷">
          <SelectField
            name="classId"
            label="班级"
            width="s"
            defaultValue={classId === 0 ? '' : classId}
            placeholder="全部班级"
            options={marking.classes.map((one) => ({ value: one.id, label: one.name }))}
          />
        </FilterBar>
      ) : null}
      <DataTable
        caption={`${PART_LABELS[part]}要批阅的题`}
        rows={items}
        rowKey={(item) => item.id}
        columns={[
          {
            key: 'title',
            header: '题目',
            clip: true,
            cell: (item) => <Link to={to(item.id)}>{itemName(item)}</Link>,
          },
          { key: 'kind', header: '题型', nowrap: true, cell: (item) => questionKindLabel(item.snapshot) },
          {
            key: 'points',
            header: '分值',
            align: 'end',
            nowrap: true,
            cell: (item) => <span className="num">{formatPoints(item.points)}</span>,
          },
          {
            key: 'done',
            header: '我打了分',
            width: 'w-40',
            cell: (item) => (
              <Progress
                value={item.done}
                max={item.total}
                text={`${item.done} / ${item.total}`}
                label={`${itemName(item)}，我打了分的 ${item.done} 份，共 ${item.total} 份`}
              />
            ),
          },
        ]}
        empty={<Empty title="没有要批阅的题">这部分由答案判分，或者还没有答卷等您评。</Empty>}
      />
    </Card>
  );
}

/** 第 3 题 名称; items of a draw have no number that holds for every paper. */
export function itemName(item: Pick<ItemToMark, 'number' | 'snapshot'>): string {
  return item.number === null ? item.snapshot.title : `第 ${item.number} 题 ${item.snapshot.title}`;
}
