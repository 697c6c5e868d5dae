import type { ReactNode } from 'react';
import { PhotoUpload, type ShownPhoto } from '~/components/media/photo-upload';
import type { PendingPhoto, PhotoQueue } from '~/components/saving/photo-queue';
import { QuestionView } from '~/components/question/question-view';
import { RichText } from '~/components/question/rich-text';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { AlertIcon, CheckIcon } from '~/components/ui/icons';
import { choiceName, describeAnswer, fieldNames } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { MAX_PHOTOS } from '~/domain/attempt/attempt.rules';
import type { SittingItem } from '~/domain/attempt/sitting.commands.server';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { formatClock } from '~/lib/time';
import type { SaveState } from '~/components/saving/item-ports';

/** An item of the paper with what its fields show: usually what is saved, sometimes what is still to be settled. */
export type PaperItem = SittingItem & {
  shown: AnswerValue;
  /** What the fields are written on top of. */
  shownRevision: number;
  /** Given back after signing in again. */
  isRestored: boolean;
  /** Stored elsewhere meanwhile; the fields show what was sent here. */
  storedElsewhere: AnswerValue | null;
  /** What was wrong with the last form, at this item. */
  error: string;
  /** 大题, above its first question of the page. */
  head: PaperHead | null;
};

export type PaperHead = { text: string; instructions: string };

/** One item: number, kind, points, when it was saved, the question with its fields, its photos. */
export function SittingItemCard({
  item,
  attemptId,
  isOpen,
  arePhotosOpen,
  photosUntil,
  timeZone,
  state,
  onSettle,
  photos,
  queue,
  pending,
  onPhotos,
}: {
  item: PaperItem;
  attemptId: number;
  isOpen: boolean;
  arePhotosOpen: boolean;
  photosUntil: string;
  timeZone: string;
  state: SaveState | undefined;
  onSettle: (itemId: number, choice: 'stored' | 'yours') => void;
  /** Those of the item that the server has. */
  photos: ShownPhoto[];
  queue: PhotoQueue<ShownPhoto>;
  pending: PendingPhoto[];
  onPhotos: (itemId: number, photos: ShownPhoto[]) => void;
}) {
  const titleId = `item-${item.id}-t`;
  const { question } = item;
  return (
    <section className="card item" id={`item-${item.id}`} tabIndex={-1} aria-labelledby={`${titleId}-n ${titleId}`}>
      <div className="item__head">
        <span className="num" id={`${titleId}-n`}>
          <span className="vh">第</span>
          {item.position}
          <span className="vh">题</span>
        </span>
        <span className="quiet small">
          {questionKindLabel(question)}，{item.points} 分
        </span>
        <Saved item={item} state={state} timeZone={timeZone} />
      </div>
      {item.error ? (
        <p className="error" role="alert">
          <AlertIcon small />
          <span className="whitespace-pre-wrap">{item.error}</span>
        </p>
      ) : null}
      {state?.kind === 'conflict' ? (
        <Conflict question={question} stored={state.stored} onSettle={(choice) => onSettle(item.id, choice)} />
      ) : item.storedElsewhere && state === undefined ? (
        <ConflictChoice item={item} stored={item.storedElsewhere} />
      ) : null}
      {isOpen ? <input type="hidden" name={fieldNames.revision(item.id)} value={item.shownRevision} /> : null}
      <QuestionView
        question={question}
        titleId={titleId}
        answer={item.shown}
        names={
          isOpen
            ? {
                keys: fieldNames.keys(item.id),
                text: fieldNames.text(item.id),
                blank: (index) => fieldNames.blank(item.id, index),
              }
            : undefined
        }
      >
        {isOpen || !item.answer ? null : (
          <div className="handed">
            <h3 className="small quiet">你交的答案</h3>
            <p className="whitespace-pre-wrap">{describeAnswer(question, item.shown)}</p>
          </div>
        )}
        {item.takesPhotos ? (
          <PhotoUpload
            attemptId={attemptId}
            itemId={item.id}
            photos={photos}
            max={MAX_PHOTOS}
            isOpen={arePhotosOpen}
            names={{ add: fieldNames.photos(item.id), replace: fieldNames.replacement, remove: '_go' }}
            until={photosUntil}
            timeZone={timeZone}
            queue={queue}
            pending={pending}
            onChange={onPhotos}
          />
        ) : null}
      </QuestionView>
    </section>
  );
}

