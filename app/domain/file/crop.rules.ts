/** Which square of a picture is kept: its middle as shares of width and height, and how far it is zoomed in. */
export type Crop = { x: number; y: number; zoom: number };

export const MAX_ZOOM = 4;

export const CENTRE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The square in pixels, never beyond the picture's edges. */
export function cropBox(width: number, height: number, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.max(1, Math.min(width, height) / Math.min(Math.max(crop.zoom, 1), MAX_ZOOM));
  const within = (middle: number, whole: number) => Math.min(Math.max(middle * whole - side / 2, 0), whole - side);
  return { left: within(crop.x, width), top: within(crop.y, height), side };
}

/** The crop after the picture was moved by a part of the square's side (to the right and down). */
export function moveCrop(width: number, height: number, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = cropBox(width, height, crop);
  const moved = { ...crop, x: (left + side / 2 - right * side) / width, y: (top + side / 2 - down * side) / height };
  const box = cropBox(width, height, moved);
  return { ...moved, x: (box.left + box.side / 2) / width, y: (box.top + box.side / 2) / height };
}
