import type { Rotation } from '~/domain/file/file.rules';
import {
  hasTwoPoints,
  roundPoint,
  SHAPE_LABELS,
  thinStroke,
  unturnPoint,
  type Point,
  type Shape,
  type ShapeKind,
} from '~/domain/scoring/marking/photo-marks.rules';

/** Shorter than this share of the picture a drag is a slip of the hand. */
const LEAST_DRAG = 0.01;

/**
 * What is drawn with one tool on one photo, from the pen's coming down to its lifting. Points come as shares of the
 * picture as it is seen, turned; a shape lies on the unturned one. Knows no React and no page.
 */
export class PhotoPen {
  private path: Point[] = [];

  constructor(
    private readonly kind: ShapeKind,
    private readonly text: string,
    private readonly rotation: Rotation,
  ) {}

  /** It touches the picture, or goes on; what lies beside the picture stays at its edge. */
  go([x, y]: Point): void {
    const within = (value: number) => Math.min(1, Math.max(0, value));
    this.path = [...this.path, unturnPoint([within(x), within(y)], this.rotation)];
  }

  /** What it has drawn so far; null while that is none of the tool's shapes. */
  draft(): Shape | null {
    const { kind, path } = this;
    const [first, last] = [path[0], path[path.length - 1]];
    if (!first || !last) return null;
    if (kind === 'pen') return path.length > 1 ? { kind, points: thinStroke(path) } : null;
    if (kind === 'text') return { kind, at: roundPoint(first), text: this.text.trim() };
    if (!hasTwoPoints(kind)) return { kind, at: roundPoint(first) };
    const isDrag = Math.abs(first[0] - last[0]) + Math.abs(first[1] - last[1]) > LEAST_DRAG;
    return isDrag ? { kind, from: roundPoint(first), to: roundPoint(last) } : null;
  }

  /** It is lifted: the shape, or what is missing to one. */
  lift(): { shape: Shape; problem: '' } | { shape: null; problem: string } {
    if (this.kind === 'text' && this.text.trim() === '')
      return { shape: null, problem: '请先在“写的字”里填好要标注的字。' };
    const shape = this.draft();
    if (shape) return { shape, problem: '' };
    return { shape, problem: `“${SHAPE_LABELS[this.kind]}”要按住拖动来画。` };
  }
}
