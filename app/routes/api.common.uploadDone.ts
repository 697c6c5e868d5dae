import { z } from 'zod';
import { finishSentFile } from '~/domain/attempt/sent-file.commands.server';
import { storedFileSchema } from '~/domain/file/file.schema';
import { call, defineApi } from '~/http/api.server';

const uploadDoneSchema = z.object({
  id: z.string().uuid('上传的编号有误'),
  /** Of an upload that began before its length was known: what the whole is, said before or after its last part. */
  size: z.coerce.number({ invalid_type_error: '文件大小有误' }).int('文件大小有误').min(1, '文件大小有误').optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '校验值有误')
    .optional(),
});

/** Makes the stored file out of an upload whose last part has arrived (see api.common.tus). Twice is harmless. */
const { loader, action } = defineApi('common/uploadDone', {
  '': call('POST', 'user', uploadDoneSchema, storedFileSchema, async ({ actor, input, now }) => {
    const { id, url, name, size, mime, durationMs, promisedMs, width, height } = await finishSentFile(
      actor,
      input,
      now,
    );
    return { id, url, name, size, mime, durationMs, promisedMs, width, height };
  }),
});

export { loader, action };
