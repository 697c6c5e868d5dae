import { z } from 'zod';
import { commaString, time } from './common';
import { address, id, natural } from './exam-words';

/** A teaching resource. */
export const resource = z.object({
  id,
  title: z.string(),
  /** Of its file. */
  name: z.string(),
  kind: z.enum(['document', 'slides', 'sheet', 'image', 'audio', 'video', 'archive']),
  kindName: z.string(),
  mime: z.string(),
  size: natural,
  durationMs: natural.nullable().describe('音频的时长；其他文件和没有量过的为 null'),
  fileId: z.string(),
  url: address,
  open: z.union([z.literal(0), z.literal(1)]),
  audience: z.enum(['all', 'class']),
  clazzIds: commaString,
  classNames: commaString,
  userId: id,
  userName: z.string(),
  downloadCount: natural,
  createTime: time,
});
