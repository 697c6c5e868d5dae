import { useEffect, useRef, useState } from 'react';
import type { PendingPhoto, PhotoQueue } from '~/components/saving/photo-queue';
import { CameraIcon, CheckIcon, UploadIcon } from '~/components/ui/icons';
import { toLogin } from '~/lib/addresses/account';
import { formatClock } from '~/lib/time';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { callApi, persist } from './call-api';

/** A photo as its slot shows it. */
export type ShownPhoto = {
  id: number;
  /** Turned as it is looked at. */
  url: string;
  rotation: number;
  receivedAt: number | string;
  outcome: string;
  /** Of a sheet that the teacher scanned and put in: it stays. */
  isScanned: boolean;
};

const ACCEPT = 'image/jpeg,image/png,image/webp';

/**
 * The photos of one answer inside a page's form. Without script they are file inputs and buttons of that form;
 * with script every photo goes into the queue at once and stays in its slot until the server has it.
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
  queue,
  pending,
  onChange,
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
  queue: PhotoQueue<ShownPhoto>;
  /** Of this item, what the server does not have. */
  pending: PendingPhoto[];
  /** Told the server's new list. */
  onChange: (itemId: number, photos: ShownPhoto[]) => void;
}) {
  const box = useRef<HTMLUListElement>(null);
  const [problem, setProblem] = useState(error);
  useEffect(() => setProblem(error), [error]);
  const wanted = pending.filter((one) => one.phase !== 'refused');

  const choose = (input: HTMLInputElement, replaces: number | null) => {
    const files = Array.from(input.files ?? []);
    // The form must not carry them a second time.
    input.value = '';
    setProblem('');
    const room = replaces === null ? max - photos.length - wanted.filter((one) => one.replaces === null).length : 1;
    if (files.length > room) setProblem(`每题最多 ${max} 张照片，多出的 ${files.length - room} 张没有上传。`);
    for (const file of files.slice(0, Math.max(0, room))) {
      const { name, size } = file;
      // Read now: a phone may take the file away. One that is too large is for the server to refuse.
      const read = size > MAX_FILE_BYTES.image ? Promise.resolve(null) : new Response(file).arrayBuffer();
      read.then(
        (bytes) => void queue.add(itemId, replaces, { name, size, bytes: bytes && new Uint8Array(bytes) }),
        () => setProblem(`“${name}”读不出来，请重新选择或拍照。`),
      );
    }
  };

  const chooseNow = useRef(choose);
  chooseNow.current = choose;
  // Chosen before the page was awake: it lies in the field, and nobody has heard of it.
  useEffect(() => {
    box.current?.querySelectorAll<HTMLInputElement>('[type=file]').forEach((input) => {
      if (input.files?.length) chooseNow.current(input, Number(input.dataset.of) || null);
    });
  }, []);

  // A button of the page's form; with script its own call, so that nothing else is sent.
  const button = (label: string, name: string, go: string, call: string, values: object) => (
    <button
      className="linkbtn"
      name={names.remove}
      value={go}
      aria-label={name}
      onClick={(event) => {
        event.preventDefault();
        // Small, beside others, and nothing brings it back; after it the next photo stands in the same place.
        if (call === 'Remove' && !window.confirm(`${name}？`)) return;
        // Said twice it is done once: only its answer may have been lost.
        const ask = () => callApi<ShownPhoto[]>(`exam/attempt/photo${call}`, { attemptId, ...values });
        void persist(ask).then((answer) => {
          setProblem(answer.ok ? '' : `没有${label}：${answer.message}`);
          if (!answer.ok) return;
          onChange(itemId, answer.data);
          // Its button is gone, and the focus would be with it.
          if (call === 'Remove') box.current?.querySelector<HTMLElement>('a,input')?.focus();
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
    place < 1 || place > photos.length
      ? null
      : button(label, `第 ${index + 1} 张${label}`, `move:${id}:${place}:${itemId}`, 'Move', { photoId: id, place });

  const isFull = photos.length + wanted.length >= max;
  return (
    <div className="photo-upload" id={`photos-${itemId}`}>
      {problem ? (
        <p className="error" role="alert">
          {problem}
        </p>
      ) : null}
      <ul className="slots" ref={box}>
        {photos.map((photo, index) => (
          <li className="slot" key={photo.id}>
            <a href={photo.url} target="_blank" rel="noreferrer">
              <img src={photo.url} alt={`第 ${index + 1} 张照片，点开看大图`} width="96" height="120" loading="lazy" />
            </a>
            <span className="saved small">
              <CheckIcon small />
              {savedText(photo, timeZone)}
            </span>
            {photo.isScanned ? <span className="small quiet">来自老师扫描的答题纸</span> : null}
            {isOpen ? (
              <span className="slot__acts small">
                {photo.isScanned ? null : (
                  <>
                    <label className="linkbtn with-script">
                      换一张
                      <input
                        className="vh"
                        type="file"
                        accept={ACCEPT}
                        data-of={photo.id}
                        onChange={(event) => choose(event.currentTarget, photo.id)}
                      />
                      <span className="vh">：第 {index + 1} 张</span>
                    </label>
                    <details className="without-script">
                      <summary>换一张</summary>
                      <input
                        type="file"
                        name={names.replace(photo.id)}
                        accept={ACCEPT}
                        aria-label={`换掉第 ${index + 1} 张照片`}
                      />
                    </details>
                    {button('删除', `删除第 ${index + 1} 张照片`, `remove:${photo.id}`, 'Remove', {
                      photoId: photo.id,
                    })}
                  </>
                )}
                {turn('左转', photo, index, 270)}
                {turn('右转', photo, index, 90)}
                {move('前移', photo, index, index)}
                {move('后移', photo, index, index + 2)}
              </span>
            ) : null}
          </li>
        ))}
        {pending.map((one, index) => (
          <li
            className={`slot${one.error ? ' slot--bad' : ''}`}
            key={`pending ${one.key}`}
            // Known only when the page is awake: behind what a hand may be pressing.
            style={one.isOld ? { order: 1 } : undefined}
          >
            <span className="slot__up">
              <UploadIcon />
            </span>
            <span className="small">{one.replaces === null ? `第 ${photos.length + index + 1} 张` : '新照片'}</span>
            {one.error ? (
              <>
                <span className="small error" role="alert">
                  {one.phase === 'refused' ? '没有收下：' : ''}
                  {one.error}
                  {one.phase === 'waiting' ? '，照片已留在这里，会自动重传' : ''}
                  {one.isSignedOut ? (
                    <a href={toLogin()} target="_blank" rel="noreferrer">
                      在新窗口登录
                    </a>
                  ) : null}
                </span>
                <span className="slot__acts small">
                  {one.phase === 'waiting' ? (
                    <button type="button" className="linkbtn" onClick={() => queue.wake()}>
                      重试
                    </button>
                  ) : null}
                  <button type="button" className="linkbtn" onClick={() => queue.drop(one.key)}>
                    {one.phase === 'refused' ? '知道了' : '不传了'}
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
                  aria-label={`第 ${photos.length + index + 1} 张上传进度`}
                />
              </>
            )}
          </li>
        ))}
        {isOpen && !isFull ? (
          <li className="slot slot--add">
            <label>
              <CameraIcon />
              <span>拍照或选图</span>
              <span className="small quiet">最多 {max} 张</span>
              <input
                className="file"
                type="file"
                name={names.add}
                accept={ACCEPT}
                multiple
                onChange={(event) => choose(event.currentTarget, null)}
              />
            </label>
          </li>
        ) : null}
      </ul>
      <p className="small quiet">
        {isOpen
          ? `写在答题纸上再拍照。照片到 ${until} 前都可以补传、更换、旋转和调整次序，交卷后也可以。`
          : `照片上传已于 ${until} 截止。`}
        {isOpen ? <span className="without-script">选好照片后点“保存”才会上传。</span> : null}
      </p>
    </div>
  );
}

/** When a photo was saved, as clocks say it. */
export function photoClock({ receivedAt }: ShownPhoto, timeZone: string): string {
  return typeof receivedAt === 'number' ? formatClock(receivedAt, timeZone) : receivedAt.slice(11);
}

function savedText(photo: ShownPhoto, timeZone: string): string {
  const at = photoClock(photo, timeZone);
  return photo.outcome === 'grace' ? `${at} 宽限内` : `已保存 ${at}`;
}
