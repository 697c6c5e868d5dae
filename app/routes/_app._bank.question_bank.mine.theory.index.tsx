import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { KindTabs, shownKind } from '~/components/question/kind-tabs';
import { QuestionForm } from '~/components/question/question-form';
import { TheoryFields } from '~/components/question/theory-fields';
import { saveTheoryQuestion } from '~/domain/question-bank/question.commands.server';
import { findEdited, getQuestionForm } from '~/domain/question-bank/question-form.server';
import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { derivedTitle } from '~/domain/question-bank/question-name.rules';
import { KIND_LABELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { theoryFormSchema } from '~/domain/question-bank/theory-question.schema';
import { savedWords } from '~/domain/question-bank/saved-words.server';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { backTo, requireStudent } from '~/http/guards.server';
import { withKeptForm } from '~/http/held-forms.server';
import {
  QUESTION_UPLOADS,
  afterSaving,
  asOtherKind,
  askedQuestion,
  takeQuestionForm,
  withHeld,
} from '~/http/question-form.server';
import { requestTime } from '~/http/request.server';
import { toOwnBank } from '~/lib/addresses/own';

const LIST = toOwnBank({ bank: 'theory' });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.question ? '编辑' : '新增'}我的理论题 - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const page = await getQuestionForm(actor, 'theory', askedQuestion(request));
  const asked = new URL(request.url).searchParams.get('kind');
  const kind = THEORY_KINDS.find((each) => each === asked) ?? page.question?.kind ?? 'single';
  return withHeld(actor, request, { ...page, kind });
}

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  return withKeptForm(request, path, QUESTION_UPLOADS, async (uploads) => {
    const actor = await requireStudent(request);
    const now = requestTime(request);
    const edited = await findEdited(actor, 'theory', askedQuestion(request).id);
    const { form } = uploads;
    const refusal = await takeQuestionForm(actor, edited, uploads, now);
    if (form.get('_intent') === 'addRow' && !refusal)
      return sameForm(form, { optionText: [...form.getAll('optionText').map(String), ''] });
    if (form.has('_kind') && !refusal) return sameForm(form, asOtherKind(form));
    const answer = await answerForm(form, theoryFormSchema, (input) => {
      if (refusal) throw refusal;
      return saveTheoryQuestion(actor, input, now);
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, path);
    const next = afterSaving(request.url, LIST, form, answer.value.kind);
    return redirectWithFlash(request, next, ...(await savedWords(actor, answer.value)));
  });
}

export default function OwnTheoryQuestionPage() {
  const { question, kind: ownKind, held, ...filing } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const kind = shownKind(problem, ownKind);
  const title = `${question ? '编辑' : '新增'}${KIND_LABELS[kind]}题`;
  return (
    <>
      <PageHeader title={title} crumbs={[{ label: '题库' }, { label: '我的题库', href: LIST }, { label: title }]} />
      <KindTabs current={kind} />
      <QuestionForm
        question={question}
        {...filing}
        problem={problem}
        isRestored={problem !== null && problem === held}
        listHref={LIST}
        pointsHint={`不填为 ${KIND_FACTS[kind].defaultPoints} 分`}
        titleFrom={derivedTitle(question?.body.stem ?? '')}
        isOwn
      >
        <TheoryFields kind={kind} question={question} isOwn />
      </QuestionForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
