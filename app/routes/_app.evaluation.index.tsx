import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Tabs } from '~/components/list/tabs';
import { HubForm } from '~/components/practice/hub-form';
import { PracticeTabs } from '~/components/practice/practice-tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Progress } from '~/components/ui/facts';
import { Empty } from '~/components/ui/feedback';
import { chooseTargets, listMatches, listPracticeDirectories, titleOf } from '~/domain/practice/hub.queries.server';
import { practicePath } from '~/domain/practice/practice.rules';
import { countProblem, hubSchema, runIdSchema, startRunSchema } from '~/domain/practice/practice.schema';
import { endRun, startRun } from '~/domain/practice/run.commands.server';
import { getRun, listUnfinishedRuns, nextOpen } from '~/domain/practice/run.queries.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import { BANK_LABELS, type Bank } from '~/domain/question-bank/question.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toDashboard } from '~/lib/addresses/account';
import { toSharedBank } from '~/lib/addresses/banks';
import { toOwnBank } from '~/lib/addresses/own';
import { toPractice, toRun } from '~/lib/addresses/practice';
import { newUuid } from '~/lib/ids.server';
import { formatDate } from '~/lib/time';
import styles from '~/styles/practice.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: '练习 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const search = new URL(request.url).searchParams;
  const input = hubSchema.parse(Object.fromEntries(search));
  const typedCount = search.get('count');
  const directories = await listPracticeDirectories(actor, input.bank);
  const [matches, runs, entries] = await Promise.all([
    listMatches(actor, input, directories, now),
    listUnfinishedRuns(actor, now),
    listWrongEntries(actor, now),
  ]);
  return {
    input,
    typedCount,
    countError: countProblem(typedCount),
    directories,
    matchCount: matches.length,
    wrongCount: entries.filter((entry) => entry.leftAt === null).length,
    runs: runs.map((run) => ({
      id: run.id,
      title: run.title,
      startedOn: formatDate(run.createdAt),
      done: run.items.filter((item) => item.result !== null).length,
      count: run.items.length,
    })),
    requestId: newUuid(),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  if (form.get('_intent') === 'end') {
    const ended = await answerForm(form, runIdSchema, (input) => endRun(actor, input.runId, now));
    return ended.ok ? redirectWithFlash(request, toPractice(), '已结束这次练习') : ended.problem;
  }
  const answer = await answerForm(form, startRunSchema, async (input) => {
    const directories = await listPracticeDirectories(actor, input.bank);
    const targets = chooseTargets(await listMatches(actor, input, directories, now), input);
    const title = titleOf(input, directories, targets.length);
    const run = await getRun(actor, await startRun(actor, { title, targets, requestId: input.requestId }, now), now);
    const first = nextOpen(run);
    return first ? practicePath(first.bank, first.target, { run: run.id }) : toRun({ id: run.id });
  });
  return answer.ok ? redirect(answer.value, 303) : answer.problem;
}

const TAB_BANKS: Bank[] = ['theory', 'oral', 'written'];

export default function PracticeHubPage() {
  const { input, typedCount, countError, directories, matchCount, wrongCount, runs, requestId } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="练习"
        purpose="自己出的题和共享给你的题都可以练；答案和解析在作答之后才显示。"
        crumbs={[{ label: '首页', href: toDashboard() }, { label: '练习' }]}
      />
      <div className="grid-aside">
        <Card padded={false}>
          <PracticeTabs current="index" wrongCount={wrongCount} />
          <div className="card__body">
            <Tabs
              label="题库"
              current={toPractice({ bank: input.bank })}
              items={TAB_BANKS.map((bank) => ({ label: BANK_LABELS[bank], href: toPractice({ bank }) }))}
            />
            <div className="mt-4">
              <HubForm
                key={input.bank}
                input={input}
                directories={directories}
                matchCount={matchCount}
                requestId={requestId}
                typedCount={typedCount}
                countError={countError}
                problem={problem}
              />
            </div>
          </div>
        </Card>
        <aside className="stack">
          <Card title="没练完的" padded={false}>
            {runs.length === 0 ? (
              <Empty title="没有没练完的练习" />
            ) : (
              <ul>
                {runs.map((run) => (
                  <li className="mytake" key={run.id}>
                    <p>
                      <strong>{run.title}</strong>
                    </p>
                    <Progress
                      value={run.done}
                      max={run.count}
                      label={run.title}
                      text={`${run.startedOn}，已练 ${run.done} / ${run.count} 题`}
                    />
                    <div className="row mt-2">
                      <ButtonLink size="s" variant="primary" to={toRun({ id: run.id })}>
                        继续<span className="vh">：{run.title}</span>
                      </ButtonLink>
                      <div className="push">
                        <IntentButton intent="end" fields={{ runId: run.id }} look="link" label={`结束：${run.title}`}>
                          结束
                        </IntentButton>
                      </div>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title="从题库里挑">
            <ul>
              <li>
                <Link className="tap" to={toOwnBank()}>
                  我的题库
                </Link>
              </li>
              <li className="mt-5">
                <Link className="tap" to={toSharedBank()}>
                  共享题库
                </Link>
              </li>
            </ul>
          </Card>
        </aside>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
