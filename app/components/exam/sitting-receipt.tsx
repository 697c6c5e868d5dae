import { ReceiptCard } from '~/components/scoring/receipt-card';
import { ButtonLink } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { DoneIcon } from '~/components/ui/icons';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { WaitingPart } from '~/domain/attempt/sitting.commands.server';
import type { ReceiptNote } from '~/domain/attempt/attempt.rules';
import { toExamPreview } from '~/lib/addresses/results';
import { toSitting, toStudentExams } from '~/lib/addresses/sitting';

const COUNTS = '已保存的都算数。';
/** What happened, how, and what is true while nothing stands against it. */
const WORDS = {
  student: ['已交卷', '', '答卷已经安全保存在服务器上。'],
  server: ['已收卷', '考试时间到，系统自动收卷。', COUNTS],
  teacher: ['已收卷', '老师结束了考试。', COUNTS],
} as const;

const RECEIVED = '收到的都已安全保存在服务器上；没有收下或没有计入的，回执里逐条写明。';

/** The sitting that runs after the one whose receipt this is: who comes back by an old page would miss it. */
export function sittingAfter({ part, attempt, isResit, canStart, deadlines }: WaitingPart, number: number, id: number) {
  const label = isResit ? '补考' : '下一次作答';
  if (attempt === null)
    return canStart ? { label, deadlineAt: deadlines.answersAt, href: toExamPreview({ id }) } : null;
  const isRunning = attempt.number > number && attempt.state === 'in_progress';
  return isRunning ? { label, deadlineAt: deadlines.answersAt, href: toSitting(part, { id }) } : null;
}

/** 代交. */
const handedInFor = (reason: string) => ['老师已代你交卷', `原因：${reason}。`, COUNTS] as const;

/** What a student sees after handing in: that it is done, the receipt, and what comes next. */
export function HandedIn({
  attempt,
  notes,
  photosHref,
  photosUntil,
  resultHref,
  otherPart,
}: {
  attempt: AttemptView;
  /** What did not count, and why. */
  notes: ReceiptNote[];
  /** Where photos can still be added; null when they cannot. */
  photosHref: string | null;
  photosUntil: string;
  /** The released result; null before the release. */
  resultHref: string | null;
  /** The exam's other part, while it is not over. */
  otherPart: { label: string; href: string } | null;
}) {
  const reason = attempt.receipt?.reason;
  const [title, how, all] = reason ? handedInFor(reason) : WORDS[attempt.closedBy ?? 'server'];
  // Nothing may sound as if it held what the lines below say it does not.
  const text = notes.length > 0 ? RECEIVED : all;
  return (
    <div className="handed-in">
      <div className="handed-in__head">
        <DoneIcon />
        <div>
          <h1>{title}</h1>
          <p>
            {how}
            {text}
          </p>
        </div>
      </div>
      <ReceiptCard attempt={attempt} notes={notes} />
      {photosHref ? (
        <>
          <Note tone="warn">照片到 {photosUntil} 前还可以补传或更换，增减照片后回执会更新。</Note>
          <ButtonLink variant="primary" size="l" block to={photosHref}>
            上传照片
          </ButtonLink>
        </>
      ) : null}
      {resultHref ? (
        <ButtonLink variant="primary" size="l" block to={resultHref}>
          查看成绩
        </ButtonLink>
      ) : (
        <p className="quiet">成绩公布后会有消息通知。</p>
      )}
      {otherPart ? (
        <ButtonLink size="l" block variant={photosHref ? 'default' : 'primary'} to={otherPart.href}>
          本场考试还有{otherPart.label}部分
        </ButtonLink>
      ) : null}
      <ButtonLink size="l" block to={toStudentExams()}>
        返回考试列表
      </ButtonLink>
    </div>
  );
}
