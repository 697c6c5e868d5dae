import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { PaperForm } from '~/components/exam/paper-form';
import { QuestionPicker } from '~/components/exam/question-picker';
import { draftProblem, WizardFrame } from '~/components/exam/wizard';
import { ErrorSummary } from '~/components/form/error-summary';
import { HiddenFields, IntentButton } from '~/components/form/submit';
import { RouteError } from '~/components/layout/route-error';
import { Tabs } from '~/components/list/tabs';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { addToPaper, resetExam, savePaper } from '~/domain/exam/draft.commands.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { hasPart } from '~/domain/exam/exam.rules';
import { paperProblems } from '~/domain/exam/exam.schema';
import { getPaperPage, getQuestionPicker } from '~/domain/exam/wizard-page.queries.server';
import { moveOf, savedText, thenOf } from '~/domain/exam/wizard-form.rules';
import { drawUrl, previewUrl, stepBefore, stepUrl } from '~/domain/exam/wizard-steps.rules';
import { pickerParams } from '~/domain/question-bank/question-fields.schema';
import { KIND_LABELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, formDataToObject } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { invalid } from '~/lib/errors';
import { checkbox, idField, idList } from '~/lib/zod';

export const meta: MetaFunction = () => [{ title: '编辑考试，第 3 步 - 考评' }];

const BANKS = { '': ['written', 'theory'], written: ['written'], theory: ['theory'] } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const id = idField().catch(0).parse(searchParams.get('id'));
  if ((await getOwnExam(actor, id)).status !== 'draft') throw redirect(`/examination/add?id=${id}`);
  const isResetting = searchParams.get('confirm') === 'reset';
  if (!searchParams.has('choose')) return { ...(await getPaperPage(actor, id)), picker: null, isResetting };
  const filter = listParams(searchParams, {
    ...pickerParams,
    bank: z.enum(['', 'written', 'theory']).catch(''),
  });
  const picker = await getQuestionPicker(actor, id, { ...filter, banks: BANKS[filter.bank] });
  const looked = picker.page.rows.find((row) => String(row.id) === searchParams.get('look')) ?? null;
  return { frame: picker.frame, picker: { ...picker, filter, looked }, isResetting };
}

const exam = { id: idField('考试'), version: z.coerce.number() };
const intents = z.discriminatedUnion('_intent', [
  z.object({
    _intent: z.literal('save'),
    ...exam,
    order: idList('', { min: 0 }),
    shuffleItems: checkbox(),
    shuffleOptions: checkbox(),
  }),
  z.object({ _intent: z.literal('add'), id: idField('考试'), ids: idList('请先勾选要加入的题目') }),
  z.object({ _intent: z.literal('reset'), ...exam }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const then = thenOf(form);
  const answer = await answerForm(form, intents, async (input): Promise<Response> => {
    const examId = input.id;
    const here = stepUrl('threeadd', examId);
    if (input._intent === 'reset') {
      await resetExam(actor, { examId, version: input.version }, now);
      return redirectWithFlash(request, stepUrl('firstadd', examId), '已清空，可以重新填写');
    }
    if (input._intent === 'add') {
      const { added } = await addToPaper(actor, { examId, questionIds: input.ids }, now);
      const back = new URL(request.url);
      return redirectWithFlash(request, `${back.pathname}${back.search}`, `已加入 ${added} 题，可以接着选`);
    }
    const move = moveOf(form);
    const { version, order, shuffleItems, shuffleOptions } = input;
    const paper = { version, order, points: formDataToObject(form), move, shuffle: { shuffleItems, shuffleOptions } };
    const saved = await savePaper(actor, { examId, ...paper }, now);
    if (move.kind !== 'save') return redirect(`${here}#items`, 303);
    if (then === 'choose') return redirect(`${here}&choose=1`, 303);
    if (then === 'draw') return redirect(drawUrl(examId), 303);
    const { frame, size } = await getPaperPage(actor, examId);
    const problems = { ...paperProblems(size, frame.testType), ...saved.problems };
    if (then === 'next') {
      if (Object.keys(problems).length > 0) throw invalid(problems);
      return redirect(previewUrl(examId), 303);
    }
    const before = stepBefore('threeadd', frame.testType) ?? 'firstadd';
    const { text, kind } = savedText(problems);
    return redirectWithFlash(request, then === 'back' ? stepUrl(before, examId) : here, text, kind);
  });
  return answer.ok ? answer.value : answer.problem;
}

/** After a refusal the version is read again: saving once more is then meant. */
export function shouldRevalidate() {
  return true;
}

type Picker = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['picker']>;

export default function ThirdStepPage() {
  const data = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { frame, isResetting } = data;
  const content =
    data.picker !== null ? (
      <PaperPicker examId={frame.id} picker={data.picker} />
    ) : hasPart(frame, 'written') ? (
      <PaperForm
        exam={frame}
        items={data.items}
        draws={data.draws}
        size={data.size}
        total={data.total}
        settings={data.settings}
        values={data.values}
        problem={problem ?? draftProblem(data.values, data.problems)}
      />
    ) : (
      <Card>
        <Empty
          title="这场考试没有笔试"
          action={
            <ButtonLink to={previewUrl(frame.id)} variant="primary">
              预览
            </ButtonLink>
          }
        >
          只考口语时不用组卷。要加笔试，请回到第 1 步勾选“笔试”。
        </Empty>
      </Card>
    );
  return (
    <WizardFrame step="threeadd" exam={frame} isResetting={isResetting} problem={problem}>
      {problem && data.picker !== null ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {content}
    </WizardFrame>
  );
}

function PaperPicker({ examId, picker }: { examId: number; picker: Picker }) {
  return (
    <QuestionPicker
      title="从题库选题"
      page={picker.page}
      filter={picker.filter}
      directories={picker.directories}
      looked={picker.looked}
      keep={['id', 'choose', 'bank']}
      tabs={
        <Tabs
          label="题库"
          param="bank"
          current={picker.filter.bank}
          items={[
            { label: '全部', value: '' },
            { label: '笔试题库', value: 'written' },
            { label: '理论题库', value: 'theory' },
          ]}
        />
      }
      kinds={
        picker.filter.bank === 'written'
          ? undefined
          : THEORY_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))
      }
      backHref={stepUrl('threeadd', examId)}
      newHref="/question_bank/theory/page"
      selectable={{ formId: 'add' }}
      action={(row, look) => (
        <IntentButton intent="add" fields={{ id: examId, ids: row.id }} label={`加入 ${row.title}`} look={look}>
          加入
        </IntentButton>
      )}
      foot={
        picker.page.rows.length === 0 ? null : (
          <Form method="post" id="add" className="card__foot row">
            <HiddenFields values={{ _intent: 'add', id: examId }} />
            <Button variant="primary" size="s">
              加入勾选的题
            </Button>
            <ButtonLink to={stepUrl('threeadd', examId)} size="s" className="push">
              选好了，返回试卷
            </ButtonLink>
          </Form>
        )
      }
    />
  );
}

export { RouteError as ErrorBoundary };
