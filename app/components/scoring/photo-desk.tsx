import { useRef, useState, type PointerEvent } from 'react';
import { buttonClass } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { MarkedPhoto } from '~/domain/scoring/marking/photo-marks.queries.server';
import {
  describeShape,
  MAX_SHAPES,
  type Point,
  type Shape,
  type ShapeKind,
} from '~/domain/scoring/marking/photo-marks.rules';
import { toFile } from '~/lib/addresses/files';
import { formatSecond } from '~/lib/time';
import { putMarkingChoice, usePhotoZoom } from './marking-choices';
import { PhotoPen } from './photo-pen';
import { LAYER_COLORS, PhotoSheet, ShapeDrawing, type SheetLayer } from './photo-sheet';
import type { MarksSaver, MarksState } from './marks-saver';
import { usePhotoMarks } from './use-photo-marks';
import { photoHref, LookTools, DrawTools, type Live } from './photo-tools';

/** One's own marks in red on top, those of others below in colours of their own. */
export function layersOf(photo: Pick<MarkedPhoto, 'others'>, own: Shape[]): SheetLayer[] {
  return [
    ...photo.others.map((layer, index) => ({
      key: layer.examinerId,
      shapes: layer.shapes,
      color: LAYER_COLORS[1 + (index % (LAYER_COLORS.length - 1))],
    })),
    { key: 'own', shapes: own },
  ];
}

/** Whose marks have which colour; only where there are others'. */
export function LayerLegend({ photo }: { photo: Pick<MarkedPhoto, 'others'> }) {
  if (photo.others.length === 0) return null;
  return (
    <ul className="sheet-legend small" aria-label="批注的颜色">
      <li>
        <Swatch color={LAYER_COLORS[0]} />
        我的批注
      </li>
      {photo.others.map((layer, index) => (
        <li key={layer.examinerId}>
          <Swatch color={LAYER_COLORS[1 + (index % (LAYER_COLORS.length - 1))]} />
          {layer.examinerName}（{layer.shapes.length} 处）
        </li>
      ))}
    </ul>
  );
}

function Swatch({ color }: { color: string | undefined }) {
  return (
    <svg width="16" height="12" aria-hidden="true">
      <path d="M1 6h14" stroke={color} strokeWidth="4" />
    </svg>
  );
}

/**
 * The photos of an item on the scoring page, one below the other. Without script each is drawn with its marks and
 * leads to a page of its own to zoom, turn and mark; with script all that is done here.
 */
export function PhotoDesk({ photos, isLocked }: { photos: MarkedPhoto[]; isLocked: boolean }) {
  return (
    <div className="desk">
      {photos.map((photo, index) => (
        <PhotoView
          key={photo.id}
          photo={photo}
          number={index + 1}
          count={photos.length}
          isLocked={isLocked}
          isStill={isLocked}
          neighbours={{
            before: photos[index - 1] ? `#photo-${photos[index - 1]?.id}` : null,
            after: photos[index + 1] ? `#photo-${photos[index + 1]?.id}` : null,
          }}
        />
      ))}
    </div>
  );
}

/** One photo with its tools. */
export function PhotoView({
  photo,
  number,
  count,
  isLocked,
  isStill = false,
  isAlone = false,
  neighbours,
}: {
  photo: MarkedPhoto;
  number: number;
  count: number;
  /** Released: to be looked at only. */
  isLocked: boolean;
  /** No buttons here: they stand in a form that is switched off. */
  isStill?: boolean;
  /** On a page of its own. */
  isAlone?: boolean;
  neighbours: { before: string | null; after: string | null };
}) {
  const isHydrated = useHydrated();
  const name = `答卷照片 ${number} / ${count}`;
  return (
    <figure className="desk__photo" id={`photo-${photo.id}`}>
      {isHydrated && !isStill ? (
        <LivePhoto {...{ photo, name, number, count, isLocked, isAlone }} />
      ) : (
        <>
          <PhotoSheet photo={photo} alt={sheetAlt(name, photo.own.shapes)} layers={layersOf(photo, photo.own.shapes)} />
          <p className="desk__tools no-print">
            {/* A window of its own: what was filled in here stays. */}
            <a className={buttonClass({ size: 's' })} href={photoHref(photo.id)} target="_blank" rel="noreferrer">
              {isLocked ? '放大' : '放大、旋转、批注'}
              <span className="vh">：第 {number} 张</span>
            </a>
          </p>
        </>
      )}
      <LayerLegend photo={photo} />
      <figcaption className="small quiet">
        照片 {number} / {count}
        {photo.receivedAt > 0 ? `，${formatSecond(photo.receivedAt)} 上传` : ''}{' '}
        {photo.outcome === 'grace' ? <Chip tone="warn">宽限内</Chip> : null}
        {photo.outcome === 'accepted' ? <Chip tone="warn">迟到，已计入</Chip> : null}
        <span className="desk__links no-print">
          <a href={toFile(photo.fileId)} target="_blank" rel="noreferrer">
            原图
          </a>
          {neighbours.before ? <a href={neighbours.before}>上一张</a> : null}
          {neighbours.after ? <a href={neighbours.after}>下一张</a> : null}
        </span>
      </figcaption>
    </figure>
  );
}

