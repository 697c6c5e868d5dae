import { requireUploadOfOwnAttempt } from '~/domain/attempt/sitting.commands.server';
import { storeFile } from '~/domain/file/file.commands.server';
import { kindOfFile } from '~/domain/file/prepare.server';
import { storedFileSchema, uploadSchema } from '~/domain/file/file.schema';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { isTeacher } from '~/domain/actor/actor.rules';
import { call, defineApi, multipart } from '~/http/api.server';
import { invalid } from '~/lib/errors';

const upload = multipart(uploadSchema, (actor) => (isTeacher(actor) ? MAX_FILE_BYTES.resource : MAX_FILE_BYTES.audio));

/** One file into the store; what uses it is said by the call or form that names its id. */
const { loader, action } = defineApi('common/upload', {
  '': call(
    'POST',
    'user',
    upload,
    storedFileSchema,
    async ({ actor, input: { type, requestId, attemptId }, file, now }) => {
      await requireUploadOfOwnAttempt(actor, attemptId);
      if (!file) throw invalid({ file: '请选择要上传的文件。' });
      const kind = type ?? (await kindOfFile(file.path));
      const stored = await storeFile(actor, { kind, path: file.path, name: file.name, requestId }, now);
      const { id, url, name, size, mime, durationMs, promisedMs, width, height } = stored;
      return { id, url, name, size, mime, durationMs, promisedMs, width, height };
    },
  ),
});

export { loader, action };
