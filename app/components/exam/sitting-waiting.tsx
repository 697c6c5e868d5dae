import { useEffect, useState } from 'react';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, SubmitButton } from '~/components/form/submit';
import { callApi } from '~/components/media/call-api';
import { MicCheck } from '~/components/media/mic-check';
import { ButtonLink } from '~/components/ui/button';
import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { DescriptionList } from '~/components/ui/facts';
import { ClockIcon, DoneIcon, HalfIcon } from '~/components/ui/icons';
import { useServerNow } from '~/components/ui/server-time';
import type { WaitingPart, WaitingRoom } from '~/domain/attempt/sitting.commands.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { RESIT_RULES } from '~/domain/exam/resit.rules';
import type { FormProblem } from '~/http/form-problem';
import { toReceipt, toSitting } from '~/lib/addresses/sitting';
import { formatDuration, formatMinute } from '~/lib/time';
import { PartChip } from './sitting-list';
import { CountdownText } from './sitting-time';

const MINUTE_MS = 60_000;
const CHECKED_KEY = 'mic-checked';

type Clock = { now: number; timeZone: string };

/** What a student is told before the start, with a microphone check and a start button for each part. */
export function WaitingPage({
  room,
  problem,
  onBegin,
  ...clock
}: Clock & {
  room: WaitingRoom;
  problem: FormProblem | null;
  /** A part's window has just opened or closed. */
  onBegin: () => void;
}) {
  const hasOral = room.parts.some((part) => part.part === 'oral' && (part.canStart || part.phase === 'not_started'));
  const [mic, setMic] = useMicCheck();
  // For the teacher's board; the exam itself depends on nothing of it.
  const report = (isOk: boolean, reason = '') =>
    void callApi('exam/micCheck', { examId: room.exam.id, isOk, reason: reason.slice(0, 100) });
  return (
    <div className="waiting">
      <h1>{room.exam.name}</h1>
      <p className="quiet">{room.exam.ownerName}老师。开始前请看清时间；一切以服务器时间为准。</p>
      {room.exam.instructions ? (
        <Card title="考试说明">
          <p className="whitespace-pre-wrap">
            <RichText text={room.exam.instructions} />
          </p>
        </Card>
      ) : null}
      {hasOral ? (
        <Card title="试音" hint="录三秒，听一遍">
          <MicCheck
            onPassed={() => {
              setMic('passed');
              report(true);
            }}
            onObstacle={(reason) => {
              setMic('obstacle');
              report(false, reason);
            }}
            onFailed={(reason) => report(false, reason)}
          />
        </Card>
      ) : null}
      {room.parts.map((part) => (
        <PartCard key={part.part} room={room} part={part} mic={mic} problem={problem} onBegin={onBegin} {...clock} />
      ))}
      <Card title="考试须知">
        <ul className="bullets">
          <li>开始后时间不会暂停：关掉页面、断网都继续计时，重新打开可以接着作答。</li>
          <li>答案和录音都保存在服务器上；页面上看到“已保存”就不会丢。</li>
          <li>到截止时间系统自动收卷，已保存的都算数。</li>
          <li className="with-script">考试中离开页面（切到别的窗口或应用）会被记录，监考老师看得到，不会因此扣分。</li>
          <li>交卷后会得到一张回执，写着交卷时间和编号。</li>
        </ul>
      </Card>
    </div>
  );
}

/** Whether the microphone was heard, cannot be had, or was not yet tried. */
type Mic = 'unknown' | 'passed' | 'obstacle';

/** Whether the microphone was checked in this browser session; a reload keeps it. */
function useMicCheck(): [Mic, (mic: Mic) => void] {
  const [mic, setMic] = useState<Mic>('unknown');
  // Known only to the browser.
  useEffect(() => {
    try {
      if (window.sessionStorage.getItem(CHECKED_KEY)) setMic('passed');
    } catch {
      /* storage forbidden: the check is done again */
    }
  }, []);
  return [
    mic,
    (next) => {
      setMic(next);
      try {
        if (next === 'passed') window.sessionStorage.setItem(CHECKED_KEY, '1');
      } catch {
        /* storage forbidden */
      }
    },
  ];
}

function PartCard({
  room,
  part,
  mic,
  problem,
  onBegin,
  now,
  timeZone,
}: Clock & {
  room: WaitingRoom;
  part: WaitingPart;
  mic: Mic;
  problem: FormProblem | null;
  onBegin: () => void;
}) {
  const label = PART_LABELS[part.part];
  const time = (at: number) => formatMinute(at, timeZone);
  const facts = [
    ...(part.resitNote === ''
      ? []
      : [{ term: '补考说明', detail: <span className="whitespace-pre-wrap">{part.resitNote}</span> }]),
    { term: '作答时间', detail: `${time(part.beginsAt)} 至 ${time(part.endsAt)}${earlyText(part, time)}` },
    {
      term: '时间限制',
      detail:
        part.minutes === null
          ? '不另限时'
          : `开始后 ${part.minutes} 分钟${part.extraMinutes > 0 ? `，另补时 ${part.extraMinutes} 分钟` : ''}`,
    },
    // Handed in: nothing of it is left to the student but photos.
    ...(part.early !== null || (part.attempt !== null && part.attempt.state !== 'in_progress' && !part.canStart)
      ? []
      : [{ term: '你的截止', detail: <strong>{ownDeadline(part, now, time)}</strong> }]),
    ...(part.hasPhotoItems && part.early === null && part.deadlines.photosAt !== null
      ? [{ term: '照片截止', detail: `${time(part.deadlines.photosAt)}，交卷后也可以补传` }]
      : []),
    ...(part.resitCounts === null ? [] : [{ term: '计分', detail: `考了两次的，${RESIT_RULES[part.resitCounts]}` }]),
    { term: '题量', detail: `${part.itemCount} 题，共 ${part.points} 分` },
    ...(part.oral
      ? [
          {
            term: '录音',
            detail: `准备 ${formatDuration(part.oral.prepSeconds * 1000)}，每次最长 ${formatDuration(part.oral.answerSeconds * 1000)}，${
              part.oral.maxTakes > 0 ? `最多 ${part.oral.maxTakes} 次` : '次数不限'
            }，选一条计分`,
          },
        ]
      : []),
  ];
  return (
    <Card title={part.isResit ? `${label}部分（补考）` : `${label}部分`} actions={<PartChip part={part.part} />}>
      <DescriptionList items={facts} />
      <div className="waiting__act">
        <PartStep room={room} part={part} mic={mic} problem={problem} onBegin={onBegin} now={now} timeZone={timeZone} />
      </div>
    </Card>
  );
}

