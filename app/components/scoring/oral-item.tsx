import { Pictures } from '~/components/question/pictures';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { MicIcon } from '~/components/ui/icons';
import { Note } from '~/components/ui/feedback';
import type { Pause } from '~/domain/file/waveform.rules';
import { levelLabel } from '~/domain/question-bank/question.rules';
import type { ScoreNote } from '~/domain/scoring/marking/notes.rules';
import { formatDuration, formatSecond } from '~/lib/time';
import { LateNote } from './late-note';
import { MarkedText } from './marked-text';
import { MarkingTake } from './marking-take';
import type { SheetItem } from './sheet-item';

/** An oral item for listening: the takes, the chosen one first, and the text with its key words marked. */
export function OralItem({
  item,
  title,
  imageIds,
  pauses,
  notes,
  isLocked,
  isProposing,
}: {
  item: SheetItem;
  title: string;
  imageIds: string[];
  /** By file; a recording without is still being worked out. */
  pauses: Record<string, Pause[]>;
  notes: ScoreNote[];
  isLocked: boolean;
  /** Zeros stand in the fields of a blank item, to be confirmed. */
  isProposing: boolean;
}) {
  if (item.snapshot.bank !== 'oral') return null;
  const { body } = item.snapshot;
  const chosen = item.takes.find((take) => take.isChosen) ?? item.takes[item.takes.length - 1];
  const others = item.takes.filter((take) => take !== chosen);
  const takeName = (take: typeof chosen) => `第 ${take?.number ?? 0} 条录音`;
  return (
    <>
      <Card id={`item-${item.id}`}>
        <div className="q-head">
          <h2>{item.snapshot.title}</h2>
          <Chip icon={MicIcon}>{title}</Chip>
          <Chip>{levelLabel(item.snapshot.level)}</Chip>
          <span className="quiet small push">
            {body.answerSeconds > 0 ? `录音限时 ${formatDuration(body.answerSeconds * 1000)}` : ''}
          </span>
        </div>
        {chosen ? (
          <MarkingTake
            take={chosen}
            label={takeName(chosen)}
            pauses={pauses[chosen.fileId]}
            notes={notes}
            isLocked={isLocked}
          >
            <span className="quiet push">
              第 {chosen.number} 条{item.takes.length > 1 ? `（学生选定），共 ${item.takes.length} 条` : ''}
              {chosen.receivedAt > 0 ? `，${formatSecond(chosen.receivedAt)} 上传` : ''}{' '}
              {chosen.outcome === 'grace' ? <Chip tone="warn">宽限内</Chip> : null}{' '}
              {chosen.overSeconds > 0 ? <Chip tone="warn">超时 {chosen.overSeconds} 秒</Chip> : null}
            </span>
          </MarkingTake>
        ) : (
          <Note tone="warn">没有收到录音{isProposing ? '，已预填 0 分，请确认后提交' : ''}。</Note>
        )}
        {others.length > 0 ? (
          <details className="late">
            <summary>听另外 {others.length} 条</summary>
            {others.map((take) => (
              <div key={take.id} className="heard">
                <span className="small quiet">
                  第 {take.number} 条{take.receivedAt > 0 ? `，${formatSecond(take.receivedAt)}` : ''}
                  {take.overSeconds > 0 ? `，超时 ${take.overSeconds} 秒` : ''}
                </span>
                <MarkingTake
                  take={take}
                  label={takeName(take)}
                  pauses={pauses[take.fileId]}
                  notes={notes}
                  isLocked={isLocked}
                />
              </div>
            ))}
          </details>
        ) : null}
        <LateNote item={item} />
      </Card>
      <Card
        level={3}
        title="口语文本"
        hint={item.keyWords.length > 0 ? `关键词 ${item.keyWords.length} 个` : '没有关键词'}
        padded={false}
      >
        {item.keyWords.length > 0 ? (
          <p className="script__words small">
            {item.keyWords.map((word) => (
              <mark key={word}>{word}</mark>
            ))}
          </p>
        ) : null}
        <MarkedText text={body.examContent} words={item.keyWords} />
        {imageIds.length > 0 ? (
          <div className="card__body">
            <Pictures imageIds={imageIds} />
          </div>
        ) : null}
      </Card>
    </>
  );
}
