import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxField } from '~/components/form/choice-fields';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextArea } from '~/components/form/text-fields';
import { Breadcrumbs } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { LateContent, whatItReplaces } from '~/components/scoring/late-content';
import { paperHref } from '~/components/scoring/papers-table';
import { buttonClass } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { acceptLate } from '~/domain/scoring/marking/late.commands.server';
import { getLate } from '~/domain/scoring/marking/late.queries.server';
import { acceptLateSchema, lateIdSchema } from '~/domain/scoring/marking/late.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { notFound } from '~/lib/errors';
import dialogStyles from '~/styles/dialogs.css?url';
import styles from '~/styles/scoring-room.css?url';

export const links: LinksFunction = () => [dialogStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '计入迟到的内容 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const parsed = lateIdSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  if (!parsed.success) throw notFound('迟到的内容');
  const { exam, attempt, ...late } = await getLate(actor, parsed.data, requestTime(request));
  return {
    exam: { id: exam.id, name: exam.name },
    attemptId: attempt.id,
    part: attempt.part,
    late,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), acceptLateSchema, (input) => acceptLate(actor, input, now));
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, paperHref(answer.value.attemptId, 0), '已计入，并已通知学生；回执已更新');
}

export default function LatePage() {
  const { exam, attemptId, part, late } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? null;
  const { item, itemNumber, kind, id, finals, isByHand } = late;
  const back = `${paperHref(attemptId, 0)}#item-${item.id}`;
  return (
    <>
      <Breadcrumbs
        items={[
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id, part }) },
          { label: '评分', href: back },
          { label: '计入迟到的内容' },
        ]}
      />
      <section className="confirm late-page" aria-labelledby="late-title">
        <h1 id="late-title">温馨提示</h1>
        <p>
          第 {itemNumber} 题，
          {item.lateAnswers.some((one) => kind === 'answer' && one.id === id && one.isSignedOut)
            ? '登录失效时收到，没有计入：'
            : '收卷后收到：'}
        </p>
        <LateContent item={item} kind={kind} id={id} />
        {late.isLocked ? (
          <Note>成绩已经公布。要计入迟到的内容，请先撤回公布。</Note>
        ) : (
          <>
            <Note tone="warn">
              <p>{whatItReplaces(item, kind)}</p>
              {finals > 0 ? (
                <p>
                  {isByHand
                    ? `${kind === 'take' && item.takes.length > 0 ? '改以这一段评分时，' : ''}已提交的 ${finals} 份评分会退回成草稿，分数留着；阅卷老师会收到消息，看过以后重新提交。`
                    : `已提交的 ${finals} 份评分会按答案重新计算这道题的得分。`}
                </p>
              ) : null}
              <p>计入以后不能撤销：学生会收到消息，回执会更新。原来的每一版都留在记录里。</p>
            </Note>
            <CheckedForm schema={acceptLateSchema} intent="accept" problem={problem}>
              <HiddenFields values={{ kind, id }} />
              <TextArea
                name="reason"
                label="理由"
                hint="学生会看到，例如：考场断网，老师同意补交。"
                rows={2}
                required
              />
              {kind === 'take' ? (
                <CheckboxField name="isChosen" value="1" label="作为计分的录音" defaultChecked />
              ) : null}
              <div className="row confirm__buttons">
                <Link className={buttonClass()} to={back}>
                  取消
                </Link>
                <SubmitButton busyText="正在计入…">确定计入</SubmitButton>
              </div>
            </CheckedForm>
          </>
        )}
      </section>
    </>
  );
}

export { RouteError as ErrorBoundary };
