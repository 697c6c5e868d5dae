import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { OralFields } from '~/components/question/kinds/oral/editor';
import { QuestionForm } from '~/components/question/question-form';
import { suggestKeyPoints } from '~/domain/question-bank/key-point-suggestions.server';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import { saveOralQuestion } from '~/domain/question-bank/question.commands.server';
import { findEdited, getQuestionForm } from '~/domain/question-bank/question-form.server';
import { savedWords } from '~/domain/question-bank/saved-words.server';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { backTo, requireStudent } from '~/http/guards.server';
import { withKeptForm } from '~/http/held-forms.server';
import { QUESTION_UPLOADS, afterSaving, askedQuestion, takeQuestionForm, withHeld } from '~/http/question-form.server';
import { requestTime } from '~/http/request.server';
import { toOwnBank } from '~/lib/addresses/own';
import { textList } from '~/lib/zod';

const LIST = toOwnBank({ bank: 'oral' });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.question ? '编辑' : '新增'}我的口语题 - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const page = await getQuestionForm(actor, 'oral', askedQuestion(request));
  return withHeld(actor, request, page);
}

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  return withKeptForm(request, path, QUESTION_UPLOADS, async (uploads) => {
    const actor = await requireStudent(request);
    const now = requestTime(request);
    const edited = await findEdited(actor, 'oral', askedQuestion(request).id);
    const { form } = uploads;
    // A box left empty is not sent; here it means no.
    if (!form.has('isPlay')) form.set('isPlay', '0');
    const refusal = await takeQuestionForm(actor, edited, uploads, now);
    if (form.get('_intent') === 'analyze' && !refusal) return await withSuggestions(form);
    const answer = await answerForm(form, oralQuestionSchema, (input) => {
      if (refusal) throw refusal;
      return saveOralQuestion(actor, input, now);
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, path);
    return redirectWithFlash(request, afterSaving(request.url, LIST, form), ...(await savedWords(actor, answer.value)));
  });
}

/** The same page with suggested key words added to those that stand there. */
async function withSuggestions(form: FormData) {
  const present = textList('关键词', { maxItems: 1000, maxLength: 10_000 }).parse(form.getAll('keyPoint'));
  const suggested = (await suggestKeyPoints(String(form.get('examContent') ?? ''))).filter(
    (word) => !present.includes(word),
  );
  return sameForm(form, { keyPoint: [...present, ...suggested].join('，') }, suggested.length);
}

export default function OwnOralQuestionPage() {
  const { question, held, ...filing } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const title = question ? '编辑口语题' : '新增口语题';
  return (
    <>
      <PageHeader title={title} crumbs={[{ label: '题库' }, { label: '我的题库', href: LIST }, { label: title }]} />
      <QuestionForm
        question={question}
        {...filing}
        problem={problem}
        isRestored={problem !== null && problem === held}
        listHref={LIST}
        pointsHint="不填为 100 分"
        isOwn
      >
        <OralFields question={question} suggested={typeof problem?.extra === 'number' ? problem.extra : null} isOwn />
      </QuestionForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
