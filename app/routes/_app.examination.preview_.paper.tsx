import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PaperPreview } from '~/components/exam/paper-preview';
import { WizardSteps } from '~/components/exam/wizard';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { getExamPreview } from '~/domain/exam/preview.queries.server';
import { STEPS } from '~/domain/exam/wizard-steps.rules';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toExams } from '~/lib/addresses/sitting';
import { idField } from '~/lib/zod';
import answerStyles from '~/styles/answers.css?url';
import itemStyles from '~/styles/items.css?url';
import questionStyles from '~/styles/questions.css?url';
import printStyles from '~/styles/preview-print.css?url';
import studentStyles from '~/styles/student.css?url';
import stepStyles from '~/styles/steps.css?url';

// The paper is shown as students see it.
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: questionStyles },
  { rel: 'stylesheet', href: itemStyles },
  { rel: 'stylesheet', href: answerStyles },
  { rel: 'stylesheet', href: studentStyles },
  { rel: 'stylesheet', href: printStyles, media: 'print' },
  { rel: 'stylesheet', href: stepStyles },
];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `预览${data ? `，${data.preview.exam.name}` : ''} - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const id = idField().catch(0).parse(new URL(request.url).searchParams.get('id'));
  return { preview: await getExamPreview(actor, id, requestTime(request)) };
}

/** The last step of the wizard: the paper as students will see it, and 发布. Of a published exam the paper only. */
export default function PreviewPage() {
  const { preview } = useLoaderData<typeof loader>();
  const { exam, isOwner } = preview;
  return (
    <>
      <PageHeader
        title={exam.name === '' ? '未命名的考试' : exam.name}
        purpose="学生看到的试卷，旁边是时间、班级和阅卷老师。"
        crumbs={[{ label: '考试' }, { label: '我的考试', href: toExams() }, { label: '预览' }]}
      />
      {isOwner && exam.status === 'draft' ? <WizardSteps current={STEPS.length} exam={exam} /> : null}
      <div className="mt-4">
        <PaperPreview {...preview} />
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
