import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { QuestionPreviewPage } from '~/components/question/question-preview';
import { getPreview } from '~/domain/question-bank/preview.queries.server';
import { previewParams } from '~/domain/question-bank/question-fields.schema';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import questionStyles from '~/styles/questions.css?url';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () => [questionStyles, bankStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? '预览'} - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { id, print } = previewParams.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  return { ...(await getPreview(actor, 'theory', id, requestTime(request))), print };
}

export default function TheoryPreviewPage() {
  return <QuestionPreviewPage {...useLoaderData<typeof loader>()} />;
}

export { RouteError as ErrorBoundary };
