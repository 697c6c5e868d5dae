import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { UploadForm } from '~/components/resource/upload-form';
import { UploadList, type UploadItem } from '~/components/resource/upload-list';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { uploadResources } from '~/domain/resource/resource.commands.server';
import { MAX_UPLOAD_FILES } from '~/domain/resource/resource.rules';
import { uploadResourcesSchema } from '~/domain/resource/resource.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { withMultipart } from '~/http/uploads.server';
import { toResources } from '~/lib/addresses/resources';
import { newUuid } from '~/lib/ids.server';
import styles from '~/styles/resources.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: '上传资源 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  return { classrooms: await listClassroomOptions(actor, 'mine'), requestId: newUuid() };
}

const LIMITS = { maxFileBytes: MAX_FILE_BYTES.resource, maxFiles: MAX_UPLOAD_FILES, isEachForItself: true };

/** `stay`: the page's script has more to say about files that did not arrive. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  return withMultipart(request, LIMITS, async (uploads) => {
    const answer = await answerForm(uploads.form, uploadResourcesSchema, async (input) => ({
      outcomes: await uploadResources(actor, input, uploads.files, now),
      isTold: input.notify && input.isOpen,
    }));
    if (!answer.ok) return answer.problem;
    const { outcomes, isTold } = answer.value;
    const isWhole = outcomes.every((one) => one.resourceId !== null) && !uploads.form.has('stay');
    if (!isWhole) return { outcomes };
    const text = `已上传 ${outcomes.length} 个资源${isTold ? '，并通知了学生' : ''}`;
    return redirectWithFlash(request, toResources({ tab: 'mine' }), text);
  });
}

export default function ResourceUploadPage() {
  const { classrooms, requestId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const problem = answer && 'fieldErrors' in answer ? answer : undefined;
  const outcomes = answer && 'outcomes' in answer ? answer.outcomes : [];
  const [refused, setRefused] = useState<UploadItem[]>([]);
  const items = [
    ...outcomes.map((one: UploadItem): UploadItem => ({ name: one.name, problem: one.problem })),
    ...refused,
  ];
  const done = items.filter((item) => !item.problem).length;
  return (
    <>
      <PageHeader
        title="上传资源"
        purpose="课件、讲义、录音、视频和压缩包；类型由文件内容判断，程序、脚本和网页不能上传。"
        crumbs={[{ label: '资源', href: toResources() }, { label: '上传资源' }]}
      />
      {items.length > 0 ? (
        <Card
          title="上传结果"
          hint={`${done} 个已上传，${items.length - done} 个没有上传`}
          actions={
            <ButtonLink size="s" to={toResources({ tab: 'mine' })}>
              看我的资源
            </ButtonLink>
          }
        >
          <div role="status">
            <UploadList items={items} />
          </div>
        </Card>
      ) : null}
      <Card title={items.length > 0 ? '再上传' : undefined}>
        <UploadForm classrooms={classrooms} problem={problem} requestId={requestId} onItems={setRefused} />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
