import { z } from 'zod';
import { storeFile } from '~/domain/file/file.commands.server';
import { uploadSchema } from '~/domain/file/file.schema';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { isTeacher } from '~/domain/user/user.rules';
import { call, defineApi, multipart } from '~/http/api.server';
import { invalid } from '~/lib/errors';

const storedFile = z.object({
  id: z.string().uuid(),
  url: z.string(),
  name: z.string(),
  size: z.number().int(),
  mime: z.string(),
  durationMs: z.number().int().nullable().describe('录音的时长，其他为 null'),
  width: z.number().int().nullable().describe('图片的宽，其他为 null'),
  height: z.number().int().nullable().describe('图片的高，其他为 null'),
});

const upload = multipart(uploadSchema, (actor) => (isTeacher(actor) ? MAX_FILE_BYTES.resource : MAX_FILE_BYTES.audio));

/** One file into the store; what uses it is said by the call or form that names its id. */
const { loader, action } = defineApi('common/upload', {
  '': call('POST', 'user', upload, storedFile, async ({ actor, input: { type, requestId }, file, now }) => {
    if (!file) throw invalid({ file: '请选择要上传的文件。' });
    const stored = await storeFile(actor, { kind: type, path: file.path, name: file.name, requestId }, now);
    const { id, url, name, size, mime, durationMs, width, height } = stored;
    return { id, url, name, size, mime, durationMs, width, height };
  }),
});

export { loader, action };
