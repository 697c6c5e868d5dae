import { useNavigate, useRevalidator } from '@remix-run/react';
import { Fragment, useCallback, useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { FormOwner } from '~/components/form/submit';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import type { ShownPhoto } from '~/components/media/photo-upload';
import { usePhotoQueue } from '~/components/saving/use-photo-queue';
import { Button, buttonClass } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { SittingItem } from '~/domain/attempt/sitting.commands.server';
import type { Announcement } from '~/domain/room/announcement.schema';
import { NOT_HANDED_IN } from '~/domain/attempt/attempt.rules';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { toReceipt, toSitting } from '~/lib/addresses/sitting';
import { addHidden } from '~/components/saving/answer-fields';
import type { SaveState, SaverItem } from '~/components/saving/item-ports';
import { canReach } from '~/components/saving/can-reach';
import { useAutosave } from './sitting-autosave';
import { Leftovers } from './leftovers';
import { Announcements } from './sitting-announcements';
import { HandIn } from './sitting-hand-in';
import { SittingItemCard, type PaperItem } from './sitting-item';
import { HAND_IN } from './sitting-paths';
import { SittingShell, useSitting } from './sitting-shell';
import { SittingTime, shortTime } from './sitting-time';
import { useLeaveLog } from './use-leave-log';
import { useOpenWatch } from './use-open-watch';
import { SavedSlot, SectionHead, Messages, Navigator } from './sitting-paper-parts';

const FORM_ID = 'paper';
const UNSAVED = '还有答案没有保存，已留在这台设备上，会自动重试。';

export type PaperProps = {
  exam: { id: number; name: string };
  attempt: AttemptView;
  /** Of the whole paper. */
  items: SittingItem[];
  /** Of this page. */
  pageItems: PaperItem[];
  page: number;
  pageCount: number;
  pageSize: number;
  isOpen: boolean;
  arePhotosOpen: boolean;
  isAsking: boolean;
  announcements: Announcement[];
  now: number;
  /** On top of the page: what was wrong with the last form. */
  message: string;
};

function toSaverItem(
  { id, question, answer }: SittingItem,
  revision: number,
  storedElsewhere: SaverItem['storedElsewhere'],
): SaverItem {
  const unsentKey = question.bank === 'written' ? 'penTestData' : 'theoryData';
  return { id, unsentKey, value: answer?.value ?? {}, revision, storedElsewhere };
}

/** Where a page of the paper is; `item` leads to one of its items. */
function pageHref(examId: number, page: number, itemId?: number) {
  return toSitting('written', { id: examId, page }, itemId ? `item-${itemId}` : '');
}

/** Where a button of the paper leads after saving: save, page:<n>, item:<page>:<id>, submit, turn|move:<photo>:<n>:<item>. */
export function goHref(examId: number, page: number, go: string): string {
  const [kind, to, itemId, photoItemId] = go.split(':');
  if (kind === 'page') return pageHref(examId, Number(to) || page);
  if (kind === 'item') return pageHref(examId, Number(to) || page, Number(itemId) || undefined);
  if (kind === 'submit') return toSitting('written', { id: examId, page, confirm: 'submit' });
  return pageHref(examId, page, Number(photoItemId) || undefined);
}

/**
 * The written paper: one real form a page, so that it works without script; with script every item saves itself
 * and the buttons only wait for that. After handing in, while photos are taken, only those items stand here.
 */
export function SittingPaper(props: PaperProps) {
  const { exam, attempt, items, pageItems, page, pageCount, pageSize, isOpen, arePhotosOpen, isAsking, now, message } =
    props;
  const { user, timeZone } = useSitting();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const clicked = useRef('save');
  /** What was pressed and not done, because not everything was saved. */
  const [undone, setUndone] = useState('');
  /** Where the form itself goes, by its own submit, because the script could not save. */
  const [plainGo, setPlainGo] = useState('');
  useLeaveLog(attempt.id, isOpen);
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [photosNow, setPhotosNow] = useState<Record<number, ShownPhoto[]>>({});
  const onPhotos = useCallback(
    (itemId: number, photos: ShownPhoto[]) => setPhotosNow((all) => ({ ...all, [itemId]: photos })),
    [],
  );
  const [owner] = useState({ userId: user.id, attemptId: attempt.id });
  const { queue, pending } = usePhotoQueue<ShownPhoto>(owner, onPhotos);
  const pendingCount = queue.underWay;
  // A new answer of the loader has the newest lists itself.
  useEffect(() => setPhotosNow({}), [items]);

  const autosaved = useMemo(
    () => pageItems.map((item) => toSaverItem(item, item.shownRevision, item.storedElsewhere)),
    [pageItems],
  );
  const paper = useMemo(() => items.map((item) => toSaverItem(item, item.answer?.revision ?? 0, null)), [items]);
  const { states, restored, isFailing, saver, handlers } = useAutosave(form, owner, autosaved, {
    ...{ paper, isOpen, now },
    deadlineAt: attempt.deadlineAt,
  });
  const notSaved = (isUnderWay: (state: SaveState) => boolean) =>
    items.filter(({ id }) => states[id] && isUnderWay(states[id]));
  const unsaved = notSaved(({ kind }) => ['waiting', 'failed', 'conflict'].includes(kind)).length;
  const answersUnderWay = notSaved(
    (state) => state.kind === 'waiting' || (state.kind === 'failed' && state.isRetrying),
  ).length;
  const { closed, announcements } = useOpenWatch(attempt, {
    ...{ isOpen, timeZone, announcements: props.announcements, unsaved: unsaved + pendingCount },
    refused: notSaved((state) => state.kind === 'failed' && !state.isRetrying).length,
    ...{ onTurned: revalidate, onMoved: revalidate },
  });
  // Waiting settles none of these: somebody has to choose.
  const twofold = items.filter((item) => states[item.id]?.kind === 'conflict').map((item) => item.position);
  const twofoldText = `第 ${twofold.join('、')} 题有两份答案，请先在题目里选好保留哪一份。`;
  useLeaveWarning((pendingCount > 0 || (isOpen && unsaved > 0)) && plainGo === '');
  // After the warning has been taken down: the form carries what would be lost.
  useEffect(() => {
    if (plainGo === '' || !form.current) return;
    addHidden(form.current, saver.listUnsaved(), plainGo);
    HTMLFormElement.prototype.submit.call(form.current);
  }, [plainGo, saver]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isHydrated) return;
    event.preventDefault();
    const go = clicked.current;
    clicked.current = 'save';
    setBusy(true);
    const save = async () => {
      const outcome = await saver.flush();
      // The script's way is broken and the server is there: the form goes by itself.
      const isPlain = outcome === 'failing' && (await canReach());
      setBusy(false);
      setUndone(outcome === 'saved' ? '' : go);
      if (isPlain) setPlainGo(go);
      else if (outcome !== 'saved') return;
      else if (go === 'save') revalidate();
      else navigate(goHref(exam.id, page, go));
    };
    void save();
  };

  const isDone = (item: SittingItem) => {
    const state = states[item.id];
    const photos = (photosNow[item.id] ?? item.photos).length;
    const hasAnswer =
      state?.kind === 'saved' ? !state.isBlank : item.isAnswered && (item.answer !== null || item.photos.length > 0);
    return hasAnswer || photos > 0;
  };
  const answered = items.filter(isDone).length;
  const wasHeld = pageItems.some((item) => item.isRestored);
  const deadline = isOpen ? attempt.deadlineAt : (attempt.uploadDeadlineAt ?? attempt.deadlineAt);
  const photosUntil = attempt.uploadDeadlineAt ? shortTime(attempt.uploadDeadlineAt, now, timeZone) : '';
  const goButton = (go: string) => ({
    name: '_go',
    value: go,
    form: FORM_ID,
    onClick: () => {
      clicked.current = go;
    },
  });

  return (
    <SittingShell
      title={exam.name}
      isSitting={isOpen}
      saved={
        <SavedSlot
          states={states}
          items={items}
          photos={photosNow}
          timeZone={timeZone}
          isRefused={message !== '' || wasHeld}
          hasUnsent={pendingCount > 0}
        />
      }
      time={
        <SittingTime
          // Another clock: what is told of one is not told of the other.
          key={String(isOpen)}
          now={now}
          deadlineAt={deadline}
          overAt={deadline + GRACE_MS + 500}
          timeZone={timeZone}
          label={isOpen ? '截止' : '截止上传'}
          closed={closed}
          refresh={
            <button className="linkbtn" {...goButton('save')}>
              保存并刷新
            </button>
          }
          onOver={revalidate}
        />
      }
      notice={<Announcements list={announcements} />}
      bottom={
        isOpen ? (
          <>
            <a className={buttonClass({ size: 'l' })} href="#nav">
              答题卡 {answered} / {items.length}
            </a>
            <Button size="l" className="push" {...goButton('submit')} disabled={isBusy || closed !== ''}>
              交卷
            </Button>
          </>
        ) : null
      }
      bottomLabel="答题卡"
      bottomPhoneOnly
    >
      {isAsking && isOpen ? (
        <HandIn
          attemptId={attempt.id}
          items={items}
          backTo={(item) => {
            const go = item ? `item:${Math.ceil(item.position / pageSize)}:${item.id}` : '';
            return [goHref(exam.id, page, go), go];
          }}
          unsent={{
            underWay: pendingCount + answersUnderWay,
            text: [
              pendingCount > 0 ? `还有 ${pendingCount} 张照片正在上传，交卷会先等它们传完。` : '',
              answersUnderWay > 0 ? `还有 ${answersUnderWay} 题的答案正在保存，交卷会先等它们保存好。` : '',
            ].join(''),
            blocked: twofold[0] ? `${NOT_HANDED_IN}${twofoldText}` : '',
            refused: [
              ...pending
                .filter((photo) => photo.phase === 'refused')
                .map((photo) => {
                  const position = items.find((item) => item.id === photo.itemId)?.position ?? 0;
                  return `第 ${position} 题的一张照片：${photo.error}`;
                }),
              ...items.flatMap(({ id, position }) => {
                const state = states[id];
                return state?.kind === 'failed' && !state.isRetrying
                  ? [`第 ${position} 题最后写的答案：${state.reason}`]
                  : [];
              }),
            ],
            onHandIn: () => {
              queue.wake();
              saver.sendAll();
            },
            sendAlong: () => setPlainGo(HAND_IN),
          }}
          formId={FORM_ID}
          message={message}
          afterText={
            arePhotosOpen ? `交卷后不能再改答案；照片到 ${photosUntil} 前还可以补传或更换。` : '交卷后不能再改答案。'
          }
        />
      ) : null}
      {/* Closed, and the receipt is on its way: nothing more is typed or pressed, and what was is still read. */}
      <div className="exam__grid" {...(closed && { inert: '' })}>
        <form
          id={FORM_ID}
          name={`of${attempt.id}`}
          className="exam__col"
          method="post"
          encType={pageItems.some((item) => item.takesPhotos) ? 'multipart/form-data' : undefined}
          ref={form}
          data-keeps=""
          onSubmit={submit}
          {...handlers}
        >
          <input type="hidden" name="_intent" value="save" />
          <FormOwner attemptId={attempt.id} />
          {/* The Enter key in a field presses the first button. */}
          <button className="vh" name="_go" value="save" tabIndex={-1} aria-hidden="true">
            保存
          </button>
          <Messages
            message={isAsking && isOpen ? '' : message}
            isFailing={isFailing && isOpen}
            restored={items.filter(({ id }) => restored.includes(id)).map((item) => item.position)}
            states={states}
            wasHeld={wasHeld}
          />
          {undone === 'submit' || (undone && answersUnderWay + twofold.length > 0) ? (
            <p role="alert" className="flash flash--warn at-the-eye">
              {answersUnderWay > 0 ? UNSAVED : twofold[0] && twofoldText}
              {undone === 'submit' && `${NOT_HANDED_IN}保存好再按“交卷”。`}
            </p>
          ) : null}
          {isOpen ? null : <Leftovers userId={user.id} attemptId={attempt.id} isReceipt={false} />}
          {isOpen ? null : (
            <Note tone="warn">
              {attempt.receipt?.reason ? `老师已代你交卷，原因：${attempt.receipt.reason}` : '已经交卷'}
              。现在只能补传、更换或整理照片，{photosUntil} 截止；增减照片后回执会更新。
            </Note>
          )}
          <h1 className="part-title">
            {isOpen ? '笔试' : '上传照片'}
            <span className="quiet">
              {isOpen
                ? `第 ${pageItems[0]?.position ?? 0} 至 ${pageItems[pageItems.length - 1]?.position ?? 0} 题，共 ${items.length} 题`
                : `${pageItems.length} 题可以交照片`}
            </span>
          </h1>
          {pageItems.map((item) => (
            <Fragment key={item.id}>
              {item.head ? <SectionHead {...item.head} /> : null}
              <SittingItemCard
                item={item}
                attemptId={attempt.id}
                isOpen={isOpen}
                arePhotosOpen={arePhotosOpen}
                photosUntil={photosUntil}
                timeZone={timeZone}
                state={states[item.id]}
                onSettle={(itemId, choice) => {
                  saver.settle(itemId, choice);
                  // When the stored one was saved.
                  revalidate();
                }}
                photos={photosNow[item.id] ?? item.photos}
                queue={queue}
                pending={pending.filter((photo) => photo.itemId === item.id)}
                onPhotos={onPhotos}
              />
            </Fragment>
          ))}
          <div className="row pageturn">
            {page > 1 && isOpen ? (
              <Button size="l" {...goButton(`page:${page - 1}`)} disabled={isBusy}>
                上一页
              </Button>
            ) : null}
            <Button size="l" className={isOpen ? undefined : 'without-script'} {...goButton('save')} disabled={isBusy}>
              {isOpen ? '保存本页' : '保存'}
            </Button>
            {isOpen ? (
              <Button
                size="l"
                variant="primary"
                className="push"
                {...goButton(page < pageCount ? `page:${page + 1}` : 'submit')}
                disabled={isBusy}
              >
                {page < pageCount ? '下一页' : '交卷'}
              </Button>
            ) : null}
          </div>
        </form>
        <aside className="exam__side" id="nav">
          {isOpen ? (
            <Navigator
              items={items}
              pageSize={pageSize}
              answered={answered}
              isDone={isDone}
              states={states}
              goButton={goButton}
            />
          ) : null}
          <section className="card">
            <div className="card__body">
              <dl className="dl small">
                <dt>交卷截止</dt>
                <dd>{shortTime(attempt.deadlineAt, now, timeZone)}</dd>
                {photosUntil && items.some((item) => item.takesPhotos) ? (
                  <>
                    <dt>照片截止</dt>
                    <dd>{photosUntil}</dd>
                  </>
                ) : null}
              </dl>
              {isOpen ? (
                <Button block className="handin" {...goButton('submit')} disabled={isBusy}>
                  交卷
                </Button>
              ) : (
                <a
                  className={buttonClass({ block: true }, 'handin')}
                  href={toReceipt({ id: exam.id, part: 'written', number: attempt.number })}
                >
                  看回执
                </a>
              )}
            </div>
          </section>
        </aside>
      </div>
    </SittingShell>
  );
}
