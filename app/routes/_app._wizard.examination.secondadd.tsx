import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { OralForm } from '~/components/exam/oral-form';
import { QuestionPicker } from '~/components/exam/question-picker';
import { draftProblem, WizardFrame } from '~/components/exam/wizard';
import { IntentButton } from '~/components/form/submit';
import { RouteError } from '~/components/layout/route-error';
import { ErrorSummary } from '~/components/form/error-summary';
import { getUsableBasket } from '~/domain/question-bank/basket.queries.server';
import { chooseOralQuestion, resetExam, saveOralStep } from '~/domain/exam/draft.commands.server';
import { drawOralQuestion } from '~/domain/exam/draw.commands.server';
import { hasPart, type TestType } from '~/domain/exam/parts.rules';
import { getDraftExam, getOralPage, getQuestionPicker } from '~/domain/exam/wizard-page.queries.server';
import { savedText, thenOf } from '~/domain/exam/wizard-form.rules';
import { findWizardHead } from '~/domain/exam/wizard-head.queries.server';
import { stepAfter, stepBefore } from '~/domain/exam/wizard-steps.rules';
import { currentTestType } from '~/domain/exam/wizard.rules';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { pickerParams } from '~/domain/question-bank/question-fields.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, pressedButton } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { dropHeldStep, dropHeldSteps, findHeldStep, withKeptStep } from '~/http/held-steps.server';
import { listParams } from '~/http/list-params';
import { addMedia } from '~/http/question-form.server';
import { requestTime } from '~/http/request.server';
import type { Uploads } from '~/http/uploads.server';
import { toQuestion } from '~/lib/addresses/banks';
import { toExam, toPaperPreview, toStep } from '~/lib/addresses/exams';
import { invalid } from '~/lib/errors';
import { formDataToObject } from '~/lib/form-values';
import { newSeed } from '~/lib/ids.server';
import { idField } from '~/lib/zod';
import questionStyles from '~/styles/questions.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: questionStyles }];

export const meta: MetaFunction = () => [{ title: '编辑考试，第 2 步 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const id = idField().catch(0).parse(searchParams.get('id'));
  const head = await findWizardHead(actor, id);
  if (head && head.status !== 'draft') throw redirect(toExam({ id }));
  const isResetting = searchParams.get('confirm') === 'reset';
  if (!searchParams.has('choose')) {
    const held = await findHeldStep(request, actor, 'secondadd', id);
    return { ...(await getOralPage(actor, id)), picker: null, isResetting, held };
  }
  const { filter, ...picker } = await pickerOf(actor, id, searchParams);
  const looked = picker.page.rows.find((row) => String(row.id) === searchParams.get('look')) ?? null;
  return { frame: picker.frame, picker: { ...picker, filter, looked }, isResetting, held: null };
}

/** What the picker's address asks for; `whole`: all that its filters leave. */
async function pickerOf(actor: Actor, id: number, searchParams: URLSearchParams, { whole = false } = {}) {
  const asked = listParams(searchParams, pickerParams);
  const filter = whole ? { ...asked, currentPage: 1, pageSize: MOST_DRAWN_FROM } : asked;
  const onlyIds = filter.scope === 'basket' ? [...(await getUsableBasket(actor, ['oral'])).keys()] : undefined;
  return { ...(await getQuestionPicker(actor, id, { ...filter, banks: ['oral'], onlyIds })), filter };
}

/** A draw of one question needs no more. */
const MOST_DRAWN_FROM = 500;

const exam = { id: idField('考试'), version: z.coerce.number().max(2_147_483_647) };
const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('save'), ...exam }),
  z.object({ _intent: z.literal('choose'), ...exam, questionId: idField('题目') }),
  z.object({ _intent: z.literal('draw'), ...exam }),
  z.object({ _intent: z.literal('reset'), ...exam }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const limits = { maxFileBytes: MAX_FILE_BYTES.image, maxFiles: 9 };
  return withKeptStep(request, 'secondadd', (uploads) => act(request, uploads), limits);
}

