import { Link, useLocation } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { HiddenFields, IntentButton } from '~/components/form/submit';
import { TextArea } from '~/components/form/text-fields';
import { DataTable } from '~/components/list/data-table';
import { Button, ButtonLink } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { COMMENT_KIND_LABELS, COMMENT_LENGTHS } from '~/domain/scoring/marking/comments.rules';
import type { CommentList, CommentRow } from '~/domain/scoring/marking/comments.queries.server';
import { editCommentSchema } from '~/domain/scoring/marking/comments.schema';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { formatMinute } from '~/lib/time';
import { paperHref } from './papers-table';

/** The comments of an exam; the one that `editing` names is a form in its row. */
export function CommentsTable({
  list,
  editing,
  problem,
  isFiltered,
}: {
  list: CommentList;
  editing: string;
  problem: FormProblem | null | undefined;
  isFiltered: boolean;
}) {
  return (
    <DataTable
      caption="评语"
      rows={list.rows}
      rowKey={(row) => row.key}
      empty={
        isFiltered ? (
          <Empty title="没有符合条件的评语">换个条件再查，或点“重置”。</Empty>
        ) : (
          <Empty title="还没有评语">评分时写的评语会出现在这里。</Empty>
        )
      }
      columns={[
        {
          key: 'name',
          header: list.isBlind ? '答卷' : '学生',
          isName: true,
          rowHeader: true,
          cell: (row) => (
            <>
              <Link to={paperHref(row.attemptId, 0)}>{row.name}</Link>
              {row.className === '' ? null : <span className="small quiet block">{row.className}</span>}
            </>
          ),
        },
        {
          key: 'where',
          header: '位置',
          nowrap: true,
          cell: (row) => (
            <>
              <Chip>{COMMENT_KIND_LABELS[row.kind]}</Chip>
              <span className="small quiet block">{row.where === '' ? PART_LABELS[row.part] : row.where}</span>
            </>
          ),
        },
        {
          key: 'text',
          header: '评语',
          width: 'w-full',
          cell: (row) =>
            row.key === editing && row.isOwn && !row.isLocked ? (
              <EditForm row={row} problem={problem} />
            ) : (
              <span className="whitespace-pre-wrap">
                {row.text === '' ? <span className="quiet">没有评语</span> : row.text}
              </span>
            ),
        },
        {
          key: 'examiner',
          header: '评分老师',
          nowrap: true,
          cell: (row) => (
            <>
              {row.isOwn ? '我' : row.examinerName}
              <span className="small quiet block">{formatMinute(row.updatedAt).slice(5)}</span>
            </>
          ),
        },
        { key: 'actions', header: '操作', actions: true, cell: (row) => <Actions row={row} isOwner={list.isOwner} /> },
      ]}
    />
  );
}

function targetOf({ kind, scoreId, place, version }: CommentRow) {
  return { kind, scoreId, place, version };
}

function EditForm({ row, problem }: { row: CommentRow; problem: FormProblem | null | undefined }) {
  const location = useLocation();
  return (
    <CheckedForm schema={editCommentSchema} intent="edit" formKey={row.key} problem={problem}>
      <HiddenFields values={targetOf(row)} />
      <TextArea
        name="text"
        label={`${row.name}的${COMMENT_KIND_LABELS[row.kind]}`}
        hideLabel
        rows={row.kind === 'note' ? 2 : 4}
        maxLength={COMMENT_LENGTHS[row.kind]}
        defaultValue={row.text}
      />
      <div className="row commentedit">
        <Button size="s" variant="primary">
          保存
        </Button>
        <ButtonLink
          size="s"
          to={withParams(location, { edit: null, currentPage: pageOf(location) })}
          preventScrollReset
        >
          取消
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}

function Actions({ row, isOwner }: { row: CommentRow; isOwner: boolean }) {
  const location = useLocation();
  const here = pageOf(location);
  return (
    <>
      {row.isOwn && !row.isLocked ? (
        <Link to={withParams(location, { edit: row.key, currentPage: here })} preventScrollReset>
          {row.text === '' ? '写评语' : '编辑'}
          <span className="vh">
            ：{row.name} {row.where}
          </span>
        </Link>
      ) : null}
      {row.text !== '' && [...row.text].length <= 100 ? (
        <IntentButton
          intent="keep"
          fields={{ text: row.text, part: row.part }}
          look="link"
          label={`收进评语库：${row.text}`}
        >
          收进评语库
        </IntentButton>
      ) : null}
      {row.text !== '' && !row.isLocked && (row.isOwn || isOwner) ? (
        <Link
          to={withParams(location, { confirm: 'remove', comment: row.key, edit: null, currentPage: here })}
          preventScrollReset
        >
          删除
          <span className="vh">
            ：{row.name} {row.where}
          </span>
        </Link>
      ) : null}
    </>
  );
}

function pageOf(location: { search: string }): string | null {
  return new URLSearchParams(location.search).get('currentPage');
}
