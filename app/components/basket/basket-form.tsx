import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PointsInput } from '~/components/form/points-input';
import { FieldsForm } from '~/components/form/fields-form';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { PaperMix, type Mix } from '~/components/exam/paper-mix';
import { basketPointsField } from '~/domain/basket/basket.rules';
import type { BasketState } from '~/domain/question-bank/basket.queries.server';
import { levelLabel } from '~/domain/question-bank/question.rules';
import { questionKindLabel, type Bank, type TheoryKind } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { RichText } from '~/components/question/rich-text';
import { toBank, toQuestionView } from '~/lib/addresses/banks';

export type BasketRow = {
  id: number;
  questionId: number;
  position: number;
  points: number;
  bank: Bank;
  kind: '' | TheoryKind;
  level: number;
  title: string;
  state: BasketState;
};

/** Buttons elsewhere on the page send it too. */
export const BASKET_FORM = 'basket';

const GONE: Record<Exclude<BasketState, 'ready'>, string> = { deleted: '已删除', unshared: '已取消共享' };

/**
 * The basket's questions with order and points, beside them what they come to. Sent by the browser itself: every
 * button carries all the points along, so that none is lost.
 */
export function BasketForm({
  rows,
  mix,
  problem,
  children,
}: {
  rows: BasketRow[];
  mix: Mix;
  problem: FormProblem | null | undefined;
  /** What is done with the whole basket. */
  children: ReactNode;
}) {
  if (rows.length === 0) {
    return (
      <section className="card">
        <Empty
          title="试题篮是空的"
          action={
            <ButtonLink to={toBank('theory')} variant="primary">
              去题库选题
            </ButtonLink>
          }
        >
          在题库或共享题库里点“加入试题篮”，选好的题会留在这里，可以组成考试，也可以打印成试卷。
        </Empty>
      </section>
    );
  }
  return (
    <FieldsForm id={BASKET_FORM} intent="arrange" problem={problem} reloadDocument>
      <HiddenFields values={{ order: rows.map((row) => row.id).join(',') }} />
      <div className="grid-aside">
        <section className="card" aria-label="试题篮里的题">
          <DataTable
            caption={`试题篮，共 ${rows.length} 题`}
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              { key: 'position', header: '序号', align: 'end', cell: (row) => row.position },
              { key: 'title', header: '题目', rowHeader: true, width: 'w-full', cell: (row) => <Title row={row} /> },
              { key: 'kind', header: '题型', nowrap: true, cell: (row) => questionKindLabel(row) },
              { key: 'level', header: '难度', nowrap: true, cell: (row) => levelLabel(row.level) },
              {
                key: 'points',
                header: '分值',
                cell: (row) =>
                  row.state === 'ready' ? (
                    <PointsInput
                      name={basketPointsField(row.id)}
                      label={`第 ${row.position} 题分值`}
                      value={String(row.points)}
                    />
                  ) : null,
              },
              {
                key: 'actions',
                header: '操作',
                actions: true,
                cell: (row) => (
                  <>
                    <MoveButton move="up" row={row} disabled={row.position === 1}>
                      上移
                    </MoveButton>
                    <MoveButton move="down" row={row} disabled={row.position === rows.length}>
                      下移
                    </MoveButton>
                    <MoveButton move="remove" row={row}>
                      移出
                    </MoveButton>
                  </>
                ),
              },
            ]}
          />
          <div className="card__foot row">
            <span className="quiet small">上移、下移、移出、组成试卷和打印时，改过的分值一起保存。</span>
            <span className="push">
              <SubmitButton>保存分值</SubmitButton>
            </span>
          </div>
        </section>
        <aside aria-label="试卷构成">
          <PaperMix mix={mix} />
        </aside>
      </div>
      {children}
    </FieldsForm>
  );
}

function Title({ row }: { row: BasketRow }) {
  if (row.state !== 'ready') {
    return (
      <>
        <RichText text={row.title} /> <Chip tone="warn">{GONE[row.state]}</Chip>
        <span className="small quiet block">不能再使用，只能移出试题篮</span>
      </>
    );
  }
  return (
    <Link to={toQuestionView(row.bank, { id: row.questionId })}>
      <RichText text={row.title} />
    </Link>
  );
}

function MoveButton({
  move,
  row,
  disabled = false,
  children,
}: {
  move: 'up' | 'down' | 'remove';
  row: BasketRow;
  disabled?: boolean;
  children: string;
}) {
  return (
    <button
      type="submit"
      className="linkbtn"
      name="move"
      value={`${move}:${row.id}`}
      disabled={disabled}
      aria-label={`${children} ${row.title}`}
    >
      {children}
    </button>
  );
}