async function act(request: Request, uploads: Uploads) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { form } = uploads;
  const then = thenOf(pressedButton(form));
  const refusal = form.get('_intent') === 'save' ? await addMedia(actor, uploads, now) : null;
  const answer = await answerForm(form, intents, async (input): Promise<Response> => {
    const { id: examId, version } = input;
    const here = toStep('secondadd', { id: examId });
    if (input._intent === 'reset') {
      await resetExam(actor, { examId, version }, now);
      await dropHeldSteps(actor, examId);
      return redirectWithFlash(request, toStep('firstadd', { id: examId }), '已清空，可以重新填写');
    }
    const type = currentTestType(await getDraftExam(actor, examId));
    if (input._intent === 'choose') {
      await chooseOralQuestion(actor, { examId, version, questionId: input.questionId, type }, now);
      return redirectWithFlash(request, here, '已选用，关键词和图片也带过来了');
    }
    if (input._intent === 'draw') {
      const { searchParams } = new URL(request.url);
      return redirectWithFlash(request, here, await draw(actor, { examId, version, type, searchParams }, now));
    }
    const { problems, version: saved } = await saveOralStep(
      actor,
      { examId, version, values: formDataToObject(form), type },
      now,
    );
    await dropHeldStep(actor, 'secondadd', examId);
    if (refusal) throw refusal;
    if (then === 'choose') return redirect(toStep('secondadd', { id: examId, choose: 1 }), 303);
    if (then === 'draw') {
      const asked = { examId, version: saved, type, searchParams: new URLSearchParams({ scope: 'mine' }) };
      return redirectWithFlash(request, here, await draw(actor, asked, now));
    }
    if (then === 'next') {
      if (Object.keys(problems).length > 0) throw invalid(problems);
      const next = stepAfter('secondadd', type);
      return redirect(next ? toStep(next, { id: examId }) : toPaperPreview({ id: examId }), 303);
    }
    const before = stepBefore('secondadd', type) ?? 'firstadd';
    const { text, kind } = savedText(problems);
    return redirectWithFlash(request, then === 'back' ? toStep(before, { id: examId }) : here, text, kind);
  });
  return answer.ok ? answer.value : answer.problem;
}

/** Draws one of what the picker's filters leave; says which. */
async function draw(
  actor: Actor,
  { searchParams, ...asked }: { examId: number; version: number; type: TestType; searchParams: URLSearchParams },
  now: number,
): Promise<string> {
  const { page } = await pickerOf(actor, asked.examId, searchParams, { whole: true });
  const title = await drawOralQuestion(actor, { ...asked, candidates: page.rows }, newSeed(), now);
  return `从 ${page.rows.length} 题里抽到“${title}”，关键词和图片也带过来了`;
}

/** After a refusal the version is read again: saving once more is then meant. */
export function shouldRevalidate() {
  return true;
}

export default function SecondStepPage() {
  const data = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { frame, isResetting } = data;
  const here = toStep('secondadd', { id: frame.id });
  return (
    <WizardFrame
      step="secondadd"
      exam={frame}
      isResetting={isResetting}
      problem={problem}
      isRestored={!problem && data.held !== null}
    >
      {data.picker === null ? (
        <OralForm
          exam={frame}
          values={data.values}
          hasOral={hasPart(frame, 'oral')}
          hasWritten={hasPart(frame, 'written')}
          question={data.question}
          ownTimes={data.ownTimes}
          music={data.music}
          teachers={data.teachers}
          problem={problem ?? data.held ?? draftProblem(data.values, data.problems)}
        />
      ) : (
        <>
          {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
          <QuestionPicker
            title="从口语题库选题"
            page={data.picker.page}
            filter={data.picker.filter}
            directories={data.picker.directories}
            looked={data.picker.looked}
            keep={['id', 'choose']}
            backHref={here}
            newHref={toQuestion('oral')}
            draw={
              <IntentButton intent="draw" fields={{ id: frame.id, version: frame.version }}>
                从 {data.picker.page.totalCount} 题里随机抽一道
              </IntentButton>
            }
            action={(row, look) => (
              <IntentButton
                intent="choose"
                fields={{ id: frame.id, version: frame.version, questionId: row.id }}
                label={`选用 ${row.title}`}
                look={look}
              >
                选用
              </IntentButton>
            )}
          />
        </>
      )}
    </WizardFrame>
  );
}

export { RouteError as ErrorBoundary };
