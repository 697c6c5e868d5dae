import { stat, writeFile } from 'node:fs/promises';
import { AppError, orDiskFull } from '~/lib/errors';
import { discardTemporary, temporaryPath } from '~/lib/temporary-files.server';
import { cropBox, type Crop } from './crop.rules';
import { isOutOfProportion, isTooLargeForPasses, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from './file.rules';
import { assertSoundParts, openPicture, UNREADABLE } from './picture.server';
import { sniff } from './sniff';

/** A square of the upright picture, drawn with this many pixels a side. */
export type Square = { crop: Crop; side: number };

export type CheckedImage = { path: string; mime: string; width: number; height: number };

/**
 * Makes a new upright image without any metadata (EXIF, GPS, comments) from one that arrived: JPEG, or PNG
 * or WebP where parts are transparent; with `square` only that part of it. The new file stands beside the old one.
 */
export async function prepareImage(path: string, head: Uint8Array, square?: Square): Promise<CheckedImage> {
  const found = sniff(head);
  if (found?.family !== 'image' || found.format === 'gif') {
    throw new AppError('unsupported_type', '这不是可以使用的图片，请换成 JPG、PNG 或 WebP 图片。');
  }
  const target = temporaryPath();
  try {
    const whole = await convert(path, target);
    return square ? await cut(whole, square) : whole;
  } catch (error) {
    await discardTemporary(target);
    throw refusal(error, found.format);
  }
}

async function convert(path: string, target: string): Promise<CheckedImage> {
  await assertSoundParts(path);
  const image = openPicture(path);
  const { format, hasAlpha, isProgressive = false, width: wide, height: high } = await image.metadata();
  await refuseBySize(path, wide * high, isProgressive);
  const isTransparent = hasAlpha === true && !(await openPicture(path).stats()).isOpaque;
  const upright = image
    .rotate()
    .resize({ width: MAX_IMAGE_SIDE, height: MAX_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  if (!isTransparent) {
    const { width, height } = await upright.flatten({ background: '#fff' }).jpeg({ quality: 82 }).toFile(target);
    return { path: target, mime: 'image/jpeg', width, height };
  }
  const isWebp = format === 'webp';
  const { width, height } = await (isWebp ? upright.webp({ quality: 85 }) : upright.png()).toFile(target);
  return { path: target, mime: isWebp ? 'image/webp' : 'image/png', width, height };
}

const TOO_MANY = `图片的像素太多了（上限 ${MAX_IMAGE_PIXELS / 10_000} 万像素），请缩小后再上传。`;
const IN_PASSES =
  '这张图片的像素很多，又存成了“渐进式”，读它要占太多内存。请存成普通的 JPG，或缩小后（长边不超过 6000 像素）再上传。';
const HARDLY_ANYTHING =
  '这张图片的像素很多、内容却几乎没有，不像照片或扫描件。请重新拍照，或缩小后（长边不超过 6000 像素）再上传。';

/** Refuses by what its header says a picture that would take long to read, before any of it is read. */
async function refuseBySize(path: string, pixels: number, isInPasses: boolean): Promise<void> {
  if (isTooLargeForPasses(pixels, isInPasses)) throw new AppError('too_large', IN_PASSES);
  if (pixels > MAX_IMAGE_PIXELS) throw new AppError('too_large', TOO_MANY);
  if (isOutOfProportion(pixels, (await stat(path)).size)) throw new AppError('too_large', HARDLY_ANYTHING);
}

/** Cuts a square out of a picture that is upright already; takes that picture's file over. */
async function cut(whole: CheckedImage, { crop, side }: Square): Promise<CheckedImage> {
  const box = cropBox(whole.width, whole.height, crop);
  const extract = { left: Math.floor(box.left), top: Math.floor(box.top), size: Math.max(1, Math.floor(box.side)) };
  const bytes = await openPicture(whole.path)
    .extract({ left: extract.left, top: extract.top, width: extract.size, height: extract.size })
    .resize({ width: side, height: side, fit: 'fill' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 88 })
    .toBuffer();
  await writeFile(whole.path, bytes);
  return { path: whole.path, mime: 'image/jpeg', width: side, height: side };
}

/** A stored picture turned and made narrower, in its own format. */
export async function redrawImage(
  bytes: Uint8Array,
  mime: string,
  { rotation, width }: { rotation: number; width: number | null },
): Promise<Uint8Array> {
  // Turned first, so that the width is that of what is seen.
  let image = openPicture(bytes).rotate(rotation);
  if (width !== null) image = image.resize({ width, withoutEnlargement: true });
  if (mime === 'image/png') return image.png().toBuffer();
  return mime === 'image/webp' ? image.webp({ quality: 85 }).toBuffer() : image.jpeg({ quality: 82 }).toBuffer();
}

function refusal(error: unknown, format: string): unknown {
  if (error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message : '';
  const full = orDiskFull(error);
  if (full !== error || /unable to (write|open for write)/i.test(reason)) return full;
  if (/pixel limit/i.test(reason)) return new AppError('too_large', TOO_MANY);
  if (format === 'heif') {
    return new AppError(
      'unsupported_type',
      '这张 HEIC（HEIF）照片打不开。请先存成 JPG 再上传，或改设置后重拍：安卓手机在相机的设置里关掉“HEIF”或“高效”格式；苹果手机在“设置 › 相机 › 格式”里选“兼容性最佳”。',
    );
  }
  return new AppError('unsupported_type', UNREADABLE);
}
