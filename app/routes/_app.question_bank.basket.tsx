import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BASKET_FORM, BasketForm } from '~/components/basket/basket-form';
import { MakeExam } from '~/components/basket/make-exam';
import { nameOf } from '~/components/exam/exam-table';
import { DefaultSubmit } from '~/components/form/default-submit';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Button, ButtonLink } from '~/components/ui/button';
import { PrintIcon } from '~/components/ui/teacher-icons';
import { makeExamFromBasket } from '~/domain/basket/basket-exam.commands.server';
import { addToBasket, arrangeBasket, clearBasket } from '~/domain/basket/basket.commands.server';
import { listBasket, toBasketRow } from '~/domain/question-bank/basket.queries.server';
import { basketMoveOf } from '~/domain/basket/basket.rules';
import { basketIntentSchema } from '~/domain/basket/basket.schema';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { mixOf } from '~/domain/exam/paper-mix.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { withoutTicks } from '~/http/kept-ticks';
import { localPath } from '~/http/local-path';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toBasket, toBasketPrint } from '~/lib/addresses/banks';
import { toDraw, toStep } from '~/lib/addresses/exams';
import { formDataToObject } from '~/lib/form-values';
import { newUuid } from '~/lib/ids.server';
import dialogStyles from '~/styles/dialogs.css?url';
import styles from '~/styles/compose.css?url';

export const links: LinksFunction = () => [dialogStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '试题篮 - 考评' }];

const DRAFTS = { status: 'draft', keyword: '', pageSize: 50, currentPage: 1 } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const [items, drafts] = await Promise.all([listBasket(actor), listOwnExams(actor, DRAFTS, requestTime(request))]);
  const asked = new URL(request.url).searchParams;
  const ready = items.filter((item) => item.state === 'ready');
  return {
    rows: items.map(toBasketRow),
    mix: mixOf(ready),
    written: mixOf(ready.filter((item) => item.bank !== 'oral')),
    oralTitles: ready.filter((item) => item.bank === 'oral').map((item) => item.title),
    drafts: drafts.rows.map((exam) => ({ id: exam.id, name: nameOf(exam) })),
    requestId: newUuid(),
    typed: { name: asked.get('name') ?? '', examId: asked.get('examId') ?? '', isEmptied: asked.get('empty') === '1' },
    isClearing: asked.get('confirm') === 'clear' && items.length > 0,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const answer = await answerForm(form, basketIntentSchema, async (input): Promise<Response> => {
    switch (input._intent) {
      case 'add': {
        // A bank's list shows the newest first: a paper that was imported comes in its own order.
        const questionIds = [...input.ids].sort((a, b) => a - b);
        const added = await addToBasket(actor, { questionIds }, now);
        const known = input.ids.length - added;
        const text =
          added === 0 ? '所选的题已在试题篮里' : `已加入试题篮 ${added} 题${known > 0 ? `，${known} 题原来就在` : ''}`;
        const back = new URL(localPath(input.back, toBasket()), request.url);
        return redirectWithFlash(request, withoutTicks(back, input.ids), text);
      }
      case 'arrange': {
        const move = basketMoveOf(form.get('move'));
        await arrangeBasket(actor, { order: input.order, values: formDataToObject(form), move }, now);
        if (move.kind === 'print') return redirect(toBasketPrint());
        if (move.kind === 'exam') {
          const made = await makeExamFromBasket(actor, { ...input, isEmptied: input.empty }, now);
          const kind = made.isComplete ? 'success' : 'warn';
          return redirectWithFlash(request, toStep('threeadd', { id: made.examId }), made.text, kind);
        }
        const text = move.kind === 'remove' ? '已移出试题篮' : move.kind === 'points' ? '已统一设置分值' : '已保存';
        return redirectWithFlash(request, toBasket(typedOf(input)), text);
      }
      case 'clear':
        return redirectWithFlash(request, toBasket(), `试题篮已清空，移出了 ${await clearBasket(actor, now)} 题`);
    }
  });
  return answer.ok ? answer.value : answer.problem;
}

/** What was typed for the exam stays when the basket alone was saved. */
const typedOf = ({ name, examId, empty }: { name: string; examId: number | null; empty: boolean }) => ({
  name: name || undefined,
  examId: examId ?? undefined,
  empty: empty ? (1 as const) : undefined,
});

export default function BasketPage() {
  const { rows, mix, written, oralTitles, drafts, typed, requestId, isClearing } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const isElsewhere = problem && ['add', 'clear'].includes(String(problem.values._intent));
  return (
    <>
      {/* Before every other button of the form, also those of the head: it is what Enter presses. */}
      <DefaultSubmit form={BASKET_FORM} name="move" value="save" />
      <PageHeader
        title="试题篮"
        purpose="从题库里选出来的题先放在这里：排好顺序、定好分值，再组成考试或打印成试卷。"
        crumbs={[{ label: '题库' }, { label: '试题篮' }]}
        actions={
          rows.length === 0 ? (
            <ButtonLink to={toDraw()}>随机抽题</ButtonLink>
          ) : (
            <>
              <ButtonLink to={toDraw()}>随机抽题</ButtonLink>
              <ButtonLink to={toBasket({ confirm: 'clear' })} variant="warn">
                清空
              </ButtonLink>
              <Button form={BASKET_FORM} name="move" value="print">
                <PrintIcon />
                打印试卷
              </Button>
            </>
          )
        }
      />
      {isElsewhere ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {isClearing ? (
        <ConfirmSection
          intent="clear"
          text={`确定清空试题篮吗？${rows.length} 道题会移出试题篮，题库里的题目不受影响。`}
          cancelHref={toBasket()}
          danger
        />
      ) : null}
      <BasketForm rows={rows} mix={mix} problem={problem}>
        {mix.count > 0 ? <MakeExam {...{ drafts, requestId, written, oralTitles, typed }} /> : null}
      </BasketForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
