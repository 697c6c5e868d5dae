import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxGroup } from '~/components/form/choice-fields';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { NumberField, TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { addClassroom, editClassroom } from '~/domain/classroom/classroom.commands.server';
import { getClassroom } from '~/domain/classroom/classroom.queries.server';
import { defaultYear } from '~/domain/classroom/classroom.rules';
import { addClassroomSchema, editClassroomSchema } from '~/domain/classroom/classroom.schema';
import { listExaminers } from '~/domain/user/user.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toClasses, toStudents } from '~/lib/addresses/members';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { formatDate } from '~/lib/time';
import { idField } from '~/lib/zod';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.classroom ? '编辑班级' : '新增班级'} - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const id = new URL(request.url).searchParams.get('id');
  const classroom = id ? await getClassroom(actor, idField().catch(0).parse(id)) : null;
  if (classroom && !classroom.canChange) {
    throw new AppError('forbidden', `您不是「${classroom.name}」的创建者或任课教师，不能更改它。`);
  }
  // A teacher of the class who has since been disabled stays until unticked.
  const choices = await listExaminers();
  const others = (classroom?.teachers ?? []).filter(({ id: own }) => !choices.some((choice) => choice.id === own));
  return {
    classroom,
    teachers: [...others.map((teacher) => ({ ...teacher, account: '已停用' })), ...choices],
    initial: { year: defaultYear(formatDate(requestTime(request))), teacherIds: [actor.id] },
    requestId: newUuid(),
  };
}

const intents = z.discriminatedUnion('_intent', [
  addClassroomSchema.extend({ _intent: z.literal('add') }),
  editClassroomSchema.extend({ _intent: z.literal('edit') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async ({ _intent, ...input }) => {
    if ('id' in input) return `已保存「${(await editClassroom(actor, input, now)).name}」`;
    return `已新增「${(await addClassroom(actor, input, now)).name}」，可以导入学生了`;
  });
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, toClasses(), answer.value);
}

export default function ClassroomPage() {
  const { classroom, teachers, initial, requestId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const title = classroom ? '编辑班级' : '新增班级';
  return (
    <>
      <PageHeader
        title={title}
        purpose={
          classroom
            ? `「${classroom.name}」，${classroom.studentCount} 名学生`
            : '先建班级，再逐个添加或用表格导入学生。'
        }
        crumbs={[{ label: '成员管理', href: toStudents() }, { label: '班级管理', href: toClasses() }, { label: title }]}
      />
      <Card>
        <CheckedForm schema={intents} intent={classroom ? 'edit' : 'add'} problem={problem}>
          <HiddenFields values={classroom ? { id: classroom.id } : { requestId }} />
          <TextField
            name="name"
            label="班级名称"
            hint="同一入学年份的班级不能同名，例如 旅游2601班"
            width="wide"
            maxLength={80}
            required
            defaultValue={classroom?.name}
          />
          <TextField
            name="grade"
            label="年级"
            hint="用于筛选，例如 高一"
            width="m"
            maxLength={40}
            optional
            defaultValue={classroom?.grade}
          />
          <NumberField
            name="year"
            label="入学年份"
            maxLength={4}
            required
            defaultValue={classroom?.year ?? initial.year}
          />
          <CheckboxGroup
            name="teacherIds"
            label="任课教师"
            hint="任课教师可以更改班级、管理学生，并看到学生的手机号和邮箱。创建者不勾选也可以管理。"
            layout="columns"
            optional
            defaultValue={classroom ? classroom.teachers.map((teacher) => teacher.id) : initial.teacherIds}
            options={teachers.map(({ id, name, account }) => ({ value: id, label: name, hint: account }))}
          />
          <FormActions>
            <SubmitButton />
            <ButtonLink to={toClasses()}>取消</ButtonLink>
          </FormActions>
        </CheckedForm>
      </Card>
    </>
  );
}

export { shouldRevalidate } from '~/http/fresh-key';

export { RouteError as ErrorBoundary };