/** That the teacher ended it before its time, which was promised until then. */
function earlyText({ early, beginsAt }: WaitingPart, time: (at: number) => string): string {
  if (early === null) return '';
  if (early.at < beginsAt) return `（没有举行，老师在 ${time(early.at)} 提前结束了考试）`;
  return `（老师提前结束，原定到 ${time(early.plannedAt)}）`;
}

function ownDeadline(part: WaitingPart, now: number, time: (at: number) => string): string {
  const at = part.deadlines.answersAt;
  if (part.attempt?.state === 'in_progress') return `${time(at)}（已开始）`;
  const isLimited = part.minutes !== null && at < part.endsAt + part.extraMinutes * MINUTE_MS;
  if (!isLimited) return time(at);
  return now < part.beginsAt ? `${time(at)}（准时开始）` : `${time(at)}（现在开始）`;
}

function PartStep({ room, part, mic, problem, onBegin, now, timeZone }: Parameters<typeof PartCard>[0]) {
  const { attempt } = part;
  if (attempt?.state === 'in_progress') {
    return (
      <>
        <Chip tone="theme" icon={HalfIcon}>
          答题中
        </Chip>
        <ButtonLink variant="primary" size="l" to={toSitting(part.part, { id: room.exam.id })}>
          继续考试
        </ButtonLink>
      </>
    );
  }
  if (part.canStart) {
    return <StartForm part={part} mic={mic} problem={problem} isAgain={attempt !== null} />;
  }
  if (attempt) {
    return (
      <>
        <Chip tone="good" icon={DoneIcon}>
          已交卷
        </Chip>
        <ButtonLink to={toReceipt({ id: room.exam.id, part: part.part, number: attempt.number })}>看回执</ButtonLink>
        {part.phase !== 'ended' && part.hasPhotoItems ? (
          <ButtonLink to={toSitting(part.part, { id: room.exam.id })}>上传照片</ButtonLink>
        ) : null}
      </>
    );
  }
  if (part.phase === 'not_started') return <UntilBegin beginsAt={part.beginsAt} now={now} onBegin={onBegin} />;
  if (part.early !== null) {
    const at = formatMinute(part.early.at, timeZone);
    return <p className="quiet">老师在 {at} 提前结束了考试，你没有参加这一部分。如有特殊情况请联系老师。</p>;
  }
  return <p className="quiet">这一部分已经结束，你没有参加。如有特殊情况请联系老师。</p>;
}

function UntilBegin({ beginsAt, now, onBegin }: { beginsAt: number; now: number; onBegin: () => void }) {
  const current = useServerNow(now);
  const hasBegun = current >= beginsAt;
  // The start button comes from the server, once its clock says so.
  useEffect(() => {
    if (hasBegun) onBegin();
  }, [hasBegun, onBegin]);
  return (
    <>
      <Chip icon={ClockIcon}>
        <CountdownText prefix="还有" until={beginsAt} now={now} />
      </Chip>
      <span className="quiet small with-script">到时间这里会出现“开始考试”。</span>
      <span className="quiet small without-script">到时间请刷新页面，这里会出现“开始考试”。</span>
    </>
  );
}

/**
 * The start, there from the first paint: what is still to be said about the microphone stands after it, so that
 * nothing moves under a hand that is pressing it.
 */
function StartForm({
  part,
  mic,
  problem,
  isAgain,
}: {
  part: WaitingPart;
  mic: Mic;
  problem: FormProblem | null;
  isAgain: boolean;
}) {
  const label = PART_LABELS[part.part];
  return (
    <>
      <FieldsForm intent="start" formKey={part.part} problem={problem}>
        <FormOwner />
        <input type="hidden" name="part" value={part.part} />
        <SubmitButton size="l" busyText="正在开始…">
          {part.isResit ? `开始${label}补考` : isAgain ? `再次开始${label}考试` : `开始${label}考试`}
        </SubmitButton>
      </FieldsForm>
      {part.part === 'oral' ? (
        <span className="quiet small with-script">
          {mic === 'passed'
            ? '试音完成，可以开始。'
            : mic === 'obstacle'
              ? '这里不能录音，开始后上传录音文件作答。'
              : '建议先在上面试音再开始；没有麦克风也能考，开始后上传录音文件。'}
        </span>
      ) : null}
    </>
  );
}
