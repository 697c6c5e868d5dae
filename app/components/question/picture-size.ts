import { createContext, useContext } from 'react';

/** Stored pixel sizes of pictures by file id: width, height. */
export type PictureSizes = Record<string, [number, number]>;

const Sizes = createContext<PictureSizes>({});

/** Knows the sizes of the pictures drawn inside, so that they take their room before they have come. */
export const PictureSizeProvider = Sizes.Provider;

/**
 * The attributes that keep a picture's room free on the page: its size when drawn at most `maxHeight` pixels high;
 * nothing where the page does not know it.
 */
export function usePictureSize(maxHeight: number): (id: string) => { width?: number; height?: number } {
  const sizes = useContext(Sizes);
  return (id) => {
    const [width, height] = sizes[id] ?? [0, 0];
    if (width === 0 || height === 0) return {};
    const scale = Math.min(1, maxHeight / height);
    return { width: Math.round(width * scale), height: Math.round(height * scale) };
  };
}