/** The server's last word about an item, beside its number. */
function Saved({ item, state, timeZone }: { item: PaperItem; state: SaveState | undefined; timeZone: string }) {
  if (state?.kind === 'waiting') return <span className="saved saved--wait small">正在保存…</span>;
  if (state?.kind === 'failed') {
    return (
      <Chip tone="bad" icon={AlertIcon}>
        未保存{state.isRetrying ? '，正在重试' : state.isSignedOut ? '' : `：${state.reason}`}
      </Chip>
    );
  }
  if (state?.kind === 'conflict') return <Chip tone="warn">有两份答案</Chip>;
  const saved =
    state?.kind === 'saved'
      ? { at: state.at, isInGrace: state.isInGrace }
      : item.answer
        ? { at: formatClock(item.answer.savedAt, timeZone), isInGrace: item.answer.isInGrace }
        : null;
  if (item.isRestored && state === undefined) return <Chip tone="warn">已恢复，未保存</Chip>;
  if (!saved) return null;
  return (
    <span className="saved small">
      <CheckIcon small />
      已保存 {saved.at}
      {saved.isInGrace ? '（宽限内）' : ''}
    </span>
  );
}

/** That there are two answers, and the other one. */
function Elsewhere({
  question,
  stored,
  role,
  children,
}: {
  question: QuestionSnapshot;
  stored: AnswerValue;
  role?: string;
  children: ReactNode;
}) {
  const { options = [] } = question.bank === 'theory' ? question.body : {};
  const chosen = options.filter(({ key }) => stored.keys?.includes(key));
  return (
    <div className="conflict" role={role}>
      <Note tone="warn">
        这道题保存着另一份答案：
        <blockquote>
          {chosen[0] ? (
            <RichText
              text={chosen.map(({ key, text }) => `${describeAnswer(question, { keys: [key] })}：${text}`).join('\n')}
            />
          ) : (
            describeAnswer(question, stored)
          )}
        </blockquote>
        下面这一份还没有保存，请核对是不是你写的。
      </Note>
      {children}
    </div>
  );
}

/**
 * Without script: which version the next 保存 keeps. What came while nobody was signed in may be somebody else's: it takes
 * no saved answer's place unasked.
 */
function ConflictChoice({ item, stored }: { item: PaperItem; stored: AnswerValue }) {
  const { id: itemId, question } = item;
  return (
    <Elsewhere question={question} stored={stored}>
      <fieldset>
        <legend>要保留哪一份？</legend>
        <label className="check">
          <input
            type="radio"
            name={choiceName(itemId)}
            value="yours"
            required
            defaultChecked={!item.isRestored || !item.answer}
          />
          <span>用下面这一份</span>
        </label>
        <label className="check">
          <input type="radio" name={choiceName(itemId)} value="stored" />
          <span>用已保存的那一份</span>
        </label>
      </fieldset>
    </Elsewhere>
  );
}

function Conflict({
  question,
  stored,
  onSettle,
}: {
  question: QuestionSnapshot;
  stored: AnswerValue;
  onSettle: (choice: 'stored' | 'yours') => void;
}) {
  return (
    <Elsewhere question={question} stored={stored} role="alert">
      <div className="row">
        <Button type="button" size="s" onClick={() => onSettle('yours')}>
          用下面这一份
        </Button>
        <Button type="button" size="s" onClick={() => onSettle('stored')}>
          用已保存的那一份
        </Button>
      </div>
    </Elsewhere>
  );
}
