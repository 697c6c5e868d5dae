import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { PreviewActions, QuestionPreview } from '~/components/question/question-preview';
import { countExamUses, getQuestion } from '~/domain/question-bank/question.queries.server';
import { questionNumber } from '~/domain/question-bank/question.rules';
import { requireTeacher } from '~/http/guards.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.question.title ?? '预览'} - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const question = await getQuestion(actor, 'theory', Number(new URL(request.url).searchParams.get('id')) || 0);
  const uses = await countExamUses([question.id]);
  return { question, usedIn: uses.get(question.id) ?? 0 };
}

export default function TheoryPreviewPage() {
  const { question, usedIn } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={question.title}
        crumbs={[
          { label: '题库' },
          { label: '理论题库', href: '/question_bank/theory/index' },
          { label: `预览 ${questionNumber(question)}` },
        ]}
        actions={<PreviewActions editHref={`/question_bank/theory/page?id=${question.id}`} />}
      />
      <QuestionPreview question={question} usedIn={usedIn} />
    </>
  );
}

export { RouteError as ErrorBoundary };
