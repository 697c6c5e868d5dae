import { Link, useLocation } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { SelectField } from '~/components/form/choice-fields';
import { HiddenFields, IntentButton, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { PARTS, PART_LABELS } from '~/domain/exam/parts.rules';
import { quickCommentSchema } from '~/domain/scoring/marking/quick-comment.schema';
import type { QuickComment } from '~/domain/scoring/marking/quick-comment.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';

const PART_OPTIONS = [
  { value: '', label: '口语和笔试' },
  ...PARTS.map((part) => ({ value: part, label: PART_LABELS[part] })),
];

/** 评语库 of the reader: what is offered beside the comment while scoring, in this order. */
export function QuickBank({
  rows,
  editing,
  problem,
}: {
  rows: QuickComment[];
  /** The entry in the form, or 0 for a new one. */
  editing: number;
  problem: FormProblem | null | undefined;
}) {
  const location = useLocation();
  const edited = rows.find((row) => row.id === editing) ?? null;
  return (
    <>
      <Card title={edited ? '编辑评语' : '新增评语'}>
        <CheckedForm
          schema={quickCommentSchema}
          intent="save"
          problem={problem}
          key={edited?.id ?? `new ${rows.length}`}
        >
          <HiddenFields values={{ id: edited?.id }} />
          <div className="fieldrow">
            <TextField name="text" label="评语" width="wide" maxLength={100} defaultValue={edited?.text ?? ''} />
            <SelectField name="part" label="用在" width="s" defaultValue={edited?.part ?? ''} options={PART_OPTIONS} />
          </div>
          <div className="row bankform">
            <SubmitButton>{edited ? '保存' : '新增'}</SubmitButton>
            {edited ? (
              <ButtonLink to={withParams(location, { edit: null })} preventScrollReset>
                取消
              </ButtonLink>
            ) : null}
          </div>
        </CheckedForm>
      </Card>
      <Card
        title="我的评语库"
        hint={rows.length > 0 ? `${rows.length} 条，评分时按这个次序列出` : undefined}
        padded={false}
      >
        <DataTable
          caption="我的评语库"
          rows={rows}
          rowKey={(row) => row.id}
          empty={<Empty title="评语库还是空的">把常用的话存在这里，评分时点一下就填进评语。</Empty>}
          columns={[
            { key: 'text', header: '评语', width: 'w-full', rowHeader: true, cell: (row) => row.text },
            {
              key: 'part',
              header: '用在',
              nowrap: true,
              cell: (row) => PART_OPTIONS.find((option) => option.value === row.part)?.label,
            },
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (row, index) => (
                <>
                  {index > 0 ? <Move row={row} to="up" /> : null}
                  {index < rows.length - 1 ? <Move row={row} to="down" /> : null}
                  <Link to={withParams(location, { edit: row.id })} preventScrollReset>
                    编辑<span className="vh">：{row.text}</span>
                  </Link>
                  <Link
                    to={withParams(location, { confirm: 'delete', comment: row.id, edit: null })}
                    preventScrollReset
                  >
                    删除<span className="vh">：{row.text}</span>
                  </Link>
                </>
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}

function Move({ row, to }: { row: QuickComment; to: 'up' | 'down' }) {
  const word = to === 'up' ? '上移' : '下移';
  return (
    <IntentButton intent="move" fields={{ id: row.id, to }} look="link" label={`${word}：${row.text}`}>
      {word}
    </IntentButton>
  );
}
