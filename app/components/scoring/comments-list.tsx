import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Card } from '~/components/ui/card';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { COMMENT_KINDS, COMMENT_KIND_LABELS } from '~/domain/scoring/marking/comments.rules';
import type { CommentList } from '~/domain/scoring/marking/comments.queries.server';
import type { CommentFilter } from '~/domain/scoring/marking/comments.schema';
import type { FormProblem } from '~/http/form-problem';
import { CommentsTable } from './comments-table';

/** The comments of an exam with their filters. */
export function CommentsList({
  list,
  filter,
  problem,
}: {
  list: CommentList;
  filter: CommentFilter & { edit: string };
  problem: FormProblem | null | undefined;
}) {
  const isFiltered =
    filter.keyword !== '' ||
    filter.kind !== '' ||
    filter.part !== null ||
    filter.has === 'without' ||
    filter.classId + filter.examinerId + filter.itemId > 0;
  const idOptions = (rows: { id: number; name: string }[]) => rows.map(({ id, name }) => ({ value: id, label: name }));
  const valueOf = (id: number) => (id === 0 ? '' : id);
  return (
    <Card padded={false}>
      <FilterBar keep={['examId', 'tab']} label="筛选评语">
        <TextField
          name="keyword"
          label={list.isBlind ? '评语或答卷编号' : '评语或姓名'}
          width="s"
          defaultValue={filter.keyword}
          maxLength={100}
        />
        {list.parts.length > 1 ? (
          <SelectField
            name="part"
            label="部分"
            width="s"
            defaultValue={filter.part ?? ''}
            placeholder="全部"
            options={list.parts.map((part) => ({ value: part, label: PART_LABELS[part] }))}
          />
        ) : null}
        {list.classes.length > 1 ? (
          <SelectField
            name="classId"
            label="班级"
            width="s"
            defaultValue={valueOf(filter.classId)}
            placeholder="全部班级"
            options={idOptions(list.classes)}
          />
        ) : null}
        {list.examiners.length > 1 ? (
          <SelectField
            name="examinerId"
            label="评分老师"
            width="s"
            defaultValue={valueOf(filter.examinerId)}
            placeholder="全部老师"
            options={idOptions(list.examiners)}
          />
        ) : null}
        <SelectField
          name="itemId"
          label="题目"
          width="s"
          defaultValue={valueOf(filter.itemId)}
          placeholder="全部题目"
          options={list.items.map(({ id, label }) => ({ value: id, label }))}
        />
        <SelectField
          name="kind"
          label="种类"
          width="s"
          defaultValue={filter.kind}
          placeholder="全部种类"
          options={COMMENT_KINDS.map((kind) => ({ value: kind, label: COMMENT_KIND_LABELS[kind] }))}
        />
        <SelectField
          name="has"
          label="有没有"
          width="s"
          defaultValue={filter.has}
          options={[
            { value: 'with', label: '写了评语的' },
            { value: 'without', label: '没写总评的' },
          ]}
        />
      </FilterBar>
      <CommentsTable list={list} editing={filter.edit} problem={problem} isFiltered={isFiltered} />
      <Pagination page={list} unit="条" />
    </Card>
  );
}
