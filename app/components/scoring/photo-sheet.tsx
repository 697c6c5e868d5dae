import type { ReactNode } from 'react';
import { pictureUrl, type PictureWidth, type Rotation } from '~/domain/file/file.rules';
import { turnedSize, turnPoint, type Point, type Shape } from '~/domain/scoring/marking/photo-marks.rules';

/** The picture's width in the drawing's own units; its height follows. */
const WIDTH = 1000;

/** Red first: the teacher's pen. All read well on paper, and on the white line under them on anything else. */
export const LAYER_COLORS = ['#c4161c', '#1d4fc4', '#7a1fa2', '#00695c'];

export type SheetPicture = { fileId: string; rotation: Rotation; width: number; height: number };
export type SheetLayer = { key: string | number; shapes: Shape[]; color?: string | undefined };

/** Height of a turned picture that is `width` wide. */
export function sheetHeight(photo: Omit<SheetPicture, 'fileId'>, width = WIDTH): number {
  const size = turnedSize(photo, photo.rotation);
  return Math.max(1, Math.round((width * size.height) / size.width));
}

/**
 * A photo with what examiners drew on it, as one drawing: the server's as well as the browser's. The picture comes
 * turned; the marks stand upright on it whichever way it is turned.
 */
export function PhotoSheet({
  photo,
  alt,
  layers,
  width = '100%',
  pictureWidth = 960,
  hasPicture = true,
  children,
}: {
  photo: SheetPicture;
  /** What it shows; empty where something else names it. */
  alt: string;
  layers: SheetLayer[];
  /** How wide it is drawn. */
  width?: string;
  pictureWidth?: PictureWidth;
  /** False: only the marks, to lie over a picture. */
  hasPicture?: boolean;
  /** More to draw: what is just being drawn. */
  children?: ReactNode;
}) {
  const height = sheetHeight(photo);
  return (
    <svg
      className="sheet"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={width}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      {hasPicture ? (
        <image
          href={pictureUrl(photo.fileId, { rotation: photo.rotation, width: pictureWidth })}
          width={WIDTH}
          height={height}
          preserveAspectRatio="none"
        />
      ) : null}
      {layers.map((layer, index) => (
        <g key={layer.key} className={`marks marks-${index}`}>
          {layer.shapes.map((shape, at) => (
            <ShapeDrawing key={at} shape={shape} photo={photo} color={layer.color ?? LAYER_COLORS[0]} />
          ))}
        </g>
      ))}
      {children}
    </svg>
  );
}

/** One mark: its line twice, white and wider below, so that it is seen on any ground and on paper. */
export function ShapeDrawing({
  shape,
  photo,
  color,
}: {
  shape: Shape;
  photo: Omit<SheetPicture, 'fileId'>;
  color: string | undefined;
}) {
  const height = sheetHeight(photo);
  const place = (point: Point) => {
    const [x, y] = turnPoint(point, photo.rotation);
    return { x: round(x * WIDTH), y: round(y * height) };
  };
  if (shape.kind === 'text') {
    const { x, y } = place(shape.at);
    // Words that begin near the right edge end there.
    const isRight = x > WIDTH * 0.6;
    return (
      <text
        data-shape="text"
        x={x}
        y={y}
        dy="0.35em"
        textAnchor={isRight ? 'end' : 'start'}
        fontSize="34"
        fontWeight="700"
        fill={color}
        stroke="#fff"
        strokeWidth="7"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {shape.text}
      </text>
    );
  }
  const d = pathOf(shape, place);
  return (
    <g data-shape={shape.kind} fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d={d} stroke="#fff" strokeWidth="12" strokeOpacity="0.75" />
      <path d={d} stroke={color} strokeWidth="6" />
    </g>
  );
}

function pathOf(shape: Exclude<Shape, { kind: 'text' }>, place: (point: Point) => { x: number; y: number }): string {
  switch (shape.kind) {
    case 'tick': {
      const { x, y } = place(shape.at);
      return `M${x - 30} ${y}l22 26l42 -56`;
    }
    case 'cross': {
      const { x, y } = place(shape.at);
      return `M${x - 26} ${y - 26}l52 52m0 -52l-52 52`;
    }
    case 'line': {
      const [a, b] = [place(shape.from), place(shape.to)];
      return `M${a.x} ${a.y}L${b.x} ${b.y}`;
    }
    case 'circle': {
      const [a, b] = [place(shape.from), place(shape.to)];
      const [rx, ry] = [Math.abs(a.x - b.x) / 2, Math.abs(a.y - b.y) / 2];
      const y = (a.y + b.y) / 2;
      const left = Math.min(a.x, b.x);
      return `M${left} ${round(y)}a${round(rx)} ${round(ry)} 0 1 0 ${round(rx * 2)} 0a${round(rx)} ${round(ry)} 0 1 0 ${round(-rx * 2)} 0`;
    }
    case 'pen':
      return shape.points
        .map(place)
        .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`)
        .join('');
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
