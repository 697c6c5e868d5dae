import { z } from 'zod';
import { isFileId } from './file.rules';

/** A stored file as its id or its address → its id. */
export function fileReference(label: string) {
  return z.string({ invalid_type_error: `${label}有误` }).transform((text, context) => {
    const id = text
      .trim()
      .replace(/^\/api\/file\//, '')
      .toLowerCase();
    if (isFileId(id)) return id;
    context.addIssue({ code: z.ZodIssueCode.custom, message: `${label}有误，请重新上传` });
    return z.NEVER;
  });
}
