import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { KindTabs, shownKind } from '~/components/question/kind-tabs';
import { QuestionForm } from '~/components/question/question-form';
import { TheoryFields } from '~/components/question/theory-fields';
import { saveTheoryQuestion } from '~/domain/question-bank/question.commands.server';
import { findEdited, getQuestionForm, listOf } from '~/domain/question-bank/question-form.server';
import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { derivedTitle } from '~/domain/question-bank/question-name.rules';
import { KIND_LABELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { theoryFormSchema } from '~/domain/question-bank/theory-question.schema';
import { savedWords } from '~/domain/question-bank/saved-words.server';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { backTo, requireTeacher } from '~/http/guards.server';
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
import { toBank, toSharedBank } from '~/lib/addresses/banks';

const LIST = toBank('theory');

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.question ? '编辑' : '新增'}理论题 - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const page = await getQuestionForm(actor, 'theory', askedQuestion(request));
  const kind =
    THEORY_KINDS.find((each) => each === new URL(request.url).searchParams.get('kind')) ??
    page.question?.kind ??
    'single';
  return withHeld(actor, request, { ...page, kind });
}

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  return withKeptForm(request, path, QUESTION_UPLOADS, async (uploads) => {
    const actor = await requireTeacher(request);
    const now = requestTime(request);
    const edited = await findEdited(actor, 'theory', askedQuestion(request).id);
    const { form } = uploads;
    const refusal = await takeQuestionForm(actor, edited, uploads, now);
    const intent = form.get('_intent');
    if (intent === 'addRow' && !refusal)
      return sameForm(form, { optionText: [...form.getAll('optionText').map(String), ''] });
    if (form.has('_kind') && !refusal) return sameForm(form, asOtherKind(form));
    const answer = await answerForm(form, theoryFormSchema, (input) => {
      if (refusal) throw refusal;
      return saveTheoryQuestion(actor, input, now);
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, path);
    const next = afterSaving(request.url, listOf(actor, edited, LIST), form, answer.value.kind);
    return redirectWithFlash(request, next, ...(await savedWords(actor, answer.value)));
  });
}

export default function TheoryQuestionPage() {
  const { question, kind: ownKind, held, ...filing } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const kind = shownKind(problem, ownKind);
  const title = `${question ? '编辑' : '新增'}${KIND_LABELS[kind]}题`;
  return (
    <>
      <PageHeader title={title} crumbs={[{ label: '题库' }, { label: '理论题库', href: LIST }, { label: title }]} />
      <KindTabs current={kind} />
      <QuestionForm
        question={question}
        {...filing}
        problem={problem}
        isRestored={problem !== null && problem === held}
        listHref={filing.sharedBy === null ? LIST : toSharedBank({ bank: 'theory' })}
        pointsHint={`不填为 ${KIND_FACTS[kind].defaultPoints} 分`}
        titleFrom={derivedTitle(question?.body.stem ?? '')}
      >
        <TheoryFields kind={kind} question={question} />
      </QuestionForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
