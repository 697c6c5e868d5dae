import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useRevalidator } from '@remix-run/react';
import { z } from 'zod';
import { Leftovers } from '~/components/exam/leftovers';
import { HandedIn, sittingAfter } from '~/components/exam/sitting-receipt';
import { SittingShell, useSitting } from '~/components/exam/sitting-shell';
import { CountdownText, shortTime } from '~/components/exam/sitting-time';
import { useOpenWatch } from '~/components/exam/use-open-watch';
import { RouteError } from '~/components/layout/route-error';
import { Note } from '~/components/ui/feedback';
import { keepHeldAnswers } from '~/domain/attempt/attempt.commands.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { getOwnAttempt, getWaitingRoom } from '~/domain/attempt/sitting.commands.server';
import { PARTS, PART_LABELS } from '~/domain/exam/parts.rules';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toExamPreview, toResult } from '~/lib/addresses/results';
import { toSitting } from '~/lib/addresses/sitting';
import { notFound } from '~/lib/errors';

export const meta: MetaFunction = () => [{ title: '交卷回执 - 考评' }];

const searchSchema = z.object({
  id: z.coerce.number().int().positive().max(2_147_483_647),
  part: z.enum(PARTS),
  number: z.coerce.number().int().positive().max(2_147_483_647).nullable().catch(null),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const parsed = searchSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) throw notFound('回执');
  const now = requestTime(request);
  const { id: examId, part, number } = parsed.data;
  const { exam, attempt, arePhotosOpen, isOpen } = await getOwnAttempt(actor, { examId, part, number }, now);
  if (isOpen) throw redirect(toSitting(part, { id: examId }));
  await keepHeldAnswers(actor, attempt.id, now);
  const { parts } = await getWaitingRoom(actor, examId, now);
  const own = parts.find((one) => one.part === part);
  const again = own ? sittingAfter(own, attempt.number, examId) : null;
  const other = parts.find((one) => one.part !== part);
  const isAhead =
    other !== undefined && (other.canStart || other.phase === 'not_started' || other.attempt?.state === 'in_progress');
  const notes = await listReceiptNotes(attempt);
  return { exam, attempt, notes, arePhotosOpen, otherPart: isAhead ? other.part : null, again, now };
}

/** So long after the deadline a teacher may still give minutes to those who wait before their receipts. */
const REOPENED_MS = 2 * 3_600_000;

/** Leads back into the paper when it has been opened again. */
function OpenWatch({ attempt, timeZone }: { attempt: { id: number; deadlineAt: number }; timeZone: string }) {
  const { revalidate } = useRevalidator();
  useOpenWatch(attempt, {
    ...{ isOpen: false, timeZone, refused: 0, unsaved: 0, announcements: [] },
    ...{ onTurned: revalidate, onMoved: revalidate },
  });
  return null;
}

export default function ReceiptPage() {
  const { exam, attempt, notes, arePhotosOpen, otherPart, again, now } = useLoaderData<typeof loader>();
  const { user, timeZone } = useSitting();
  return (
    <SittingShell title={exam.name}>
      {now < attempt.deadlineAt + REOPENED_MS ? <OpenWatch attempt={attempt} timeZone={timeZone} /> : null}
      <Leftovers userId={user.id} attemptId={attempt.id} isReceipt />
      {again ? (
        <Note tone="warn">
          这是第 {attempt.number} 次的答卷；{again.label}正在进行，
          <CountdownText until={again.deadlineAt} now={now} prefix="还剩" />。
          <Link to={again.href}>去{again.label}</Link>
        </Note>
      ) : null}
      <HandedIn
        attempt={attempt}
        notes={notes}
        photosHref={arePhotosOpen ? toSitting('written', { id: exam.id }) : null}
        photosUntil={attempt.uploadDeadlineAt ? shortTime(attempt.uploadDeadlineAt, now, timeZone) : ''}
        otherPart={otherPart && { label: PART_LABELS[otherPart], href: toExamPreview({ id: exam.id }) }}
        resultHref={exam.status === 'released' ? toResult({ examId: exam.id }) : null}
      />
    </SittingShell>
  );
}

export { RouteError as ErrorBoundary };
