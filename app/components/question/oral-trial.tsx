import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Recorder } from '~/components/media/recorder';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { OralQuestion } from '~/domain/question-bank/question.schema';
import { toFile } from '~/lib/addresses/files';
import { formatDuration, formatSeconds } from '~/lib/time';
import { ListeningAudio } from './listening-audio';
import { PreparationLeft, PreparationNote } from './oral-parts';
import { Pictures } from './pictures';
import { ReadingText } from './reading-text';

type Take = { url: string; durationMs: number };

/** An oral question tried just as a student meets it; what is recorded never leaves the browser. */
export function OralTrial({ question, now }: { question: OralQuestion; now: number }) {
  const [time, setTime] = useState<number | null>(null);
  const [takes, setTakes] = useState<Take[]>([]);
  const { body } = question;
  useRevokedAtEnd(takes);
  return (
    <>
      <section className="card">
        <div className="card__body">
          <div className="q-head row">
            <h2>{question.title}</h2>
            <span className="quiet small push">限时 {formatDuration(body.answerSeconds * 1000)}</span>
          </div>
          <Pictures imageIds={question.imageIds} />
          {body.musicUrl ? <ListeningAudio url={toFile(body.musicUrl)} isPlay={body.isPlay} /> : null}
          <ReadingText text={body.examContent} time={time} />
        </div>
      </section>
      <TrialRecorder
        hint={
          takes.length === 0 && body.prepSeconds > 0 ? (
            <PreparationLeft endsAt={now + body.prepSeconds * 1000} now={now} />
          ) : undefined
        }
        maxSeconds={body.answerSeconds}
        hasTakes={takes.length > 0}
        onTick={setTime}
        onTake={(take) => setTakes((all) => [...all, take])}
      />
      {takes.length === 0 ? <PreparationNote seconds={body.prepSeconds} /> : null}
      {takes.length > 0 ? <TakeList takes={takes} /> : null}
    </>
  );
}

function TrialRecorder({
  hint,
  maxSeconds,
  hasTakes,
  onTick,
  onTake,
}: {
  hint: ReactNode;
  maxSeconds: number;
  hasTakes: boolean;
  onTick: (elapsedMs: number | null) => void;
  onTake: (take: Take) => void;
}) {
  const isHydrated = useHydrated();
  if (!isHydrated) {
    return (
      <Card>
        <Note>页面没有运行脚本，不能在这里试录。学生遇到这种情况时，会看到上传录音文件的表单，照样可以作答。</Note>
      </Card>
    );
  }
  return (
    <Recorder
      hint={hint}
      maxSeconds={maxSeconds}
      hasTakes={hasTakes}
      onTick={onTick}
      onRecorded={({ blob, durationMs }) => onTake({ url: URL.createObjectURL(blob), durationMs })}
    />
  );
}

function TakeList({ takes }: { takes: Take[] }) {
  return (
    <Card title="试听" hint="只在本页保留，不上传；离开本页就没有了" padded={false}>
      <ul>
        {takes.map((take, index) => (
          <li className="trial" key={take.url}>
            <strong className="nowrap">第 {index + 1} 条</strong>
            {/* eslint-disable-next-line jsx-a11y/media-has-caption -- one's own recording of a moment ago */}
            <audio controls src={take.url} aria-label={`试听第 ${index + 1} 条`} />
            <span className="num quiet">{formatSeconds(take.durationMs)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Gives the recordings' memory back when the page is left. */
function useRevokedAtEnd(takes: Take[]): void {
  const latest = useRef(takes);
  latest.current = takes;
  useEffect(
    () => () => {
      for (const take of latest.current) URL.revokeObjectURL(take.url);
    },
    [],
  );
}
