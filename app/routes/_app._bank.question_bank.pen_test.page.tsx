import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { QuestionForm } from '~/components/question/question-form';
import { WrittenFields } from '~/components/question/kinds/written/editor';
import { saveWrittenQuestion } from '~/domain/question-bank/question.commands.server';
import { findEdited, getQuestionForm, listOf } from '~/domain/question-bank/question-form.server';
import { derivedTitle } from '~/domain/question-bank/question-name.rules';
import { writtenFormSchema } from '~/domain/question-bank/written-question.schema';
import { savedWords } from '~/domain/question-bank/saved-words.server';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { backTo, requireTeacher } from '~/http/guards.server';
import { withKeptForm } from '~/http/held-forms.server';
import { QUESTION_UPLOADS, afterSaving, askedQuestion, takeQuestionForm, withHeld } from '~/http/question-form.server';
import { requestTime } from '~/http/request.server';
import { toBank, toSharedBank } from '~/lib/addresses/banks';

const LIST = toBank('written');

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.question ? '编辑' : '新增'}笔试题 - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const page = await getQuestionForm(actor, 'written', askedQuestion(request));
  return withHeld(actor, request, page);
}

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  return withKeptForm(request, path, QUESTION_UPLOADS, async (uploads) => {
    const actor = await requireTeacher(request);
    const now = requestTime(request);
    const edited = await findEdited(actor, 'written', askedQuestion(request).id);
    const { form } = uploads;
    const refusal = await takeQuestionForm(actor, edited, uploads, now);
    const intent = form.get('_intent');
    if (intent === 'addRow' && !refusal)
      return sameForm(form, { markText: [...form.getAll('markText').map(String), ''] });
    const answer = await answerForm(form, writtenFormSchema, (input) => {
      if (refusal) throw refusal;
      return saveWrittenQuestion(actor, input, now);
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, path);
    const next = afterSaving(request.url, listOf(actor, edited, LIST), form);
    return redirectWithFlash(request, next, ...(await savedWords(actor, answer.value)));
  });
}

export default function WrittenQuestionPage() {
  const { question, held, ...filing } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const title = question ? '编辑笔试题' : '新增笔试题';
  return (
    <>
      <PageHeader title={title} crumbs={[{ label: '题库' }, { label: '笔试题库', href: LIST }, { label: title }]} />
      <QuestionForm
        question={question}
        {...filing}
        problem={problem}
        isRestored={problem !== null && problem === held}
        listHref={filing.sharedBy === null ? LIST : toSharedBank({ bank: 'written' })}
        pointsHint="不填时取评分要点之和，没有要点为 10 分"
        titleFrom={derivedTitle(question?.body.prompt ?? '')}
      >
        <WrittenFields question={question} />
      </QuestionForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
