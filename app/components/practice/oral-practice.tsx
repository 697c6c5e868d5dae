import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { FileField } from '~/components/form/file-field';
import { FieldsForm } from '~/components/form/fields-form';
import { SubmitButton } from '~/components/form/submit';
import { useSitting } from '~/components/exam/sitting-shell';
import { AudioPlayer } from '~/components/media/audio-player';
import { Recorder } from '~/components/media/recorder';
import { recordingObstacle } from '~/components/media/use-recording';
import { ListeningAudio } from '~/components/question/listening-audio';
import { Pictures } from '~/components/question/pictures';
import { AnswerKey } from '~/components/question/question-review';
import { ReadingText } from '~/components/question/reading-text';
import type { PendingTake } from '~/components/saving/take-queue';
import { useTakeQueue } from '~/components/saving/use-take-queue';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { UploadIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import { PublishOffer } from '~/components/work/publish-offer';
import { ACCEPT, fileHint } from '~/domain/file/file.rules';
import { splitOralText } from '~/domain/question-bank/oral-text.rules';
import type { OralBody } from '~/domain/question-bank/question.schema';
import { charactersPerMinute, practicePath, RATING_LABELS, type Target } from '~/domain/practice/practice.rules';
import type { TryView } from '~/domain/practice/practice.queries.server';
import type { WorkOffer } from '~/domain/work/publish.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { toLogin } from '~/lib/addresses/account';
import { toFile } from '~/lib/addresses/files';
import { toThreads } from '~/lib/addresses/works';
import { codePointLength } from '~/lib/text';
import { formatDuration, formatMinute, formatSeconds } from '~/lib/time';
import { RatingForm } from './rating-form';
import { AnswerMeta, PracticeHead, type PracticePage } from './practice-parts';

/** An oral question to practise: text, recorder, upload of a file, and every take so far. */
export function OralPractice({
  page,
  body,
  runId,
  requestId,
  now,
  timeZone,
  problem,
}: {
  page: PracticePage;
  body: OralBody;
  runId: number | null;
  requestId: string;
  now: number;
  timeZone: string;
  problem: FormProblem | null | undefined;
}) {
  const { question, target, tries } = page;
  const [time, setTime] = useState<number | null>(null);
  const revalidator = useRevalidator();
  const keep = useKeptTake(target, runId);
  const { queue, pending } = useTakeQueue(keep, revalidator.revalidate);
  useLeaveWarning(queue.underWay > 0);
  const chunks = splitOralText(body.examContent);
  const readingMs = chunks[chunks.length - 1]?.time ?? 0;
  const hasTakes = tries.length + pending.length > 0;
  return (
    <>
      <section className="card item">
        <PracticeHead page={page}>
          <span className="quiet small push">限时 {formatDuration(body.answerSeconds * 1000)}</span>
        </PracticeHead>
        <h1 className="stem">{question.title}</h1>
        <Pictures imageIds={question.imageIds} />
        {body.musicUrl ? <ListeningAudio url={toFile(body.musicUrl)} isPlay={body.isPlay} /> : null}
        <ReadingText text={body.examContent} time={time} />
        {tries.length > 0 ? <AnswerKey question={question} /> : null}
      </section>
      {page.isInTrash ? (
        <Note>这道题已删除，在回收站，还原以后才能再练；以前的录音还在下面。</Note>
      ) : (
        <Recorder
          maxSeconds={body.answerSeconds}
          hasTakes={hasTakes}
          hint={hasTakes ? '不满意可以重录，每次都会保留' : undefined}
          begin={(mime, stop) => queue.begin(0, mime, stop)}
          onTick={setTime}
        />
      )}
      <Card title="我的录音" hint="播放时上面的文字跟着高亮" padded={false}>
        {hasTakes ? null : <p className="quiet takes__empty">还没有录音。录完会马上保存，显示在这里。</p>}
        <ol>
          {pending
            .filter((take) => take.phase !== 'recording')
            .map((take) => (
              <PendingRow
                key={take.key}
                take={take}
                onRetry={() => queue.wake()}
                onDismiss={() => queue.dismiss(take.key)}
              />
            ))}
          {tries.map((take, index) => (
            <TakeRow
              key={take.id}
              take={take}
              offer={page.isInTrash ? undefined : page.offers[take.id]}
              number={tries.length - index}
              characters={codePointLength(body.examContent)}
              deleteHref={practicePath('oral', target, { run: runId, confirm: 'delete', ids: take.id })}
              timeZone={timeZone}
              problem={problem}
              onTime={(share) => setTime(share === null ? null : share * readingMs)}
            />
          ))}
        </ol>
        {page.isInTrash ? null : (
          <div className="card__foot">
            <UploadTake requestId={requestId} now={now} problem={problem} />
          </div>
        )}
      </Card>
    </>
  );
}

/** Tells the server that a stored file is a take of this question, unless somebody else has signed in meanwhile. */
function useKeptTake(target: Target, runId: number | null) {
  const { user } = useSitting();
  const body = JSON.stringify({ ...target, runId: runId ?? '', uid: user.id });
  return useCallback(
    (_item: number, fileId: string) =>
      import('~/components/media/call-api').then(({ callApi }) =>
        callApi('practice/add', { ...(JSON.parse(body) as object), fileIds: [fileId] }),
      ),
    [body],
  );
}

function PendingRow({ take, onRetry, onDismiss }: { take: PendingTake; onRetry: () => void; onDismiss: () => void }) {
  return (
    <li className="mytake">
      <div className="row">
        <strong>新录音</strong>
        <span className="num quiet">{formatSeconds(take.durationMs ?? 0)}</span>
        <span className="push">
          {take.error ? (
            <Button type="button" size="s" onClick={take.phase === 'refused' ? onDismiss : onRetry}>
              {take.phase === 'refused' ? '知道了' : '重试'}
            </Button>
          ) : (
            <span role="status">
              <Chip tone="warn" icon={UploadIcon}>
                {take.progress < 1 ? `上传中 ${Math.round(take.progress * 100)}%` : '正在保存'}
              </Chip>
            </span>
          )}
        </span>
      </div>
      {take.error ? (
        <p role="alert" className="take__error small">
          没有保存：{take.error}
          {take.isSignedOut ? (
            <a href={toLogin()} target="_blank" rel="noreferrer">
              在新窗口登录后重试
            </a>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}

/** One take: when, how long, how fast, the player, the own rating. */
function TakeRow({
  take,
  offer,
  number,
  characters,
  deleteHref,
  timeZone,
  problem,
  onTime,
}: {
  take: TryView;
  offer: WorkOffer | undefined;
  number: number;
  characters: number;
  deleteHref: string;
  timeZone: string;
  problem: FormProblem | null | undefined;
  onTime: (share: number | null) => void;
}) {
  const [file] = take.files;
  const pace = charactersPerMinute(characters, take.durationMs);
  const isProblem = problem?.values._form === `rate${take.id}`;
  return (
    <li className="mytake" id={`take-${take.id}`}>
      <div className="row">
        <strong className="nowrap">第 {number} 次</strong>
        <span className="quiet small num">
          {formatMinute(take.createdAt, timeZone)}
          {pace === null ? '' : `，每分钟 ${pace} 字`}
        </span>
        <span className="push">
          {take.selfRating === null ? (
            <Chip>未自评</Chip>
          ) : (
            <Chip tone="theme">
              自评 {take.selfRating} {RATING_LABELS[take.selfRating] ?? ''}
            </Chip>
          )}
        </span>
      </div>
      {file ? (
        <AudioPlayer
          src={file.url}
          durationMs={take.durationMs}
          label={`第 ${number} 次录音`}
          onTime={onTime}
          removedOn={file.removedOn}
        />
      ) : null}
      {take.flaw ? (
        <p role="alert" className="small text-red">
          {take.flaw}
        </p>
      ) : null}
      {take.note ? <p className="small">{take.note}</p> : null}
      <div className="row">
        <details className="more" open={isProblem || undefined}>
          <summary>{take.selfRating === null ? '自评' : '改自评'}</summary>
          <RatingForm
            id={take.id}
            rating={take.selfRating}
            note={take.note}
            labels={RATING_LABELS}
            hint="准不准、顺不顺、有没有漏"
            problem={problem}
          />
        </details>
        <PublishOffer offer={offer} />
        <ButtonLink
          size="s"
          variant="quiet"
          className="push"
          to={toThreads({ ask: 1, subject: 'practice', practiceId: take.id })}
        >
          向老师提问<span className="vh">：第 {number} 次录音</span>
        </ButtonLink>
        <ButtonLink size="s" variant="quiet" to={deleteHref} preventScrollReset>
          删除<span className="vh">第 {number} 次录音</span>
        </ButtonLink>
      </div>
    </li>
  );
}

/** The way without script or microphone: a file made with any recorder. */
function UploadTake({
  requestId,
  now,
  problem,
}: {
  requestId: string;
  now: number;
  problem: FormProblem | null | undefined;
}) {
  const isHydrated = useHydrated();
  const [hasObstacle, setHasObstacle] = useState(false);
  // Where the page cannot record, this is the way: it stands open.
  useEffect(() => setHasObstacle(recordingObstacle() !== ''), []);
  const isOpen = !isHydrated || hasObstacle || problem?.values._intent === 'answer';
  return (
    <details className="more" open={isOpen || undefined}>
      <summary>上传录音文件</summary>
      <FieldsForm intent="answer" multipart problem={problem} reloadDocument>
        <AnswerMeta requestId={requestId} now={now} />
        <FileField name="file" label="录音文件" hint={fileHint('audio')} accept={ACCEPT.audio} />
        <SubmitButton busyText="正在上传…">上传</SubmitButton>
      </FieldsForm>
    </details>
  );
}
