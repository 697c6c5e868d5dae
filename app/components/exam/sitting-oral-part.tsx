import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { ExamSaved } from '~/components/layout/exam-shell';
import { callApi } from '~/components/media/call-api';
import { useTakeQueue } from '~/components/saving/use-take-queue';
import { AlertIcon, DoneIcon } from '~/components/ui/icons';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import { NOT_HANDED_IN, type ReceiptNote } from '~/domain/attempt/attempt.rules';
import type { SittingItem } from '~/domain/attempt/sitting.commands.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import type { Announcement } from '~/domain/room/announcement.schema';
import type { FormProblem } from '~/http/form-problem';
import { toSitting } from '~/lib/addresses/sitting';
import { formatClock } from '~/lib/time';
import { UPLOAD_FORM } from './oral-upload';
import { Announcements } from './sitting-announcements';
import { HandIn } from './sitting-hand-in';
import { OralGo, OralTurn } from './oral-turn';
import { OralItem, OralItemList } from './sitting-oral';
import { oralUnsent } from './sitting-oral-unsent';
import { ASK, goTo, HAND_IN } from './sitting-paths';
import { SittingShell, useSitting } from './sitting-shell';
import { SittingTime, shortTime } from './sitting-time';
import { useChosenFiles } from './use-chosen-files';
import { useLeaveLog } from './use-leave-log';
import { useOpenWatch } from './use-open-watch';

export type OralPartProps = {
  exam: { id: number; name: string; maxTakes: number };
  attempt: AttemptView;
  /** Of the whole part. */
  items: SittingItem[];
  /** Of the item that is shown. */
  position: number;
  isAsking: boolean;
  announcements: Announcement[];
  now: number;
  problem: FormProblem | null;
  /** What is wrong with the recordings of the shown item, by take; '' where nothing is. */
  flaws: Record<number, string>;
  /** What of the shown item did not count. */
  refused: ReceiptNote[];
};

/**
 * The oral part, an item a page. What is recorded and chosen outlives going to another item, and is on its way, or still
 * being recorded, when the time is over or the paper is handed in.
 */
export function OralPart(props: OralPartProps) {
  const { exam, attempt, items, position, isAsking, now, problem } = props;
  const { user, timeZone } = useSitting();
  const { revalidate } = useRevalidator();
  const keepTake = useCallback(
    (itemId: number, fileId: string) =>
      callApi('exam/attempt/take', { attemptId: attempt.id, itemId, fileId, chosen: 1 }),
    [attempt.id],
  );
  const [owner] = useState({ userId: user.id, attemptId: attempt.id });
  const { queue, pending } = useTakeQueue(keepTake, revalidate, owner);
  const { chosen, choose, send } = useChosenFiles(queue);
  useLeaveWarning(queue.underWay > 0);
  const endAndSend = () => {
    queue.stopRecording();
    send();
  };
  const isRecording = pending.some((take) => take.phase === 'recording');
  useLeaveLog(attempt.id, true);
  const { closed, announcements } = useOpenWatch(attempt, {
    ...{ isOpen: true, timeZone, onMoved: revalidate, announcements: props.announcements },
    // What is being recorded is no trouble.
    unsaved: queue.underWay - (isRecording ? 1 : 0),
    refused: pending.filter((take) => take.phase === 'refused').length,
    onTurned: endAndSend,
  });
  // The receipt is shown when the server has said what becomes of the recording that went on until now.
  const isSettled = closed !== '' && queue.underWay === 0;
  useEffect(() => {
    if (isSettled) revalidate();
  }, [isSettled, revalidate]);
  const item = items[position - 1];
  const handInHref = toSitting('oral', { id: exam.id, item: position, confirm: 'submit' });
  const lastTake = Math.max(0, ...items.flatMap((one) => one.takes.map((take) => take.receivedAt)));
  return (
    <SittingShell
      title={exam.name}
      isSitting
      saved={
        pending.some((take) => take.error !== '') ? (
          <ExamSaved icon={<AlertIcon small />}>有录音没有上传</ExamSaved>
        ) : lastTake > 0 ? (
          <ExamSaved icon={<DoneIcon small />}>录音已上传 {formatClock(lastTake, timeZone)}</ExamSaved>
        ) : null
      }
      time={
        <SittingTime
          now={now}
          deadlineAt={attempt.deadlineAt}
          overAt={attempt.deadlineAt + GRACE_MS + 500}
          timeZone={timeZone}
          closed={closed}
          refresh={
            <button className="linkbtn" form={UPLOAD_FORM} name="_go" value={goTo(position)}>
              刷新
            </button>
          }
          onOver={revalidate}
        />
      }
      notice={<Announcements list={announcements} />}
      bottomPhoneOnly={items.length === 1}
      bottom={<OralTurn position={position} count={items.length} examId={exam.id} handInHref={handInHref} />}
    >
      {isAsking ? (
        <HandIn
          attemptId={attempt.id}
          items={items}
          backTo={(one) => {
            const at = one?.position ?? position;
            return [toSitting('oral', { id: exam.id, item: at }), goTo(at)];
          }}
          unsent={{ ...oralUnsent(items, queue.underWay, pending, chosen), onHandIn: endAndSend }}
          formId={UPLOAD_FORM}
          message={
            problem && problem.values._go === HAND_IN
              ? `${NOT_HANDED_IN}选好的录音文件没有收下，原因写在“上传录音文件”那里。`
              : ''
          }
          afterText="交卷后不能再录音。"
        />
      ) : null}
      <div className="exam__grid">
        <div className="exam__col">
          {item && item.question.bank === 'oral' ? (
            <OralItem
              key={item.id}
              attemptId={attempt.id}
              startedAt={attempt.startedAt}
              now={now}
              item={item}
              body={item.question.body}
              itemCount={items.length}
              maxTakes={exam.maxTakes}
              problem={problem}
              flaws={props.flaws}
              refused={props.refused}
              deadlineAt={attempt.deadlineAt}
              queue={queue}
              pending={pending}
              chosen={chosen[item.id]}
              onChooseFile={choose}
            />
          ) : null}
        </div>
        <aside className="exam__side">
          <OralItemList items={items} current={position} examId={exam.id} />
          <section className="card">
            <div className="card__body">
              <p className="small">
                交卷后不能再录音。到 {shortTime(attempt.deadlineAt, now, timeZone)} 自动交卷，已上传的都算数。
              </p>
              <OralGo block className="handin" to={handInHref} go={ASK}>
                交卷
              </OralGo>
            </div>
          </section>
        </aside>
      </div>
    </SittingShell>
  );
}
