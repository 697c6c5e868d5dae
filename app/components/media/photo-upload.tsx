import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { CameraIcon, CheckIcon, UploadIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { formatClock } from '~/lib/time';
import { callApi, isSignedOut, persist, uploadFile } from './call-api';

/** A photo as its slot shows it. */
export type ShownPhoto = {
  id: number;
  /** Turned as it is looked at. */
  url: string;
  rotation: number;
  receivedAt: number | string;
  outcome: string;
};

type Pending = {
  key: number;
  file: File;
  replaces: number | null;
  progress: number;
  error: string;
  isSignedOut: boolean;
};

const ACCEPT = 'image/jpeg,image/png,image/webp';

/**
 * The photos of one answer inside a page's form. Without script they are file inputs and buttons of that form;
 * with script every photo goes up at once, with progress, and stays in its slot until the server has it.
 */
export function PhotoUpload({
  attemptId,
  itemId,
  photos,
  max,
  isOpen,
  names,
  error = '',
  until,
  timeZone,
  onChange,
  onPending,
}: {
  attemptId: number;
  itemId: number;
  photos: ShownPhoto[];
  max: number;
  isOpen: boolean;
  /** Form fields: of new photos, of one that replaces another, of the button that removes one. */
  names: { add: string; replace: (photoId: number) => string; remove: string };
  /** What was wrong with the last form. */
  error?: string;
  /** Until when photos are taken, as shown. */
  until: string;
  timeZone: string;
  /** Told whenever the server's list changed. */
  onChange: (itemId: number, count: number) => void;
  onPending: (itemId: number, count: number) => void;
}) {
  const isHydrated = useHydrated();
  const [shown, setShown] = useState(photos);
  const [pending, setPending] = useState<Pending[]>([]);
  const [problem, setProblem] = useState(error);
  const nextKey = useRef(1);
  // A new answer of the loader is the newest list.
  useEffect(() => setShown(photos), [photos]);
  useEffect(() => setProblem(error), [error]);
  useEffect(() => onPending(itemId, pending.length), [itemId, pending.length, onPending]);

  const take = (list: ShownPhoto[]) => {
    setShown(list);
    onChange(itemId, list.length);
  };
  const change = (key: number, changes: Partial<Pending>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  const send = async (one: Pick<Pending, 'key' | 'file' | 'replaces'>) => {
    const { key, file, replaces } = one;
    change(key, { error: '', progress: 0 });
    const uploaded = await persist(() => uploadFile(file, file.name, 'image', (progress) => change(key, { progress })));
    const answer = uploaded.ok
      ? await persist(() =>
          callApi<{ photos: ShownPhoto[] }>('exam/attempt/photo', {
            attemptId,
            itemId,
            fileIds: [uploaded.data.id],
            replaces: replaces ?? '',
          }),
        )
      : uploaded;
    if (answer.ok) {
      setPending((all) => all.filter((each) => each.key !== key));
      take(answer.data.photos);
    } else {
      change(key, { error: answer.message, isSignedOut: isSignedOut(answer) });
    }
  };

  const choose = (event: ChangeEvent<HTMLInputElement>, replaces: number | null) => {
    const files = Array.from(event.currentTarget.files ?? []);
    // The form must not carry them a second time.
    event.currentTarget.value = '';
    setProblem('');
    const room = replaces === null ? max - shown.length - pending.filter((one) => one.replaces === null).length : 1;
    if (files.length > room) setProblem(`每题最多 ${max} 张照片，多出的 ${files.length - room} 张没有上传。`);
    const added = files.slice(0, Math.max(0, room)).map((file) => {
      const key = nextKey.current;
      nextKey.current += 1;
      return { key, file, replaces, progress: 0, error: '', isSignedOut: false };
    });
    setPending((all) => [...all, ...added]);
    // One after the other: a phone's line is narrow.
    void added.reduce((before, one) => before.then(() => send(one)), Promise.resolve());
  };

  // A button of the page's form; with script its own call, so that nothing else is sent.
  const button = (label: string, name: string, go: string, call: string, values: object) => (
    <button
      className="linkbtn"
      name={names.remove}
      value={go}
      aria-label={name}
      onClick={(event) => {
        event.preventDefault();
        void callApi<ShownPhoto[]>(`exam/attempt/photo${call}`, { attemptId, ...values }).then((answer) => {
          setProblem(answer.ok ? '' : `没有${label}：${answer.message}`);
          if (answer.ok) take(answer.data);
        });
      }}
    >
      {label}
    </button>
  );
  const turn = (label: string, { id, rotation }: ShownPhoto, index: number, by: number) => {
    const to = (rotation + by) % 360;
    return button(label, `第 ${index + 1} 张${label}`, `turn:${id}:${to}:${itemId}`, 'Turn', {
      photoId: id,
      rotation: to,
    });
  };
  const move = (label: string, { id }: ShownPhoto, index: number, place: number) =>
    place < 1 || place > shown.length
      ? null
      : button(label, `第 ${index + 1} 张${label}`, `move:${id}:${place}:${itemId}`, 'Move', { photoId: id, place });

  const isFull = shown.length + pending.length >= max;
  return (
    <div className="photo-upload" id={`photos-${itemId}`}>
      {problem ? (
        <p className="error" role="alert">
          {problem}
        </p>
      ) : null}
      <ul className="slots">
        {shown.map((photo, index) => (
          <li className="slot" key={photo.id}>
            <a href={photo.url} target="_blank" rel="noreferrer">
              <img src={photo.url} alt={`第 ${index + 1} 张照片，点开看大图`} width="96" height="120" loading="lazy" />
            </a>
            <span className="saved small">
              <CheckIcon small />
              {savedText(photo, timeZone)}
            </span>
            {isOpen ? (
              <span className="slot__acts small">
                {isHydrated ? (
                  <label className="linkbtn">
                    换一张
                    <input className="vh" type="file" accept={ACCEPT} onChange={(event) => choose(event, photo.id)} />
                    <span className="vh">：第 {index + 1} 张</span>
                  </label>
                ) : (
                  <details>
                    <summary>换一张</summary>
                    <input
                      type="file"
                      name={names.replace(photo.id)}
                      accept={ACCEPT}
                      aria-label={`换掉第 ${index + 1} 张照片`}
                    />
                  </details>
                )}
                {button('删除', `删除第 ${index + 1} 张照片`, `remove:${photo.id}`, 'Remove', { photoId: photo.id })}
                {turn('左转', photo, index, 270)}
                {turn('右转', photo, index, 90)}
                {move('前移', photo, index, index)}
                {move('后移', photo, index, index + 2)}
              </span>
            ) : null}
          </li>
        ))}
        {pending.map((one, index) => (
          <li className={`slot${one.error ? ' slot--bad' : ''}`} key={`pending ${one.key}`}>
            <span className="slot__up">
              <UploadIcon />
            </span>
            <span className="small">{one.replaces === null ? `第 ${shown.length + index + 1} 张` : '新照片'}</span>
            {one.error ? (
              <>
                <span className="small error" role="alert">
                  {one.error}
                  {one.isSignedOut ? (
                    <a href="/login" target="_blank" rel="noreferrer">
                      在新窗口登录
                    </a>
                  ) : null}
                </span>
                <span className="slot__acts small">
                  <button type="button" className="linkbtn" onClick={() => void send(one)}>
                    重试
                  </button>
                  <button
                    type="button"
                    className="linkbtn"
                    onClick={() => setPending((all) => all.filter((each) => each.key !== one.key))}
                  >
                    不传了
                  </button>
                </span>
              </>
            ) : (
              <>
                <span className="small quiet">上传中 {Math.round(one.progress * 100)}%</span>
                <progress
                  className="thin"
                  value={one.progress}
                  max={1}
                  aria-label={`第 ${shown.length + index + 1} 张上传进度`}
                />
              </>
            )}
          </li>
        ))}
        {isOpen && !isFull ? (
          <li className={`slot slot--add${isHydrated ? '' : ' slot--wide'}`}>
            <label>
              <CameraIcon />
              <span>拍照或选图</span>
              <span className="small quiet">最多 {max} 张</span>
              <input
                className={isHydrated ? 'vh' : 'file'}
                type="file"
                name={names.add}
                accept={ACCEPT}
                multiple
                onChange={(event) => choose(event, null)}
              />
            </label>
          </li>
        ) : null}
      </ul>
      <p className="small quiet">
        {isOpen
          ? `写在答题纸上再拍照。照片到 ${until} 前都可以补传、更换、旋转和调整次序，交卷后也可以。`
          : `照片上传已于 ${until} 截止。`}
        {isOpen && !isHydrated ? '选好照片后点“保存”才会上传。' : ''}
      </p>
    </div>
  );
}

function savedText(photo: ShownPhoto, timeZone: string): string {
  const at =
    typeof photo.receivedAt === 'number' ? formatClock(photo.receivedAt, timeZone) : photo.receivedAt.slice(11);
  return photo.outcome === 'grace' ? `${at} 宽限内` : `已保存 ${at}`;
}
