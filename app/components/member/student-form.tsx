import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxField, RadioGroup, SelectField } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import type { Student } from '~/domain/user/student.queries.server';
import { studentFormSchema } from '~/domain/user/student.schema';
import type { FormProblem } from '~/http/form-problem';
import { toStudents } from '~/lib/addresses/members';

/** A new student, or one to be changed. */
export function StudentForm({
  student,
  classrooms,
  classId,
  requestId,
  problem,
}: {
  /** Null for a new one. */
  student: Student | null;
  classrooms: { id: number; name: string; year: number }[];
  /** The class that is chosen at first. */
  classId: number | string | null;
  requestId: string;
  problem: FormProblem | null;
}) {
  return (
    <Card>
      <CheckedForm schema={studentFormSchema} intent={student ? 'edit' : 'add'} problem={problem}>
        <HiddenFields values={student ? { id: student.id } : { requestId }} />
        <TextField
          name="account"
          label="学号"
          hint={
            student
              ? '也是登录账号；改了以后，学生要用新的学号登录'
              : '也是登录账号；字母、数字和 - _ . @，前面的 0 会保留，例如 0020260101'
          }
          width="m"
          maxLength={64}
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={student?.account}
        />
        <TextField
          name="name"
          label="姓名"
          width="m"
          maxLength={80}
          required
          autoComplete="off"
          defaultValue={student?.name}
        />
        <SelectField
          name="classId"
          label="班级"
          hint={student ? '选择另一个班级就是转班；已有的考试成绩不变' : undefined}
          placeholder="请选择班级"
          width="m"
          required
          defaultValue={classId}
          options={classOptions(classrooms)}
        />
        <RadioGroup
          name="gender"
          label="性别"
          optional
          defaultValue={student?.gender ?? ''}
          options={[
            { value: '男', label: '男' },
            { value: '女', label: '女' },
            { value: '', label: '不填' },
          ]}
        />
        <TextField
          name="phone"
          label="手机号"
          width="m"
          maxLength={40}
          optional
          inputMode="tel"
          autoComplete="off"
          defaultValue={student?.phone}
        />
        <TextField
          name="email"
          label="邮箱"
          width="wide"
          maxLength={160}
          optional
          inputMode="email"
          autoComplete="off"
          defaultValue={student?.email}
        />
        <CheckboxField
          name="consent"
          label="监护人同意"
          hint="监护人同意在作品栏发布该生的作品。没有记录同意的学生不能发布作品；取消后，已展示的作品会收起，再次记录后恢复。"
          defaultChecked={student?.consent}
        />
        <FormActions>
          <SubmitButton />
          <ButtonLink to={toStudents()}>取消</ButtonLink>
        </FormActions>
      </CheckedForm>
    </Card>
  );
}
