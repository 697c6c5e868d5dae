import { Link, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { callApi, pause } from '~/components/media/call-api';
import { Recorder } from '~/components/media/recorder';
import { ListeningAudio } from '~/components/question/listening-audio';
import { PreparationLeft, PreparationNote } from '~/components/question/oral-parts';
import { Pictures } from '~/components/question/pictures';
import { ReadingText } from '~/components/question/reading-text';
import type { PendingTake, TakeQueue } from '~/components/saving/take-queue';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { DoneIcon, RingIcon, UploadIcon } from '~/components/ui/icons';
import { useServerNow } from '~/components/ui/server-time';
import { Note } from '~/components/ui/feedback';
import type { TakeView } from '~/domain/attempt/attempt.queries.server';
import type { ReceiptNote } from '~/domain/attempt/attempt.rules';
import type { SittingItem } from '~/domain/attempt/sitting.commands.server';
import type { OralBody } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { toLogin } from '~/lib/addresses/account';
import { toFile } from '~/lib/addresses/files';
import { toSitting } from '~/lib/addresses/sitting';
import { formatDuration, formatSeconds } from '~/lib/time';
import { CHOOSE, UPLOAD_FORM, UploadTake } from './oral-upload';

/** A choice that did not arrive goes again. */
const AGAIN_MS = 5000;

export type OralItemProps = {
  attemptId: number;
  /** When preparation began. */
  startedAt: number;
  now: number;
  item: SittingItem;
  body: OralBody;
  itemCount: number;
  /** 0: any number. */
  maxTakes: number;
  problem: FormProblem | null;
  /** What is wrong with its recordings, by take. */
  flaws: Record<number, string>;
  /** What of this item did not count, for pages without script: with it the queue names it. */
  refused: ReceiptNote[];
  /** When nothing more may be recorded, by the server's clock. */
  deadlineAt: number;
  queue: TakeQueue;
  /** Of the whole part. */
  pending: PendingTake[];
  /** Of this item, chosen and not sent. */
  chosen: File | undefined;
  onChooseFile: (itemId: number, file: File | undefined) => void;
};

/** One oral item: the text with its pictures, the recorder, the takes, and the upload of a file. */
export function OralItem(props: OralItemProps) {
  const { attemptId, startedAt, now, item, body, itemCount, maxTakes, problem, deadlineAt, queue } = props;
  const revalidator = useRevalidator();
  const [time, setTime] = useState<number | null>(null);
  const pending = props.pending.filter((take) => take.itemId === item.id && take.phase !== 'recording');
  const takes = item.takes.filter((take) => !props.pending.some((one) => beginningOf(one, [take])));
  const used = takes.length + pending.filter((take) => take.phase !== 'refused').length;
  const isUsedUp = maxTakes > 0 && used >= maxTakes;
  const isOver = useServerNow(now) >= deadlineAt;
  // By this page's own clock: what the computer's is set to changes nothing.
  const [openedAt] = useState(() => ({ now, at: typeof performance === 'undefined' ? 0 : performance.now() }));
  const stopsAt = openedAt.at + (deadlineAt - openedAt.now);
  return (
    <>
      <section className="card">
        <div className="card__body">
          <div className="q-head row">
            <h1>
              {itemCount > 1 ? (
                <span className="quiet">
                  {item.position} / {itemCount}
                </span>
              ) : null}
              {item.question.title}
            </h1>
            <span className="quiet small push">
              限时 {formatDuration(body.answerSeconds * 1000)}，{item.points} 分
            </span>
          </div>
          <Pictures imageIds={item.question.imageIds} />
          {body.musicUrl ? <ListeningAudio url={toFile(body.musicUrl)} isPlay={body.isPlay} /> : null}
          <ReadingText text={body.examContent} time={time} />
        </div>
      </section>
      <Recorder
        maxSeconds={body.answerSeconds}
        hasTakes={used > 0}
        stopsAt={stopsAt}
        lock={isOver ? '时间到，不能再录了' : isUsedUp ? `最多录 ${maxTakes} 次，次数已用完` : ''}
        hint={
          used > 0 ? (
            takesLeftText(maxTakes, used)
          ) : body.prepSeconds > 0 ? (
            <PreparationLeft endsAt={startedAt + body.prepSeconds * 1000} now={now} />
          ) : undefined
        }
        trouble={troubleOf(props.pending)}
        begin={(mime, stop) => queue.begin(item.id, mime, stop)}
        onTick={setTime}
      />
      {used === 0 ? <PreparationNote seconds={body.prepSeconds} /> : null}
      <Takes
        attemptId={attemptId}
        takes={takes}
        all={item.takes}
        flaws={props.flaws}
        maxTakes={maxTakes}
        limitSeconds={body.answerSeconds}
        canRecord={!isUsedUp && !isOver}
        pending={pending}
        onRetry={() => queue.wake()}
        onDismiss={(take) => queue.dismiss(take.key)}
        onChosen={revalidator.revalidate}
      >
        {props.refused.map(({ text }) => (
          <p key={text} className="take__error small without-script">
            {text}
          </p>
        ))}
        <UploadTake
          attemptId={attemptId}
          itemId={item.id}
          problem={problem}
          isLocked={isUsedUp}
          isOpen={problem !== null}
          chosen={props.chosen}
          onChooseFile={props.onChooseFile}
        />
      </Takes>
    </>
  );
}

/** What is being recorded stays in this browser while nothing of it arrives. */
function troubleOf(pending: PendingTake[]): string {
  const why = pending.find((take) => take.phase === 'recording')?.error ?? '';
  return why && `${why.replace(/。$/, '')}。录音照常进行，先留在这台设备上，恢复以后自动上传，请接着说。`;
}

/** The take that the server made of a recording's beginning when its line broke: until the whole is there they are one. */
function beginningOf({ phase, uploads }: PendingTake, takes: TakeView[]): TakeView | undefined {
  return takes.find(({ fileId }) => phase !== 'refused' && uploads.includes(fileId));
}

function takesLeftText(maxTakes: number, used: number): string | undefined {
  return maxTakes > 0 ? `还可以录 ${Math.max(0, maxTakes - used)} 次，每条都会保留` : '不满意可以重录，每条都会保留';
}

function Takes({
  attemptId,
  takes,
  all,
  flaws,
  maxTakes,
  limitSeconds,
  canRecord,
  pending,
  onRetry,
  onDismiss,
  onChosen,
  children,
}: {
  attemptId: number;
  takes: TakeView[];
  /** With the beginnings of what is under way. */
  all: TakeView[];
  flaws: OralItemProps['flaws'];
  maxTakes: number;
  limitSeconds: number;
  canRecord: boolean;
  pending: PendingTake[];
  onRetry: () => void;
  onDismiss: (take: PendingTake) => void;
  onChosen: () => void;
  children: ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [error, setError] = useState('');
  const [refusals, setRefusals] = useState(0);
  const wanted = useRef(0);
  const choose = async (takeId: number) => {
    wanted.current = takeId;
    for (;;) {
      const answer = await callApi('exam/attempt/takeChoose', { attemptId, takeId });
      if (wanted.current !== takeId) return;
      if (answer.ok || !answer.isTransient) {
        setError(answer.ok ? '' : `没有选定：${answer.message}`);
        // What counts is marked again.
        if (!answer.ok) setRefusals((count) => count + 1);
        return onChosen();
      }
      setError(`还没有选定第 ${all.find(({ id }) => id === takeId)?.number ?? ''} 条：${answer.message}，会自动再试`);
      await pause(AGAIN_MS);
    }
  };
  const chosenId = takes.find((take) => take.isChosen)?.id;
  const chooseNow = useRef(choose);
  chooseNow.current = choose;
  // Chosen before the page was awake: the browser marks it, and nobody has heard of it.
  useEffect(() => {
    const marked = list.current?.querySelector<HTMLInputElement>('input[name=takeId]:checked');
    if (marked && Number(marked.value) !== chosenId) void chooseNow.current(Number(marked.value));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what stood there when the page woke
  }, []);
  const over = takes.find((take) => take.isChosen && take.overSeconds > 0);
  const isEmpty = takes.length === 0 && pending.length === 0;
  return (
    <Card
      title="已有录音"
      hint={maxTakes > 0 ? `选定一条计分，最多 ${maxTakes} 条` : '选定一条计分，次数不限'}
      padded={false}
      foot={children}
    >
      {isEmpty ? (
        <p className="quiet takes__empty">
          还没有录音。<span className="with-script">边录边存，录完显示在这里。</span>
          <span className="without-script">上传后显示在这里。</span>
        </p>
      ) : null}
      <ul className="takes" ref={list} key={refusals}>
        {takes.map((take) => (
          <Take key={take.id} take={take} flaw={flaws[take.id]} onChoose={(id) => void choose(id)} />
        ))}
        {pending.map((take, index) => {
          const begun = beginningOf(take, all);
          return (
            <li className="take" key={`pending ${take.key}`}>
              <span className="check">
                <strong>第 {begun?.number ?? takes.length + index + 1} 条</strong>
              </span>
              <span className="num quiet">
                {take.durationMs === null
                  ? '上次中断的'
                  : take.durationMs === 0
                    ? '文件'
                    : formatSeconds(take.durationMs)}
              </span>
              {take.error ? (
                <span role="alert" className="take__error small">
                  {begun ? `开头 ${formatSeconds(begun.durationMs)} 已上传，其余` : ''}没有上传：{take.error}
                  {take.phase === 'waiting' ? '，录音已留在这台设备上，会自动重传' : ''}
                  {take.isSignedOut ? (
                    <a href={toLogin()} target="_blank" rel="noreferrer">
                      在新窗口登录后重试
                    </a>
                  ) : null}
                </span>
              ) : (
                <span className="take__progress" role="status">
                  <Chip tone="warn" icon={UploadIcon}>
                    {take.progress < 1 ? `上传中 ${Math.round(take.progress * 100)}%` : '正在保存'}
                  </Chip>
                </span>
              )}
              {take.error ? (
                <Button type="button" size="s" onClick={() => (take.phase === 'refused' ? onDismiss(take) : onRetry())}>
                  {take.phase === 'refused' ? '知道了' : '重试'}
                </Button>
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ul>
      {takes.length > 1 ? (
        <p className="takes__choose without-script">
          <Button size="s" form={UPLOAD_FORM} name="_go" value={CHOOSE}>
            保存选定的录音
          </Button>
        </p>
      ) : null}
      {over ? (
        <div className="takes__choose" role="alert">
          <Note tone="warn">
            第 {over.number} 条超时 {over.overSeconds} 秒（限时 {formatDuration(limitSeconds * 1000)}
            ）。现在计分的是这一条，老师会看到“超时 {over.overSeconds} 秒”；可以留用，也可以另选一条
            {canRecord ? '或重录' : ''}。
          </Note>
        </div>
      ) : null}
      {error ? (
        <p role="alert" className="takes__choose">
          {error}
        </p>
      ) : null}
    </Card>
  );
}

function Take({
  take,
  flaw,
  onChoose,
}: {
  take: TakeView;
  flaw: string | undefined;
  onChoose: (takeId: number) => void;
}) {
  return (
    <li className={`take${take.isChosen ? ' is-on' : ''}`}>
      <label className="check">
        <input
          type="radio"
          name="takeId"
          form={UPLOAD_FORM}
          value={take.id}
          // A new element when the server's choice changes: a radio keeps its own state otherwise.
          key={String(take.isChosen)}
          defaultChecked={take.isChosen}
          onChange={() => onChoose(take.id)}
        />
        <strong>第 {take.number} 条</strong>
      </label>
      <span className="num quiet">{formatSeconds(take.durationMs)}</span>
      <span>
        <Chip tone="good" icon={DoneIcon}>
          {take.outcome === 'grace' ? '已上传（宽限内）' : take.isChosen ? '已上传，计分' : '已上传'}
        </Chip>
        {take.overSeconds > 0 ? <Chip tone="warn">超时 {take.overSeconds} 秒</Chip> : null}
        {flaw ? (
          <span role="alert" className="block small text-red">
            {flaw}
          </span>
        ) : null}
      </span>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- the student's own recording */}
      <audio controls preload="none" src={take.url} aria-label={`试听第 ${take.number} 条`}>
        <a href={take.url}>试听第 {take.number} 条</a>
      </audio>
    </li>
  );
}

/** The items of the oral part with what is done. */
export function OralItemList({ items, current, examId }: { items: SittingItem[]; current: number; examId: number }) {
  const answered = items.filter((item) => item.isAnswered).length;
  return (
    <Card
      title="试题"
      actions={
        <span className="quiet">
          已答 {answered} / {items.length}
        </span>
      }
      padded={false}
    >
      <ol className="qlist">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={toSitting('oral', { id: examId, item: item.position })}
              aria-current={item.position === current ? 'true' : undefined}
            >
              <b className="num">{item.position}</b>
              <span>{item.question.title}</span>
              <Chip tone={item.isAnswered ? 'good' : 'plain'} icon={item.isAnswered ? DoneIcon : RingIcon}>
                {item.isAnswered ? '已答' : '未答'}
              </Chip>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
