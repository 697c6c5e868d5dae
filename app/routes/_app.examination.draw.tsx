import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { DrawForm, type Asked, type Supply } from '~/components/exam/draw-form';
import { DrawRules } from '~/components/exam/draw-rules';
import { nameOf } from '~/components/exam/exam-table';
import { IntentButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { drawIntoBasket, questionsInBasket } from '~/domain/basket/basket-draw.commands.server';
import { addDraws, checkSupply, drawIntoPaper, removeDraw, type DrawRow } from '~/domain/exam/draw.commands.server';
import { initialDrawRows } from '~/domain/exam/draw-form.rules';
import { drawIntentSchema, readDrawRows } from '~/domain/exam/draw.schema';
import { getDraftExam, toDrawRow } from '~/domain/exam/wizard-page.queries.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { directoryOptions } from '~/domain/question-bank/directory.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toBasket } from '~/lib/addresses/banks';
import { toDraw, toExam, toStep } from '~/lib/addresses/exams';
import { toExams } from '~/lib/addresses/sitting';
import { invalid } from '~/lib/errors';
import { formDataToObject } from '~/lib/form-values';
import { newSeed, newUuid } from '~/lib/ids.server';
import { optionalId } from '~/lib/zod';
import styles from '~/styles/compose.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: '随机抽题 - 考评' }];

const readTrees = async (actor: Actor) => ({
  theory: await listDirectories(actor, 'theory'),
  written: await listDirectories(actor, 'written'),
});

/** What each row has to draw from: in the basket nothing that lies there already. */
async function supplyOf(actor: Actor, examId: number | null, rows: DrawRow[]): Promise<Supply[]> {
  const taken = examId === null ? await questionsInBasket(actor) : new Set<number>();
  return checkSupply(actor, { examId, rows, taken }, newSeed());
}

/** With an exam: drawn into its paper, or for each student. Without: into the basket. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const id = optionalId()
    .catch(0)
    .parse(new URL(request.url).searchParams.get('id') ?? '');
  if (id !== null && (await getOwnExam(actor, id)).status !== 'draft') throw redirect(toExam({ id }));
  const [trees, exam] = await Promise.all([readTrees(actor), id === null ? null : getDraftExam(actor, id)]);
  const { rows } = readDrawRows(initialDrawRows(), trees, 'ask');
  return {
    supply: await supplyOf(actor, id, rows),
    exam: exam && {
      id: exam.id,
      name: nameOf(exam),
      draws: exam.draws.map(toDrawRow),
    },
    directories: [
      { label: '理论题库', options: directoryOptions(trees.theory) },
      { label: '笔试题库', options: directoryOptions(trees.written) },
    ],
    requestId: newUuid(),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const answer = await answerForm(form, drawIntentSchema, async (input): Promise<Response | Asked> => {
    const { id: examId, requestId } = input;
    if (input._intent === 'remove') {
      await removeDraw(actor, { examId: input.id, drawId: input.drawId }, now);
      return redirectWithFlash(request, toDraw({ id: input.id ?? undefined }), '已删除这条规则');
    }
    const isAsking = input.to === 'check' || (examId === null && input.to !== 'basket');
    const purpose = isAsking ? 'ask' : input.to === 'student' ? 'each' : 'once';
    const { rows, problems, unpriced } = readDrawRows(formDataToObject(form), await readTrees(actor), purpose);
    if (Object.keys(problems).length > 0) throw invalid(problems);
    if (isAsking)
      return {
        supply: await supplyOf(actor, examId, rows),
        unpriced,
        isCounted: rows.some(({ rule }) => rule.count > 0),
      };
    if (input.to === 'basket' || examId === null) {
      const added = await drawIntoBasket(actor, { rows, requestId }, newSeed(), now);
      return redirectWithFlash(request, toBasket(), `已抽出 ${added} 题，放在试题篮最后`);
    }
    const here = toStep('threeadd', { id: examId });
    if (input.to === 'paper') {
      const added = await drawIntoPaper(actor, { examId, rows, requestId }, newSeed(), now);
      return redirectWithFlash(request, here, `已抽出 ${added} 题，按题型排进了试卷；可以再调整顺序或换题`);
    }
    const added = await addDraws(actor, { examId, rows, requestId }, newSeed(), now);
    return redirectWithFlash(
      request,
      toDraw({ id: examId ?? undefined }),
      `已保存 ${added} 条规则，每名学生开考时各自抽题`,
    );
  });
  if (!answer.ok) return answer.problem;
  return answer.value instanceof Response ? answer.value : sameForm(form, {}, answer.value);
}

/** The page asks what there is to draw from while it is filled in: nothing else of it changes then. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  formData?.get('to') === 'check' ? false : defaultShouldRevalidate;

export default function DrawPage() {
  const { exam, directories, requestId, supply } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const back = exam ? toStep('threeadd', { id: exam.id }) : toBasket();
  return (
    <>
      <PageHeader
        title="随机抽题"
        purpose="按题型、难度和目录说明各抽多少题：抽一次大家一样，或者每名学生各抽各的。"
        crumbs={
          exam
            ? [
                { label: '考试' },
                { label: '我的考试', href: toExams() },
                { label: exam.name, href: back },
                { label: '随机抽题' },
              ]
            : [{ label: '题库' }, { label: '试题篮', href: back }, { label: '随机抽题' }]
        }
        actions={<ButtonLink to={back}>{exam ? '返回试卷' : '返回试题篮'}</ButtonLink>}
      />
      <DrawForm examId={exam?.id ?? null} {...{ directories, requestId, problem, supply }} />
      {exam && exam.draws.length > 0 ? (
        <Card title="每名学生随机抽题" hint="发布时冻结题池，学生开考时抽定，不再变化" padded={false}>
          <DrawRules
            draws={exam.draws}
            examId={exam.id}
            action={(draw) => (
              <IntentButton
                intent="remove"
                fields={{ id: exam.id, drawId: draw.id }}
                look="link"
                label={`删除 ${draw.text}`}
              >
                删除
              </IntentButton>
            )}
          />
        </Card>
      ) : null}
    </>
  );
}

export { RouteError as ErrorBoundary };
