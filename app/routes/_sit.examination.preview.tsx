import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react';
import { Announcements } from '~/components/exam/sitting-announcements';
import { SittingShell, useSitting } from '~/components/exam/sitting-shell';
import { WaitingPage } from '~/components/exam/sitting-waiting';
import { RouteError } from '~/components/layout/route-error';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { startSchema } from '~/domain/attempt/attempt.schema';
import { getWaitingRoom } from '~/domain/attempt/sitting.commands.server';
import { getVisibleExam } from '~/domain/exam/exam.queries.server';
import { listAnnouncementsOf } from '~/domain/room/announcement.queries.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { answerForm } from '~/http/forms.server';
import { requireStudent, requireUser } from '~/http/guards.server';
import { refuseFormOfAnother } from '~/http/held-forms.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toPaperPreview } from '~/lib/addresses/exams';
import { toExamPreview } from '~/lib/addresses/results';
import { toSitting } from '~/lib/addresses/sitting';
import { notFound } from '~/lib/errors';

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: '考试 - 考评' }];
  return [{ title: `考前说明，${data.room.exam.name} - 考评` }];
};

function readId(request: Request): number {
  const id = Number(new URL(request.url).searchParams.get('id'));
  if (!Number.isInteger(id) || id <= 0 || id >= 2 ** 31) throw notFound('考试');
  return id;
}

/** What a student should know before the start; a teacher is led to the paper. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const id = readId(request);
  if (isTeacher(actor)) throw redirect(toPaperPreview({ id: (await getVisibleExam(actor, id)).id }));
  const room = await getWaitingRoom(actor, id, now);
  const rooms = room.parts.map(({ part, isResit }) => ({ examId: id, part, isResit }));
  return { room, announcements: await listAnnouncementsOf(rooms), now };
}

const formSchema = startSchema.pick({ part: true });

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireStudent(request);
  const examId = readId(request);
  const form = await readTexts(request);
  const now = requestTime(request);
  await refuseFormOfAnother(request, toExamPreview({ id: examId }), form);
  const answer = await answerForm(form, formSchema, ({ part }) => startAttempt(actor, { examId, part }, now));
  return answer.ok ? redirect(toSitting(answer.value.part, { id: examId }), 303) : answer.problem;
}

export default function PreviewPage() {
  const { room, announcements, now } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? null;
  const { timeZone } = useSitting();
  const revalidator = useRevalidator();
  return (
    <SittingShell title={room.exam.name} notice={<Announcements list={announcements} />}>
      <WaitingPage room={room} problem={problem} onBegin={revalidator.revalidate} now={now} timeZone={timeZone} />
    </SittingShell>
  );
}

export { RouteError as ErrorBoundary };
