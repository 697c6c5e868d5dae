import { AppError } from '~/lib/errors';
import { tooLargeText, type FileKind } from './file.rules';

/** The refusal of a file above its kind's limit, with what to do about a photo: a camera's own can be that large. */
export function tooLarge(kind: FileKind): AppError {
  const advice = kind === 'image' ? '请把相机的照片尺寸调小重拍，或打开这张照片截屏，上传截图。' : '';
  return new AppError('too_large', `${tooLargeText(kind)}${advice}`);
}
