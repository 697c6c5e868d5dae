import { SelectField } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';

/** The search of the students' list. */
export function StudentFilter({
  filter,
  classrooms,
  chosenName,
}: {
  filter: { keyword: string; classId: number | null };
  classrooms: { id: number; name: string; year: number }[];
  /** What the chosen class is called, where the list knows. */
  chosenName: string;
}) {
  const classChoices = classOptions(classrooms);
  // An archived class is reached from its own page; the next search must not leave it unsaid.
  if (filter.classId !== null && !classrooms.some(({ id }) => id === filter.classId)) {
    classChoices.push({ value: filter.classId, label: chosenName || '所选的班级' });
  }
  return (
    <FilterBar>
      <TextField
        name="keyword"
        label="姓名或学号"
        defaultValue={filter.keyword}
        className="field--grow"
        maxLength={100}
      />
      <SelectField
        name="classId"
        label="班级"
        placeholder="全部"
        width="m"
        defaultValue={filter.classId}
        options={classChoices}
      />
    </FilterBar>
  );
}
