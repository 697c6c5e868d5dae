import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { RadioGroup } from '~/components/form/choice-fields';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { eraseStudent } from '~/domain/retention/erase.commands.server';
import { sayLeft } from '~/domain/retention/retention.rules';
import { listDeletedStudents } from '~/domain/retention/erase.queries.server';
import { eraseSchema } from '~/domain/retention/erase.schema';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { schoolOf } from '~/http/asked-once.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toErasure, toInfo } from '~/lib/addresses/personal';
import { formatDate } from '~/lib/time';

const HERE = toErasure();

export const meta: MetaFunction = () => [{ title: '彻底删除 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const [found, { timeZone, retentionDays }] = await Promise.all([listDeletedStudents(actor), schoolOf(request)]);
  const students = found.map(({ deletedAt, dueAt, ...student }) => ({
    ...student,
    deletedOn: formatDate(deletedAt, timeZone),
    dueOn: formatDate(dueAt, timeZone),
    isDue: dueAt <= now,
  }));
  const asked = Number(new URL(request.url).searchParams.get('id'));
  return { students, retentionDays, asked: students.find(({ id }) => id === asked) ?? null };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  assertAdministrator(actor);
  const answer = await answerForm(await readTexts(request), eraseSchema, (input) =>
    eraseStudent(actor, input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  const { called, left } = answer.value;
  const done = `个人数据已彻底删除，成绩和统计里现在写作“${called}”`;
  return redirectWithFlash(request, HERE, left === 0 ? done : `${done}；${sayLeft(left)}`);
}

export default function ErasurePage() {
  const { students, retentionDays, asked } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="彻底删除"
        purpose={`已删除的学生，其姓名、录音和文字还保留着。删除满 ${retentionDays} 天，或监护人要求时，可以彻底删除。`}
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '彻底删除' }]}
      />
      {asked ? (
        <Card title={`彻底删除：${asked.name}（${asked.account}）`} className="mb-4">
          <Note tone="warn">
            姓名、学号、性别、联系方式、录音、照片、自己写的文字、作品、消息和登录记录都会删除，不能恢复；成绩和选择题、填空题的作答以编号保留，统计不变。改名以前的姓名和学号也一起去掉。
          </Note>
          <p className="mb-4">
            别人写到的：提问、回复、评论、作品说明、评语、批注、消息和操作记录里的姓名换成编号（两个字的姓名只在写给本人或与学号在一起时换，平常的词不动）。不改的：同学在考试和练习里的作答、题目、班级名称、别人上传的文件；之前做的备份里也仍然有，请按备份的保留期处理。
          </p>
          <CheckedForm schema={eraseSchema} problem={problem}>
            <HiddenFields values={{ id: asked.id }} />
            <RadioGroup
              name="reason"
              label="原因"
              defaultValue={asked.isDue ? 'term' : 'guardian'}
              options={[
                { value: 'term', label: '保留期已满' },
                { value: 'guardian', label: '监护人要求' },
              ]}
            />
            <TextField name="note" label="说明" hint="监护人要求时写明是谁、什么时候提出的" maxLength={200} />
            <FormActions>
              <SubmitButton busyText="正在删除…">彻底删除</SubmitButton>
              <ButtonLink to={HERE}>取消</ButtonLink>
            </FormActions>
          </CheckedForm>
        </Card>
      ) : null}
      <Card title="已删除的学生" hint={`${students.length} 人`}>
        {students.length === 0 ? <p className="quiet">没有个人数据还保留着的已删除学生。</p> : null}
        <ul>
          {students.map((student, index) => (
            <li key={student.id} className={index === 0 ? undefined : 'mt-2'}>
              {student.name}（{student.account}）{student.className}，{student.deletedOn} 删除，
              {student.isDue ? '保留期已满' : `保留到 ${student.dueOn}`}{' '}
              <Link to={toErasure({ id: student.id })} preventScrollReset>
                彻底删除<span className="vh">：{student.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
