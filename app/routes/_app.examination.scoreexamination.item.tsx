import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { Breadcrumbs, PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { itemHref, ItemList } from '~/components/scoring/item-list';
import { HELD_TEXT, ItemPapersForm } from '~/components/scoring/item-papers';
import { Note } from '~/components/ui/feedback';
import { PARTS } from '~/domain/exam/parts.rules';
import { listPauses } from '~/domain/file/waveform.server';
import { finaliseReadyDrafts, saveItemMarks } from '~/domain/scoring/marking/item-marking.commands.server';
import { getItemMarking, getItemPapers } from '~/domain/scoring/marking/item-marking.queries.server';
import { itemMarkingShape, itemMarksSchema } from '~/domain/scoring/marking/item-marking.schema';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { findHeldProblem, keepFormOfEndedSession } from '~/http/held-forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { idField, optionalId } from '~/lib/zod';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/scoring-room.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `按题评分：${data?.marking.exam.name ?? ''} - 考评` },
];

/** A page with recordings that nobody has opened before does not wait long for their pauses. */
const PAUSES_WAIT_MS = 2000;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  const params = paramsOf(request);
  const marking = await getItemMarking(actor, params, now);
  const papers = params.itemId === 0 ? null : await getItemPapers(actor, params, now);
  const takes = papers?.rows.flatMap((row) => row.item.takes.filter((take) => take.isChosen)) ?? [];
  const fileIds = takes.map((take) => take.fileId);
  return {
    held: papers === null ? null : await findHeldProblem(actor, heldPath(params), now),
    marking,
    papers,
    pauses: await listPauses(fileIds, PAUSES_WAIT_MS),
    classId: marking.isBlind ? 0 : params.classId,
    isSubmitting: searchParams.get('confirm') === 'submit' && marking.readyCount > 0,
  };
}

/** Under which name the marks of a page are kept when the session has ended while they were typed. */
const heldPath = ({ examId, itemId, classId, currentPage }: ReturnType<typeof paramsOf>) =>
  itemHref({ examId, part: 'written', itemId, classId, page: currentPage });

function paramsOf(request: Request) {
  return listParams(new URL(request.url).searchParams, itemMarkingShape);
}

const submitSchema = z.object({
  examId: idField('考试'),
  part: z.enum(PARTS),
  classId: optionalId('班级').transform((id) => id ?? 0),
});

export async function action({ request }: ActionFunctionArgs) {
  const params = paramsOf(request);
  await keepFormOfEndedSession(request, heldPath(params));
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const intent = z.enum(['draft', 'next', 'submit']).catch('draft').parse(form.get('_intent'));
  if (intent === 'submit') {
    const answer = await answerForm(form, submitSchema, async (input) => ({
      ...(await finaliseReadyDrafts(actor, input, now)),
      here: itemHref(input),
    }));
    if (!answer.ok) return answer.problem;
    const { submitted, waiting, here } = answer.value;
    const rest = waiting > 0 ? `，${waiting} 份的学生还可以补传照片，要等截止后再提交` : '';
    return redirectWithFlash(request, here, `已提交 ${submitted} 份${rest}`);
  }
  const answer = await answerForm(form, itemMarksSchema, (input) => saveItemMarks(actor, input, now));
  if (!answer.ok) return answer.problem;
  await dropHeldForms(actor, heldPath(params));
  const said = answer.value === 0 ? '没有改动' : `已保存 ${answer.value} 份`;
  const at = { examId: params.examId, part: params.part ?? 'oral', classId: params.classId };
  if (intent === 'draft') {
    return redirectWithFlash(request, itemHref({ ...at, itemId: params.itemId, page: params.currentPage }), said);
  }
  const papers = await getItemPapers(actor, params, now);
  const isLast = params.currentPage * papers.pageSize >= papers.totalCount;
  if (!isLast) {
    return redirectWithFlash(request, itemHref({ ...at, itemId: params.itemId, page: params.currentPage + 1 }), said);
  }
  const left = papers.next === null ? (await getItemMarking(actor, params, now)).unmarked.count : 0;
  const next = papers.next !== null ? '到下一题' : left > 0 ? `还有 ${left} 处没打分` : '这些题都打了分';
  return redirectWithFlash(request, itemHref({ ...at, itemId: papers.next ?? 0 }), `${said}，${next}`);
}

export default function ItemPage() {
  const { marking, papers, pauses, held, classId, isSubmitting } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() ?? null;
  const problem = answered ?? held;
  const { exam, part } = marking;
  const crumbs = [
    { label: '考试', href: toExams() },
    { label: '考试评分', href: toScoring() },
    { label: exam.name, href: toPapers({ examId: exam.id, part }) },
  ];
  const list = itemHref({ examId: exam.id, part, classId });
  if (papers) {
    return (
      <>
        <Breadcrumbs items={[...crumbs, { label: '按题评分', href: list }, { label: '评分' }]} />
        {held && !answered ? <Note tone="warn">{HELD_TEXT}</Note> : null}
        <ItemPapersForm marking={marking} papers={papers} pauses={pauses} classId={classId} problem={problem} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        crumbs={[...crumbs, { label: '按题评分' }]}
        title="按题评分"
        purpose="一道题评完一个班再评下一道，尺度更一致；每份答卷的分数存在自己的草稿里，评完一起提交。"
      />
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {isSubmitting ? (
        <ConfirmSection
          text={`${marking.readyCount} 份答卷的各题都评完了。确定提交这些评分吗？提交后仍可逐份查看和修改，直到公布成绩。`}
          intent="submit"
          fields={{ examId: exam.id, part, classId: classId === 0 ? '' : classId }}
          cancelHref={list}
          confirmLabel="提交评分"
        />
      ) : null}
      <ItemList marking={marking} classId={classId} />
    </>
  );
}

export { RouteError as ErrorBoundary };
