import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Pagination } from '~/components/list/pagination';
import { AutomationCard } from '~/components/retention/automation-card';
import { ExpiredTable } from '~/components/retention/expired-table';
import { HoldForm } from '~/components/retention/hold-form';
import { RunsTable } from '~/components/retention/runs-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { StatTiles } from '~/components/ui/facts';
import { formatBytes } from '~/domain/file/file.rules';
import { holdRecordings } from '~/domain/retention/hold.commands.server';
import { removeExpired, setAutomatic } from '~/domain/retention/retention.commands.server';
import { sayLeft } from '~/domain/retention/retention.rules';
import { getRetentionPage } from '~/domain/retention/retention.queries.server';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { automaticSchema, holdSchema, removeSchema, unholdSchema } from '~/domain/retention/retention.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toInfo } from '~/lib/addresses/personal';
import { pageOf } from '~/lib/page';
import { formatDate } from '~/lib/time';
import tileStyles from '~/styles/tiles.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: tileStyles }];

export const meta: MetaFunction = () => [{ title: '录音保留 - 考评' }];

const params = {
  confirm: z.enum(['', 'delete', 'automatic', 'hold', 'unhold']).catch(''),
  ids: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
};

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { confirm, ids, ...filter } = listParams(new URL(request.url).searchParams, params);
  const { expired, ...page } = await getRetentionPage(actor, requestTime(request));
  const { exams, ...sums } = expired;
  const asked = confirm === 'hold' || confirm === 'unhold' ? exams.find((exam) => exam.examId === ids) : undefined;
  return { ...page, ...sums, exams: pageOf(exams, filter), confirm, asked: asked ?? null };
}

const intents = z.discriminatedUnion('_intent', [
  removeSchema.extend({ _intent: z.literal('delete') }),
  automaticSchema.extend({ _intent: z.literal('automatic') }),
  holdSchema.extend({ _intent: z.literal('hold') }),
  unholdSchema.extend({ _intent: z.literal('unhold') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  assertAdministrator(actor);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async (input) => {
    switch (input._intent) {
      case 'delete': {
        const { count, left } = await removeExpired(actor, input, now);
        if (count === 0) return '没有要删除的录音，可能刚刚已经删除';
        return left === 0 ? `已删除 ${count} 条录音` : `已删除 ${count} 条录音；${sayLeft(left)}`;
      }
      case 'automatic':
        await setAutomatic(actor, input.isOn, now);
        return input.isOn ? '自动删除已打开' : '自动删除已关闭';
      case 'hold':
      case 'unhold':
        await holdRecordings(actor, { ...input, isHeld: input._intent === 'hold' }, now);
        return input._intent === 'hold' ? '录音已保留，到期不删除' : '已取消保留，到期后会删除';
    }
  });
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, withParams(new URL(request.url), { confirm: null, ids: null }), answer.value);
}

export default function RetentionPage() {
  const data = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const { total, kept, shown, practice, interact, exams, retentionDays, timeZone, asked, confirm } = data;
  const here = withParams(location, { confirm: null, ids: null });
  const isAskingToDelete = confirm === 'delete' && total.count > 0;
  const refused = problem && !['hold', 'unhold'].includes(String(problem.values._intent)) ? problem : null;
  return (
    <>
      <PageHeader
        title="录音保留"
        purpose={`学生的录音保存 ${retentionDays} 天（在“学校设置”里改），到期由您核对后删除。`}
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '录音保留' }]}
        actions={
          total.count > 0 ? (
            <ButtonLink variant="danger" to={withParams(location, { confirm: 'delete', ids: null })} preventScrollReset>
              删除到期录音
            </ButtonLink>
          ) : null
        }
      />
      {refused && !isAskingToDelete ? <ErrorSummary errors={refused.fieldErrors} message={refused.message} /> : null}
      {isAskingToDelete ? (
        <ConfirmSection
          text={
            <>
              {/* Inside: with script the question is a dialog, and nothing behind it is read. */}
              {refused ? <ErrorSummary errors={refused.fieldErrors} message={refused.message} /> : null}
              <p>
                {`确定删除 ${total.count} 条到期的录音（${formatBytes(total.bytes)}）吗？删除后不能恢复，页面上会写明“录音已按学校规定删除”；成绩、评语、批注和统计不变。`}
              </p>
            </>
          }
          intent="delete"
          fields={{ before: data.before, expected: total.count }}
          cancelHref={here}
          confirmLabel="删除录音"
          danger
        />
      ) : null}
      <Card title="预览" hint={`${formatDate(data.before, timeZone)} 之前录的`} className="mb-4">
        <StatTiles
          items={[
            {
              label: '将删除',
              value: total.count,
              unit: '条',
              note: total.oldest === null ? '没有到期的录音' : `最早的录于 ${formatDate(total.oldest, timeZone)}`,
            },
            { label: '腾出空间', value: formatBytes(total.bytes) },
            { label: '其中练习', value: practice.count, unit: '条', note: `互动和评论 ${interact.count} 条` },
            { label: '到期但不删', value: kept.count, unit: '条', note: `展示或待审核的作品 ${shown.count} 条` },
          ]}
        />
        <p className="small quiet mt-3">
          只删录音本身。答题照片、答案、成绩、评语和统计都不动；操作记录（审计日志）从不删除。没公布成绩、还有争议的考试，以及展示中的作品自动保留。
        </p>
      </Card>
      {asked ? (
        <Card title={`${asked.kept === 'held' ? '取消保留' : '保留录音'}：${asked.name}`} className="mb-4" id="confirm">
          <HoldForm
            key={asked.examId}
            examId={asked.examId}
            isHeld={asked.kept === 'held'}
            cancelHref={here}
            problem={problem}
          />
        </Card>
      ) : null}
      <Card
        title="考试的录音"
        hint={exams.totalCount > 0 ? `${exams.totalCount} 场` : undefined}
        padded={false}
        className="mb-4"
      >
        <ExpiredTable rows={exams.rows} timeZone={timeZone} />
        <Pagination page={exams} unit="场" />
      </Card>
      <AutomationCard
        automation={data.automation}
        isAutomatic={data.isAutomatic}
        isAsking={confirm === 'automatic'}
        retentionDays={retentionDays}
        count={total.count}
        timeZone={timeZone}
      />
      <Card title="最近的删除" padded={false}>
        <RunsTable runs={data.runs} timeZone={timeZone} />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
