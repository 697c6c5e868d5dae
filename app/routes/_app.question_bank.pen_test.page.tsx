import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { QuestionForm } from '~/components/question/question-form';
import { WrittenFields } from '~/components/question/written-fields';
import { listQuestionTypes } from '~/domain/question-bank/bank-page.queries.server';
import { saveWrittenQuestion } from '~/domain/question-bank/question.commands.server';
import { addMedia, QUESTION_UPLOADS } from '~/domain/question-bank/question-form.server';
import { getQuestion } from '~/domain/question-bank/question.queries.server';
import { derivedTitle } from '~/domain/question-bank/question.rules';
import { writtenFormSchema } from '~/domain/question-bank/written-question.schema';
import type { Actor } from '~/domain/user/user.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readMultipart } from '~/http/uploads.server';
import { newUuid } from '~/lib/ids.server';

const LIST = '/question_bank/pen_test/index';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.question ? '编辑' : '新增'}笔试题 - 考评` },
];

/** The question the URL names, or null for a new one. */
async function findEdited(actor: Actor, request: Request) {
  const id = new URL(request.url).searchParams.get('id');
  return id === null ? null : getQuestion(actor, 'written', Number(id) || 0);
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const [question, types] = await Promise.all([findEdited(actor, request), listQuestionTypes()]);
  return { question, types, requestId: newUuid() };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const edited = await findEdited(actor, request);
  const uploads = await readMultipart(request, QUESTION_UPLOADS);
  const { form, discard } = uploads;
  try {
    form.set('id', String(edited?.id ?? ''));
    const refusal = await addMedia(actor, uploads, now);
    const intent = form.get('_intent');
    if (intent === 'addRow' && !refusal)
      return sameForm(form, { markText: [...form.getAll('markText').map(String), ''] });
    const answer = await answerForm(form, writtenFormSchema, (input) => {
      if (refusal) throw refusal;
      return saveWrittenQuestion(actor, input, now);
    });
    if (!answer.ok) return answer.problem;
    const next = intent === 'saveNext' ? new URL(request.url).pathname : LIST;
    return redirectWithFlash(request, next, `已保存“${answer.value.title}”`);
  } finally {
    await discard();
  }
}

export default function WrittenQuestionPage() {
  const { question, types, requestId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const title = question ? '编辑笔试题' : '新增笔试题';
  return (
    <>
      <PageHeader title={title} crumbs={[{ label: '题库' }, { label: '笔试题库', href: LIST }, { label: title }]} />
      <QuestionForm
        question={question}
        types={types}
        requestId={requestId}
        problem={problem}
        listHref={LIST}
        pointsHint="不填时取评分要点之和，没有要点为 10 分"
        titleFrom={derivedTitle(question?.body.prompt ?? '')}
      >
        <WrittenFields question={question} />
      </QuestionForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
