import { useRevalidator } from '@remix-run/react';
import { type ReactNode } from 'react';
import { callApi } from '~/components/media/call-api';
import { Button } from '~/components/ui/button';
import { turned } from '~/domain/file/file.rules';
import {
  MAX_MARK_TEXT,
  SHAPE_KINDS,
  SHAPE_LABELS,
  type Shape,
  type ShapeKind,
} from '~/domain/scoring/marking/photo-marks.rules';
import { toPhoto } from '~/lib/addresses/scoring';
import type { MarkedPhoto } from '~/domain/scoring/marking/photo-marks.queries.server';
import type { MarksSaver, MarksState } from './marks-saver';

/** The tools beside a photo: how it is looked at and with what it is drawn on. */

export type Live = {
  photo: MarkedPhoto;
  name: string;
  number: number;
  count: number;
  isLocked: boolean;
  isAlone: boolean;
};

/** How large a photo can be looked at, in percent of its column. */
export const ZOOMS = [50, 75, 100, 150, 200, 300];
/** Where one photo is looked at and marked on a page of its own. */
export function photoHref(photoId: number, more: Record<string, string | number> = {}): string {
  return toPhoto({ photoId, ...more });
}

/** Zoom for oneself; turning and moving for everybody who looks at the photo. */
export function LookTools({
  photo,
  number,
  count,
  isLocked,
  zoom,
  onZoom,
  onProblem,
}: Pick<Live, 'photo' | 'number' | 'count' | 'isLocked'> & {
  zoom: number;
  onZoom: (zoom: number) => void;
  onProblem: (problem: string) => void;
}) {
  const { revalidate } = useRevalidator();
  const arrange = async (what: object, refusal: string) => {
    const answer = await callApi('exam/score/photoArrange', { photoId: photo.id, ...what });
    onProblem(answer.ok ? '' : `${refusal}：${answer.message}`);
    if (answer.ok) revalidate();
  };
  const zoomIndex = ZOOMS.indexOf(zoom);
  return (
    <div className="desk__tools no-print" role="group" aria-label={`第 ${number} 张照片`}>
      <Button type="button" size="s" disabled={zoomIndex <= 0} onClick={() => onZoom(ZOOMS[zoomIndex - 1] ?? zoom)}>
        缩小
      </Button>
      <span className="num small" role="status">
        {zoom}%
      </span>
      <Button
        type="button"
        size="s"
        disabled={zoomIndex >= ZOOMS.length - 1}
        onClick={() => onZoom(ZOOMS[zoomIndex + 1] ?? zoom)}
      >
        放大
      </Button>
      {isLocked ? null : (
        <>
          {(['left', 'right'] as const).map((direction) => (
            <Button
              key={direction}
              type="button"
              size="s"
              onClick={() => void arrange({ rotation: turned(photo.rotation, direction) }, '没有旋转')}
            >
              {direction === 'left' ? '左转' : '右转'}
            </Button>
          ))}
          {number > 1 ? (
            <Button type="button" size="s" onClick={() => void arrange({ place: number - 1 }, '没有移动')}>
              前移
            </Button>
          ) : null}
          {number < count ? (
            <Button type="button" size="s" onClick={() => void arrange({ place: number + 1 }, '没有移动')}>
              后移
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

/** What to draw with, and how the marks stand. */
export function DrawTools({
  number,
  tool,
  text,
  shapes,
  state,
  saver,
  onTool,
  onText,
  children,
}: {
  number: number;
  tool: ShapeKind | null;
  text: string;
  shapes: Shape[];
  state: MarksState;
  saver: MarksSaver;
  onTool: (tool: ShapeKind | null) => void;
  onText: (text: string) => void;
  children: ReactNode;
}) {
  return (
    <div className="desk__tools no-print" role="group" aria-label={`批注第 ${number} 张照片`}>
      <span className="seg">
        {SHAPE_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={tool === kind}
            onClick={() => onTool(tool === kind ? null : kind)}
          >
            {SHAPE_LABELS[kind]}
          </button>
        ))}
      </span>
      {tool === 'text' ? (
        <input
          className="input input--s"
          aria-label="写的字"
          placeholder="写的字"
          maxLength={MAX_MARK_TEXT}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would send the scoring form around.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      ) : null}
      <Button
        type="button"
        size="s"
        disabled={shapes.length === 0}
        onClick={() => saver.change((before) => before.slice(0, -1))}
      >
        撤销
      </Button>
      {children}
      <span className="small quiet" role="status">
        {state.kind === 'saving' ? '正在保存批注…' : ''}
        {state.kind === 'saved' && shapes.length > 0 ? `批注 ${shapes.length} 处，已保存` : ''}
      </span>
    </div>
  );
}
