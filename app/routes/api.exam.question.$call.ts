import { z } from 'zod';
import { exportQuestions } from '~/domain/question-bank/export.queries.server';
import { exportApiSchema } from '~/domain/question-bank/export.schema';
import { MAX_IMPORT_BYTES } from '~/domain/question-bank/formats/format-info.rules';
import { importInOneCall } from '~/domain/question-bank/import-api.commands.server';
import { importApiSchema } from '~/domain/question-bank/import.schema';
import { assertOwnUid, blob, call, defineApi, multipart } from '~/http/api.server';
import { downloadResponse } from '~/http/download-response.server';
import { fieldErrorsOf, formDataToObject } from '~/http/forms.server';
import { readMultipart, uploadedBytes } from '~/http/uploads.server';
import { invalid } from '~/lib/errors';

const { loader, action } = defineApi('exam/question', {
  import: call('POST', 'teacher', multipart(z.object({})), z.unknown(), async ({ actor, request, now }) => {
    const uploads = await readMultipart(request, { maxFileBytes: MAX_IMPORT_BYTES, maxFiles: 1, maxFields: 20 });
    try {
      const fields = formDataToObject(uploads.form);
      assertOwnUid(actor, request, fields);
      const parsed = importApiSchema.safeParse(fields);
      if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
      const [file] = uploads.files;
      if (!file) throw invalid({ file: '请选择要导入的文件' });
      return await importInOneCall(actor, parsed.data, { name: file.name, bytes: await uploadedBytes(file) }, now);
    } finally {
      await uploads.discard();
    }
  }),
  export: call('GET', 'teacher', exportApiSchema, blob(), async ({ actor, input, now }) =>
    downloadResponse(await exportQuestions(actor, { ...input, source: '', keyword: '', tab: '' }, now)),
  ),
});

export { loader, action };
