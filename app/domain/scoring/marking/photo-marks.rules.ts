import type { Rotation } from '~/domain/file/file.rules';

/** 批注: what an examiner draws on a photo, pure. Coordinates are shares (0–1) of the unturned picture. */

export type Point = [x: number, y: number];

export type Shape =
  | { kind: 'tick' | 'cross'; at: Point }
  | { kind: 'circle' | 'line'; from: Point; to: Point }
  | { kind: 'pen'; points: Point[] }
  | { kind: 'text'; at: Point; text: string };

export type ShapeKind = Shape['kind'];

/** In the order of the toolbar. */
export const SHAPE_KINDS: ShapeKind[] = ['tick', 'cross', 'circle', 'line', 'text', 'pen'];

export const SHAPE_LABELS: Record<ShapeKind, string> = {
  tick: '✓ 对',
  cross: '✗ 错',
  circle: '圈',
  line: '线',
  text: '字',
  pen: '笔',
};

/** On one photo by one examiner. */
export const MAX_SHAPES = 200;
/** Of one pen stroke. */
export const MAX_POINTS = 500;
/** Of all strokes on a photo: a page written full has some thousands. Judging each costs the server time. */
export const MAX_ALL_POINTS = 20_000;
export const MAX_MARK_TEXT = 100;

/** Kinds that take two clicks (or a drag). */
export function hasTwoPoints(kind: ShapeKind): kind is 'circle' | 'line' {
  return kind === 'circle' || kind === 'line';
}

/** Where a point of the unturned picture is once it is turned. */
export function turnPoint([x, y]: Point, rotation: Rotation): Point {
  switch (rotation) {
    case 90:
      return [1 - y, x];
    case 180:
      return [1 - x, 1 - y];
    case 270:
      return [y, 1 - x];
    default:
      return [x, y];
  }
}

/** Which point of the unturned picture is seen here once it is turned. */
export function unturnPoint(point: Point, rotation: Rotation): Point {
  return turnPoint(point, ((360 - rotation) % 360) as Rotation);
}

/** How wide and high a picture is once it is turned. */
export function turnedSize(size: { width: number; height: number }, rotation: Rotation) {
  return rotation % 180 === 0 ? { width: size.width, height: size.height } : { width: size.height, height: size.width };
}

/** A click on the turned picture, drawn `width` × `height`, as a point of the unturned one; null beside it. */
export function clickPoint(
  click: { x: number; y: number; width: number; height: number },
  rotation: Rotation,
): Point | null {
  const seen: Point = [click.x / click.width, click.y / click.height];
  if (!seen.every((share) => share >= 0 && share <= 1)) return null;
  return roundPoint(unturnPoint(seen, rotation));
}

/** Four digits: a tenth of a pixel of the largest photo. */
export function roundPoint([x, y]: Point): Point {
  return [Math.round(x * 10_000) / 10_000, Math.round(y * 10_000) / 10_000];
}

/** A stroke with no more points than may be kept, evenly thinned, its end included. */
export function thinStroke(points: Point[]): Point[] {
  if (points.length <= MAX_POINTS) return points.map(roundPoint);
  const step = (points.length - 1) / (MAX_POINTS - 1);
  return Array.from({ length: MAX_POINTS }, (_, index) => roundPoint(points[Math.round(index * step)] ?? [0, 0]));
}

/** The nine places of a photo as it is seen, for marks that are placed without pointing. */
export const PLACES = ['左上', '中上', '右上', '左中', '正中', '右中', '左下', '中下', '右下'] as const;

/** A mark of the kind in one of the nine places (from 0): a line under it, a circle around it. */
export function shapeInPlace(kind: Exclude<ShapeKind, 'pen'>, place: number, text: string, rotation: Rotation): Shape {
  const x = ((place % 3) * 2 + 1) / 6;
  const y = (Math.floor(place / 3) * 2 + 1) / 6;
  const point = (px: number, py: number) => roundPoint(unturnPoint([px, py], rotation));
  if (hasTwoPoints(kind)) {
    const dy = kind === 'circle' ? 0.06 : 0;
    return { kind, from: point(x - 0.12, y - dy), to: point(x + 0.12, y + dy) };
  }
  return kind === 'text' ? { kind, at: point(x, y), text } : { kind, at: point(x, y) };
}

/** The middle of a shape, of the unturned picture. */
function middleOf(shape: Shape): Point {
  switch (shape.kind) {
    case 'circle':
    case 'line':
      return [(shape.from[0] + shape.to[0]) / 2, (shape.from[1] + shape.to[1]) / 2];
    case 'pen': {
      const xs = shape.points.map(([x]) => x);
      const ys = shape.points.map(([, y]) => y);
      return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    }
    default:
      return shape.at;
  }
}

/** A mark in words: `✓ 第 2 张 左上`. */
export function describeShape(shape: Shape, photo: { number: number; rotation: Rotation }): string {
  const [x, y] = turnPoint(middleOf(shape), photo.rotation);
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  const what: Record<ShapeKind, string> = {
    tick: '✓',
    cross: '✗',
    circle: '圈',
    line: '划线',
    pen: '笔迹',
    text: shape.kind === 'text' ? `“${shape.text}”` : '',
  };
  return `${what[shape.kind]} 第 ${photo.number} 张 ${PLACES[third(y) * 3 + third(x)] ?? ''}`;
}

/** What is done to one's own marks on a photo. */
export type MarksEdit =
  | { kind: 'replace'; shapes: Shape[] }
  | { kind: 'add'; shape: Shape }
  /** From 0; the last one is taken back without it. */
  | { kind: 'remove'; index: number | null };

/** The marks after an edit. */
export function editShapes(shapes: Shape[], edit: MarksEdit): Shape[] {
  switch (edit.kind) {
    case 'replace':
      return edit.shapes;
    case 'add':
      return [...shapes, edit.shape];
    case 'remove': {
      const index = edit.index ?? shapes.length - 1;
      return shapes.filter((_, at) => at !== index);
    }
  }
}

/** One examiner's marks on one photo. */
export type MarkLayer = { examinerId: number; examinerName: string; shapes: Shape[]; version: number };
