import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AskForm } from '~/components/interaction/ask-form';
import { ThreadList } from '~/components/interaction/thread-list';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { PlusIcon } from '~/components/ui/icons';
import { WorksTabs } from '~/components/work/works-tabs';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { findAskable, listAskable } from '~/domain/interaction/subject.queries.server';
import { startThread } from '~/domain/interaction/thread.commands.server';
import { listRecipients } from '~/domain/interaction/thread-rights.queries.server';
import { countAwaiting, countUnreadThreads, listThreads } from '~/domain/interaction/thread.queries.server';
import { aboutOf, askPath } from '~/domain/interaction/thread.rules';
import { askSchema, threadFilterFields } from '~/domain/interaction/thread.schema';
import { dropHeldForms, findHeldForm } from '~/domain/user/held-form.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { countPending } from '~/domain/work/moderation.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireStudent, requireUser } from '~/http/guards.server';
import { withKeptForm } from '~/http/held-forms.server';
import { listParams } from '~/http/list-params';
import { QUESTION_UPLOADS, addMedia } from '~/http/question-form.server';
import { requestTime } from '~/http/request.server';
import { withParams } from '~/http/with-params';
import { toThread, toWorks } from '~/lib/addresses/interaction';
import { toThreads } from '~/lib/addresses/works';
import { notFound } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/interaction.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.ask ? '向老师提问' : '师生互动'} - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const url = new URL(request.url);
  if (url.searchParams.has('ask') && !isTeacher(actor)) {
    return { ask: await askPage(actor, url, requestTime(request)), list: null };
  }
  const filter = listParams(url.searchParams, threadFilterFields);
  const page = await listThreads(actor, filter, requestTime(request));
  // The last row of the last page is gone: go to the page that is now the last.
  if (page.rows.length === 0 && page.totalCount > 0) {
    throw redirect(withParams(url, { currentPage: Math.ceil(page.totalCount / page.pageSize) }));
  }
  const [school, unread, waiting] = await Promise.all([
    getSchool(),
    countUnreadThreads(actor, requestTime(request)),
    countAwaiting(actor, requestTime(request)),
  ]);
  const list = {
    page,
    filter,
    unread,
    pending: isTeacher(actor) ? await countPending(actor) : undefined,
    waiting,
    timeZone: school.timeZone,
    isTeacher: isTeacher(actor),
    classrooms: isTeacher(actor) ? await listClassroomOptions(actor, 'mine') : [],
  };
  return { ask: null, list };
}

/** Under which name an unsent question is kept. */
function askedPath(url: URL): string {
  const about = aboutOf(Object.fromEntries(url.searchParams));
  return about ? askPath(about) : toThreads({ ask: 1 });
}

async function askPage(actor: Actor, url: URL, now: number) {
  const asked = aboutOf(Object.fromEntries(url.searchParams));
  const about = asked && (await findAskable(actor, asked, now));
  if (asked && !about) throw notFound('内容');
  const held = await findHeldForm(actor, askedPath(url), now);
  const fields = new Map(held?.fields ?? []);
  return {
    about,
    options: about ? [] : await listAskable(actor, now),
    teachers: (await listRecipients(actor, about?.subject === 'score' ? about.id : null)).map(
      (teacher) => teacher.name,
    ),
    held: held
      ? { title: fields.get('title') ?? '', text: fields.get('text') ?? '', about: fields.get('about') ?? 'other' }
      : null,
    requestId: newUuid(),
  };
}

/** 提问. */
export async function action({ request }: ActionFunctionArgs) {
  const path = askedPath(new URL(request.url));
  return withKeptForm(request, path, QUESTION_UPLOADS, async (uploads) => {
    const { form } = uploads;
    const actor = await requireStudent(request);
    const now = requestTime(request);
    const refusal = await addMedia(actor, uploads, now);
    const answer = await answerForm(form, askSchema, (input) => {
      if (refusal) throw refusal;
      return startThread(actor, input, now);
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, path);
    return redirectWithFlash(request, toThread(answer.value.id), '已发给老师，有回复会发消息通知你');
  });
}

export default function InteractPage() {
  const { ask, list } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  if (ask) {
    return (
      <>
        <PageHeader
          title="向老师提问"
          purpose="问题和回复只有你和老师看得到。"
          crumbs={[
            { label: '互动', href: toWorks() },
            { label: '师生互动', href: toThreads() },
            { label: '向老师提问' },
          ]}
        />
        <AskForm {...ask} problem={problem} />
      </>
    );
  }
  const { unread, pending, isTeacher: isForTeacher, ...threads } = list;
  return (
    <>
      <PageHeader
        title="师生互动"
        purpose={
          isForTeacher
            ? '任教班级学生的提问；问成绩的，命题和阅卷老师也能看到。任何一位老师都可以回复。'
            : '向老师提问：作品、成绩、练习或别的。只有你和老师看得到。'
        }
        crumbs={[{ label: '互动', href: toWorks() }, { label: '师生互动' }]}
        actions={
          isForTeacher ? null : (
            <ButtonLink variant="primary" to={toThreads({ ask: 1 })}>
              <PlusIcon />
              向老师提问
            </ButtonLink>
          )
        }
      />
      <div className="mb-4">
        <WorksTabs current="interact" isTeacher={isForTeacher} pending={pending} unread={unread} />
      </div>
      <ThreadList {...threads} isTeacher={isForTeacher} />
    </>
  );
}

export { shouldRevalidate } from '~/http/fresh-key';

export { RouteError as ErrorBoundary };
