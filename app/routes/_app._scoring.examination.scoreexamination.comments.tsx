import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { CommentsList } from '~/components/scoring/comments-list';
import { QuickBank } from '~/components/scoring/quick-bank';
import { Tabs } from '~/components/list/tabs';
import { editComment, removeComment } from '~/domain/scoring/marking/comments.commands.server';
import { listComments } from '~/domain/scoring/marking/comments.queries.server';
import { commentListShape, editCommentSchema, removeCommentSchema } from '~/domain/scoring/marking/comments.schema';
import {
  deleteQuickComment,
  moveQuickComment,
  saveQuickComment,
} from '~/domain/scoring/marking/quick-comment.commands.server';
import { listQuickComments } from '~/domain/scoring/marking/quick-comment.queries.server';
import {
  moveQuickCommentSchema,
  quickCommentIdSchema,
  quickCommentSchema,
} from '~/domain/scoring/marking/quick-comment.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import { toExamComments, toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import styles from '~/styles/scoring-settings.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.list ? `${data.list.exam.name}评语 - 考评` : '评语库 - 考评' },
];

const shape = {
  ...commentListShape,
  tab: z.enum(['', 'bank']).catch(''),
  edit: z.string().max(40).catch(''),
  confirm: z.string().max(10).catch(''),
  comment: z.string().max(40).catch(''),
};

/** Of an exam its comments; without one, or by its tab, the reader's own 评语库. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const filter = listParams(new URL(request.url).searchParams, shape);
  const list = filter.examId === 0 ? null : await listComments(actor, filter);
  const isBank = list === null || filter.tab === 'bank';
  return { list, filter, bank: isBank ? await listQuickComments(actor) : null };
}

const intents = z.discriminatedUnion('_intent', [
  quickCommentSchema.extend({ _intent: z.enum(['save', 'keep']) }),
  moveQuickCommentSchema.extend({ _intent: z.literal('move') }),
  quickCommentIdSchema.extend({ _intent: z.literal('delete') }),
  removeCommentSchema.extend({ _intent: z.literal('remove') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const url = new URL(request.url);
  const currentPage = url.searchParams.get('currentPage');
  const done = (text: string) =>
    redirectWithFlash(request, withParams(url, { edit: null, confirm: null, comment: null, currentPage }), text);
  if (form.get('_intent') === 'edit') {
    const edited = await answerForm(form, editCommentSchema, (input) => editComment(actor, input, now));
    return edited.ok ? done('评语已保存') : edited.problem;
  }
  const answer = await answerForm(form, intents, async (input) => {
    switch (input._intent) {
      case 'save':
      case 'keep':
        await saveQuickComment(actor, input, now);
        return input._intent === 'keep' ? '已收进评语库' : '评语库已保存';
      case 'move':
        await moveQuickComment(actor, input);
        return '次序已保存';
      case 'delete':
        await deleteQuickComment(actor, input, now);
        return '已从评语库删去';
      case 'remove':
        await removeComment(actor, input, now);
        return '评语已删去';
    }
  });
  return answer.ok ? done(answer.value) : answer.problem;
}

export default function CommentsPage() {
  const { list, filter, bank } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const back = withParams(location, { confirm: null, comment: null, currentPage: filter.currentPage });
  const isShownAtForm = problem?.values._intent === 'edit' || problem?.values._intent === 'save';
  const removing = filter.confirm === 'remove' ? list?.rows.find((row) => row.key === filter.comment) : undefined;
  const deleting = filter.confirm === 'delete' ? bank?.find((row) => String(row.id) === filter.comment) : undefined;
  const hrefOf = (tab: string | null) => toExamComments({ examId: filter.examId, tab: tab ?? undefined });
  return (
    <>
      <PageHeader
        title={list ? '评语' : '评语库'}
        purpose={list ? list.exam.name : '常用的评语，评分时点一下就填进去。'}
        crumbs={[
          { label: '考试', href: toExams() },
          { label: '考试评分', href: toScoring() },
          ...(list ? [{ label: list.exam.name, href: toPapers({ examId: list.exam.id }) }] : []),
          { label: list ? '评语' : '评语库' },
        ]}
      />
      {problem && !isShownAtForm ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {removing ? (
        <ConfirmSection
          text={`确定删去这条评语吗？「${removing.text}」${removing.isOwn ? '' : '它是别的老师写的，删去会留下记录。'}`}
          intent="remove"
          fields={{
            kind: removing.kind,
            scoreId: removing.scoreId,
            place: removing.place,
            version: removing.version,
          }}
          cancelHref={back}
          confirmLabel="删除"
          danger
        />
      ) : null}
      {deleting ? (
        <ConfirmSection
          text={`确定从评语库删去「${deleting.text}」吗？已经写在答卷上的不受影响。`}
          intent="delete"
          fields={{ id: deleting.id }}
          cancelHref={back}
          confirmLabel="删除"
          danger
        />
      ) : null}
      {list ? (
        <Tabs
          label="评语"
          current={hrefOf(bank ? 'bank' : null)}
          items={[
            { label: '这场考试的评语', href: hrefOf(null) },
            { label: '我的评语库', href: hrefOf('bank') },
          ]}
        />
      ) : null}
      {bank ? (
        <QuickBank rows={bank} editing={Number(filter.edit) || 0} problem={problem} />
      ) : list ? (
        <CommentsList list={list} filter={filter} problem={problem} />
      ) : null}
    </>
  );
}

export { RouteError as ErrorBoundary };
