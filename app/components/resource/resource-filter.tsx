import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { RESOURCE_KIND_OPTIONS } from '~/domain/resource/resource.rules';

const SORTS = [
  { value: 'time', label: '最新上传' },
  { value: 'name', label: '名称' },
  { value: 'downloads', label: '下载最多' },
];

/** The search of the list, and how it is sorted. */
export function ResourceFilter({ filter }: { filter: { keyword: string; kind: string; sort: string } }) {
  return (
    <FilterBar>
      <TextField
        name="keyword"
        label="名称或上传者"
        defaultValue={filter.keyword}
        className="field--grow"
        maxLength={100}
      />
      <SelectField
        name="kind"
        label="类型"
        placeholder="全部"
        defaultValue={filter.kind}
        options={RESOURCE_KIND_OPTIONS}
      />
      <SelectField name="sort" label="排序" defaultValue={filter.sort} options={SORTS} />
    </FilterBar>
  );
}
