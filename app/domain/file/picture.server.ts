import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '~/lib/errors';
import { MAX_IMAGE_PIXELS } from './file.rules';
import { isPictureSound } from './picture-parts.rules';

/** The one place that opens a picture somebody sent. */

/** Pictures near the largest take some seconds; on a busy machine several times that. */
const MOST_SECONDS = 30;

// Decoded photos are large and never asked for twice.
sharp.cache(false);
// One image with all of libvips' threads could keep a two-core machine from answering pages.
sharp.concurrency(1);

/**
 * Opens a picture that arrived, with its pixels and its time bounded. What decoders do before they look at the clock is
 * bounded by assertSoundParts, which comes first.
 */
export function openPicture(picture: string | Uint8Array): Sharp {
  return sharp(picture, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true }).timeout({
    seconds: MOST_SECONDS,
  });
}

/**
 * Refuses, before anything of it is decoded, a file that has more parts than any camera or program writes: decoders take
 * time and memory for each of them, and do not stop on the way.
 */
export async function assertSoundParts(path: string): Promise<void> {
  if (!isPictureSound(await readFile(path))) throw new AppError('unsupported_type', UNREADABLE);
}

/** What is said of a picture that cannot be read. */
export const UNREADABLE = '这张图片打不开，可能没有传完整或已损坏，请重新拍照或换一张。';
