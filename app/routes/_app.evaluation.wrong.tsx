import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { IntentButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { PracticeTabs } from '~/components/practice/practice-tabs';
import { WrongTable } from '~/components/practice/wrong-table';
import { Card } from '~/components/ui/card';
import { practicePath, runTitle } from '~/domain/practice/practice.rules';
import { wrongIntentSchema, wrongKeysSchema, wrongPageFields } from '~/domain/practice/practice.schema';
import { startRun } from '~/domain/practice/run.commands.server';
import { getRun, nextOpen } from '~/domain/practice/run.queries.server';
import { moveInWrongBook } from '~/domain/practice/wrong.commands.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireStudent } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toDashboard } from '~/lib/addresses/account';
import { toPractice, toRun } from '~/lib/addresses/practice';
import { newUuid } from '~/lib/ids.server';
import { pageOf } from '~/lib/page';
import listStyles from '~/styles/lists.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

export const meta: MetaFunction = () => [{ title: '错题本 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, wrongPageFields);
  const entries = await listWrongEntries(actor, now);
  const inBook = entries.filter((entry) => entry.leftAt === null);
  const hasLeft = filter.tab === 'left';
  const asked = wrongKeysSchema.safeParse({ keys: searchParams.getAll('ids') }).data?.keys ?? [];
  return {
    page: pageOf(hasLeft ? entries.filter((entry) => entry.leftAt !== null) : inBook, filter),
    hasLeft,
    counts: { inBook: inBook.length, left: entries.length - inBook.length },
    canPractise: inBook.some((entry) => entry.isAvailable),
    confirm: searchParams.get('confirm') ?? '',
    asked: entries.filter((entry) => asked.includes(entry.key)).map((entry) => entry.key),
    timeZone: (await getSchool()).timeZone,
    requestId: newUuid(),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), wrongIntentSchema, async (input) => {
    const back = withParams(new URL(request.url), { confirm: null, ids: null });
    if (input._intent === 'practise') return redirect(await practise(actor, input, now), 303);
    const moved = await moveInWrongBook(actor, { keys: input.keys, isInside: input._intent === 'putBack' }, now);
    const words = input._intent === 'putBack' ? `已放回 ${moved} 道题` : `已移出 ${moved} 道题，可以随时放回`;
    return redirectWithFlash(request, back, words);
  });
  return answer.ok ? answer.value : answer.problem;
}

/** Starts a run over the named entries, or over the whole book, last touched first. */
async function practise(actor: Actor, input: { keys: string[]; requestId: string }, now: number): Promise<string> {
  const targets = (await listWrongEntries(actor, now))
    .filter((entry) => entry.leftAt === null && entry.isAvailable)
    .filter((entry) => input.keys.length === 0 || input.keys.includes(entry.key))
    .map((entry) => entry.target);
  const title = runTitle(['错题本', `${targets.length} 题`]);
  const run = await getRun(actor, await startRun(actor, { title, targets, requestId: input.requestId }, now), now);
  const first = nextOpen(run);
  return first ? practicePath(first.bank, first.target, { run: run.id }) : toRun({ id: run.id });
}

const QUESTIONS: Record<string, (count: number) => string> = {
  practise: (count) => `开始练习选中的 ${count} 道错题吗？`,
  remove: (count) => `确定把选中的 ${count} 道题移出错题本吗？移出后可以在“已离开”里放回。`,
  putBack: (count) => `确定把选中的 ${count} 道题放回错题本吗？连对次数从 0 算起。`,
};

export default function WrongBookPage() {
  const { page, hasLeft, counts, canPractise, confirm, asked, timeZone, requestId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const question = asked.length > 0 ? QUESTIONS[confirm] : undefined;
  return (
    <>
      <PageHeader
        title="错题本"
        purpose="理论练习和已公布考试里的错题自动记在这里；一道题连续答对两次就离开。"
        crumbs={[{ label: '首页', href: toDashboard() }, { label: '练习', href: toPractice() }, { label: '错题本' }]}
        actions={
          canPractise ? (
            <IntentButton intent="practise" fields={{ requestId }} variant="primary" size="m">
              练习错题
            </IntentButton>
          ) : undefined
        }
      />
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      <Card padded={false}>
        <PracticeTabs current="wrong" wrongCount={counts.inBook} />
        <Tabs
          label="错题"
          current={hasLeft ? 'left' : ''}
          items={[
            { label: '在错题本里', value: '', count: counts.inBook },
            { label: '已离开', value: 'left', count: counts.left },
          ]}
        />
        {question ? (
          <ConfirmSection
            text={question(asked.length)}
            intent={confirm}
            fields={{ keys: asked.join(','), ...(confirm === 'practise' ? { requestId } : {}) }}
            cancelHref={withParams(location, { confirm: null, ids: null })}
          />
        ) : null}
        <WrongTable rows={page.rows} hasLeft={hasLeft} timeZone={timeZone} />
        <Pagination page={page} unit="题" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
