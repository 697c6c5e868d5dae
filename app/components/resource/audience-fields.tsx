import { CheckboxField, CheckboxGroup, RadioGroup } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';

export type ClassChoice = { id: number; name: string; year: number };

/** Whom a resource is for and whether it is open; `of` is the resource that is edited. */
export function AudienceFields({
  classrooms,
  of,
}: {
  classrooms: ClassChoice[];
  of?: { audience: string; classroomIds: number[]; isOpen: boolean };
}) {
  return (
    <>
      <RadioGroup
        name="audience"
        label="给谁看"
        defaultValue={of?.audience ?? 'all'}
        options={[
          { value: 'all', label: '全体学生' },
          { value: 'class', label: '指定班级' },
        ]}
      />
      <CheckboxGroup
        name="classIds"
        label="班级"
        hint="选了“指定班级”时勾选；您创建或任教的班级。"
        layout="columns"
        defaultValue={of?.classroomIds ?? []}
        options={classOptions(classrooms)}
        empty="您还没有创建或任教班级，只能给全体学生。"
      />
      <CheckboxField
        name="isOpen"
        label="开放"
        hint="开放以后，上面的学生和全体教师都能看到和下载；不开放时只有您自己看得到。"
        defaultChecked={of?.isOpen ?? true}
      />
    </>
  );
}