function sheetAlt(name: string, shapes: Shape[]): string {
  return shapes.length === 0 ? name : `${name}，我的批注 ${shapes.length} 处`;
}

/** With script: zoom, turn, move and draw right here. */
function LivePhoto({ photo, name, number, count, isLocked, isAlone }: Live) {
  const { shapes, state, saver } = usePhotoMarks(photo.id, photo.own);
  const [alone, setAlone] = useState(100);
  const kept = usePhotoZoom();
  const zoom = isAlone ? alone : kept;
  const setZoom = isAlone ? setAlone : (value: number) => putMarkingChoice('photoZoom', value);
  const [tool, setTool] = useState<ShapeKind | null>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const add = (shape: Shape) => {
    if (shapes.length >= MAX_SHAPES) setProblem(`一张照片最多 ${MAX_SHAPES} 处批注，请先删掉不需要的。`);
    else saver.change((before) => [...before, shape]);
  };
  const { draft, handlers } = usePen(tool && (() => new PhotoPen(tool, text, photo.rotation)), (lifted) => {
    setProblem(lifted.problem);
    if (lifted.shape) add(lifted.shape);
  });
  return (
    <>
      <LookTools {...{ photo, number, count, isLocked, zoom }} onZoom={setZoom} onProblem={setProblem} />
      {isLocked ? null : (
        <DrawTools {...{ number, tool, text, shapes, state, saver }} onTool={setTool} onText={setText}>
          {isAlone ? null : (
            <a className="small" href={photoHref(photo.id)} target="_blank" rel="noreferrer">
              单独打开
            </a>
          )}
        </DrawTools>
      )}
      <Troubles problem={problem} state={state} saver={saver} />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className="desk__stage" tabIndex={0} role="region" aria-label={name}>
        <div className={tool ? 'desk__pad is-drawing' : 'desk__pad'} {...handlers}>
          <PhotoSheet
            photo={photo}
            alt={sheetAlt(name, shapes)}
            layers={layersOf(photo, shapes)}
            width={`${zoom}%`}
            pictureWidth={zoom > 100 || isAlone ? 1920 : 960}
          >
            {draft ? <ShapeDrawing shape={draft} photo={photo} color={LAYER_COLORS[0]} /> : null}
          </PhotoSheet>
        </div>
      </div>
      {isLocked || shapes.length === 0 ? null : (
        <details className="small no-print">
          <summary>批注 {shapes.length} 处</summary>
          <ol className="desk__marks">
            {shapes.map((shape, index) => (
              <li key={index}>
                {describeShape(shape, { number, rotation: photo.rotation })}{' '}
                <button
                  type="button"
                  className="linkbtn"
                  onClick={() => saver.change((before) => before.filter((_, at) => at !== index))}
                >
                  删除<span className="vh">第 {index + 1} 处批注</span>
                </button>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/** The pen on the pad: what it draws at the moment, and what the pad's events do to it. */
function usePen(take: (() => PhotoPen) | null, onLift: (lifted: ReturnType<PhotoPen['lift']>) => void) {
  const pen = useRef<PhotoPen | null>(null);
  const [draft, setDraft] = useState<Shape | null>(null);
  const go = (event: PointerEvent<HTMLElement>) => {
    pen.current?.go(pointOf(event));
    setDraft(pen.current?.draft() ?? null);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!take || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    pen.current = take();
    go(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (pen.current) go(event);
  };
  const lift = () => {
    const lifted = pen.current?.lift();
    pen.current = null;
    setDraft(null);
    if (lifted) onLift(lifted);
  };
  return { draft, handlers: { onPointerDown, onPointerMove, onPointerUp: lift, onPointerCancel: lift } };
}

/** Where on the picture, as a share of its sides. */
function pointOf(event: PointerEvent<HTMLElement>): Point {
  // Zoomed in, the drawing is wider than what holds it.
  const box = (event.currentTarget.querySelector('svg') ?? event.currentTarget).getBoundingClientRect();
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
}

/** What did not work, and what can be done about marks that are not saved. */
function Troubles({ problem, state, saver }: { problem: string; state: MarksState; saver: MarksSaver }) {
  if (!problem && state.kind !== 'failed') return null;
  return (
    <p className="error" role="alert">
      {problem}
      {state.kind === 'failed' ? (
        <>
          {`批注没有保存：${state.message} `}
          <button type="button" className="linkbtn" onClick={() => saver.retry()}>
            {state.theirs ? '用这里画的' : '重试'}
          </button>
          {state.theirs ? (
            <button type="button" className="linkbtn" onClick={() => saver.takeTheirs()}>
              用已保存的
            </button>
          ) : null}
        </>
      ) : null}
    </p>
  );
}
