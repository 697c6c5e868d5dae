import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Pagination } from '~/components/list/pagination';
import { BANK_PLACES } from '~/components/question/bank-places';
import { EditList } from '~/components/question/question-edits';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { listQuestionEdits } from '~/domain/question-bank/question-edits.server';
import { bankParams, previewParams } from '~/domain/question-bank/question-fields.schema';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import { schoolOf } from '~/http/asked-once.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { toQuestionView } from '~/lib/addresses/banks';
import { formatMinute } from '~/lib/time';
import listStyles from '~/styles/lists.css?url';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () => [listStyles, bankStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '谁改了什么 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const asked = listParams(new URL(request.url).searchParams, { ...bankParams.shape, id: previewParams.shape.id });
  const { question, page } = await listQuestionEdits(actor, asked);
  const { timeZone } = await schoolOf(request);
  return {
    question: { id: question.id, bank: question.bank, title: question.title },
    page: { ...page, rows: page.rows.map((row) => ({ ...row, when: formatMinute(row.at, timeZone) })) },
  };
}

export default function QuestionHistoryPage() {
  const { question, page } = useLoaderData<typeof loader>();
  const { viewLabel } = BANK_PLACES[question.bank];
  return (
    <>
      <PageHeader
        title="谁改了什么"
        purpose={question.title}
        crumbs={[
          { label: '题库' },
          {
            label: `${viewLabel} ${questionNumber(question)}`,
            href: toQuestionView(question.bank, { id: question.id }),
          },
          { label: '谁改了什么' },
        ]}
      />
      <Card padded={false}>
        {page.totalCount === 0 ? (
          <Empty title="还没有改过">出题以后谁改了什么，会一次次记在这里。</Empty>
        ) : (
          <div className="card__body">
            <EditList rows={page.rows} />
          </div>
        )}
        <Pagination page={page} unit="次" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
