import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { AudienceFields } from '~/components/resource/audience-fields';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { editResource } from '~/domain/resource/resource.commands.server';
import { getResource } from '~/domain/resource/resource.queries.server';
import { editResourceSchema, resourceIdSchema } from '~/domain/resource/resource.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toResources } from '~/lib/addresses/resources';
import { AppError, notFound } from '~/lib/errors';

export const meta: MetaFunction = () => [{ title: '编辑资源 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const asked = resourceIdSchema.safeParse({ id: new URL(request.url).searchParams.get('id') });
  if (!asked.success) throw notFound('资源');
  const resource = await getResource(actor, asked.data.id);
  if (resource.ownerId !== actor.id) throw new AppError('forbidden', '只能更改自己上传的资源。');
  return { resource, classrooms: await listClassroomOptions(actor, 'mine', resource.classroomIds) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), editResourceSchema, (input) =>
    editResource(actor, input, now),
  );
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, toResources({ tab: 'mine' }), `已保存“${answer.value.title}”`);
}

export default function ResourceEditPage() {
  const { resource, classrooms } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="编辑资源"
        purpose={`文件：${resource.fileName}`}
        crumbs={[{ label: '资源', href: toResources() }, { label: '编辑资源' }]}
      />
      <Card>
        <CheckedForm schema={editResourceSchema} problem={problem}>
          <HiddenFields values={{ id: resource.id }} />
          <TextField
            name="title"
            label="名称"
            hint="学生看到和下载时的名称，不用写扩展名。"
            width="wide"
            maxLength={100}
            defaultValue={resource.title}
            required
          />
          <AudienceFields classrooms={classrooms} of={resource} />
          <FormActions>
            <SubmitButton />
            <ButtonLink to={toResources({ tab: 'mine' })}>取消</ButtonLink>
          </FormActions>
        </CheckedForm>
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
