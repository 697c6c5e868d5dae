import { z } from 'zod';
import { storedFileSchema } from '~/domain/file/file.schema';
import { finishUpload } from '~/domain/file/upload.commands.server';
import { call, defineApi } from '~/http/api.server';

const uploadDoneSchema = z.object({ id: z.string().uuid('上传的编号有误') });

/** Makes the stored file out of an upload whose last part has arrived (see api.common.tus). Twice is harmless. */
const { loader, action } = defineApi('common/uploadDone', {
  '': call('POST', 'user', uploadDoneSchema, storedFileSchema, async ({ actor, input, now }) => {
    const { id, url, name, size, mime, durationMs, width, height } = await finishUpload(actor, input.id, now);
    return { id, url, name, size, mime, durationMs, width, height };
  }),
});

export { loader, action };
