import { ExamSaved } from '~/components/layout/exam-shell';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { AlertIcon, CameraIcon, CheckIcon, DoneIcon } from '~/components/ui/icons';
import { photoClock, type ShownPhoto } from '~/components/media/photo-upload';
import { RichText } from '~/components/question/rich-text';
import type { SittingItem } from '~/domain/attempt/sitting.commands.server';
import { toLogin } from '~/lib/addresses/account';
import { formatClock } from '~/lib/time';
import type { SaveState } from '~/components/saving/item-ports';

/** The bar's word about saving: the worst state of any item, else the last time something was saved. */
export function SavedSlot({
  states,
  items,
  photos,
  timeZone,
  isRefused,
  hasUnsent,
}: {
  states: Record<number, SaveState>;
  items: SittingItem[];
  /** By item, where they are others than on loading. */
  photos: Record<number, ShownPhoto[]>;
  timeZone: string;
  /** The page's form was, or what it shows was only given back; no script has taken it up yet. */
  isRefused: boolean;
  /** Photos are on their way. */
  hasUnsent: boolean;
}) {
  const all = Object.values(states);
  const unsaved = all.find((state) => state.kind === 'failed') ?? all.find((state) => state.kind === 'conflict');
  if (unsaved || (isRefused && all.length === 0)) {
    const why = unsaved && ('reason' in unsaved ? unsaved.reason : '有两份答案');
    return (
      <div className="exambar__unsaved">
        <ExamSaved icon={<AlertIcon small />}>{why ? `未保存：${why}` : '有内容没有保存'}</ExamSaved>
      </div>
    );
  }
  // The line may be gone: at the photo it is said how it goes.
  if (hasUnsent || all.some((state) => state.kind === 'waiting'))
    return <p className="exambar__saved">{hasUnsent ? '照片没传完' : '正在保存…'}</p>;
  const times = [
    ...all.flatMap((state) => (state.kind === 'saved' ? [state.at] : [])),
    ...items.flatMap((item) => (item.answer ? [formatClock(item.answer.savedAt, timeZone)] : [])),
    ...items.flatMap((item) => (photos[item.id] ?? item.photos).map((photo) => photoClock(photo, timeZone))),
  ].sort();
  const last = times[times.length - 1];
  // On a phone it is a row of its own: it stands from the start, so that no option moves under the finger.
  return last ? <ExamSaved icon={<DoneIcon small />}>已保存 {last}</ExamSaved> : <ExamSaved>{'\u00a0'}</ExamSaved>;
}

export function Messages({
  message,
  isFailing,
  restored,
  states,
  wasHeld,
}: {
  message: string;
  isFailing: boolean;
  restored: number[];
  states: Record<number, SaveState>;
  /** The page shows what was sent while the session had ended. */
  wasHeld: boolean;
}) {
  const isSignedOut = Object.values(states).some((state) => state.kind === 'failed' && state.isSignedOut);
  const isSaved = Object.values(states).every((state) => ['saved', 'untouched'].includes(state.kind));
  if (!message && !isFailing && !isSignedOut && !wasHeld && !restored[0]) return null;
  return (
    <div className="mb-4">
      {message ? (
        <div role="alert">
          <Note tone="bad">{message}</Note>
        </div>
      ) : null}
      {isFailing ? (
        <Note tone="warn">自动保存没有成功，写的都在这台设备上，会继续重试，也可以点“保存本页”。</Note>
      ) : null}
      {isSignedOut ? (
        <div role="alert">
          <Note tone="bad">
            登录已过期，答案暂存在这台设备上。
            <a href={toLogin()} target="_blank" rel="noreferrer">
              在新窗口重新登录
            </a>
            ，再回到这里保存。
          </Note>
        </div>
      ) : null}
      {wasHeld ? <Note tone="warn">登录中断时未保存的内容已恢复，请核对后保存。</Note> : null}
      {restored[0] ? (
        <Note tone="good">
          {`这台电脑上没有来得及保存的第 ${restored.join('、')} 题已恢复${isSaved ? '、存好' : ''}，请看看。`}
        </Note>
      ) : null}
    </div>
  );
}

export function Navigator({
  items,
  pageSize,
  answered,
  isDone,
  states,
  goButton,
}: {
  items: SittingItem[];
  pageSize: number;
  answered: number;
  isDone: (item: SittingItem) => boolean;
  states: Record<number, SaveState>;
  goButton: (go: string) => object;
}) {
  return (
    <Card
      title="答题卡"
      actions={
        <span className="quiet">
          已答 {answered} / {items.length}
        </span>
      }
    >
      <ol className="qgrid">
        {items.map((item) => {
          const isBad = ['failed', 'conflict'].includes(states[item.id]?.kind ?? '');
          const done = isDone(item);
          const words = isBad ? '未保存' : done ? '已答' : '未答';
          return (
            <li key={item.id}>
              <button
                className={isBad ? 'is-part' : done ? 'is-done' : 'is-todo'}
                {...goButton(`item:${Math.ceil(item.position / pageSize)}:${item.id}`)}
              >
                <span className="vh">第</span>
                <span className="num">{item.position}</span>
                <span className="vh">题，{words}</span>
                {isBad ? (
                  <AlertIcon small />
                ) : done ? (
                  item.takesPhotos && item.photos.length > 0 ? (
                    <CameraIcon small />
                  ) : (
                    <CheckIcon small />
                  )
                ) : null}
              </button>
            </li>
          );
        })}
      </ol>
      <ul className="qkey small">
        <li>
          <i className="k-done" />
          已答
        </li>
        <li>
          <i className="k-todo" />
          未答
        </li>
      </ul>
    </Card>
  );
}

/** Where a section of the paper begins: what it is called, and what is to be done in it. */
export function SectionHead({ text, instructions }: { text: string; instructions: string }) {
  return (
    <div className="mt-4 mb-2">
      <h2 className="part-title">{text}</h2>
      <p className="whitespace-pre-wrap">
        <RichText text={instructions} />
      </p>
    </div>
  );
}
