import { z } from 'zod';
import { storeFile } from '~/domain/file/file.commands.server';
import { uploadSchema } from '~/domain/file/file.schema';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { isTeacher } from '~/domain/user/user.rules';
import { assertOwnUid, call, defineApi, multipart } from '~/http/api.server';
import { fieldErrorsOf, formDataToObject } from '~/http/forms.server';
import { readMultipart } from '~/http/uploads.server';
import { invalid } from '~/lib/errors';

/** One file into the store; what uses it is said by the call or form that names its id. */
const { loader, action } = defineApi('common/upload', {
  '': call('POST', 'user', multipart(z.object({})), z.unknown(), async ({ actor, request, now }) => {
    const maxFileBytes = isTeacher(actor) ? MAX_FILE_BYTES.resource : MAX_FILE_BYTES.audio;
    const uploads = await readMultipart(request, { maxFileBytes, maxFiles: 1, maxFields: 20, maxFieldBytes: 4096 });
    try {
      const fields = formDataToObject(uploads.form);
      assertOwnUid(actor, request, fields);
      const parsed = uploadSchema.safeParse(fields);
      if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
      const [file] = uploads.files;
      if (!file) throw invalid({ file: '请选择要上传的文件。' });
      return await storeFile(actor, { kind: parsed.data.type, path: file.path, name: file.name }, now);
    } finally {
      await uploads.discard();
    }
  }),
});

export { loader, action };
