import { exportQuestions } from '~/domain/question-bank/export.queries.server';
import { exportApiSchema } from '~/domain/question-bank/export.schema';
import { MAX_IMPORT_BYTES } from '~/domain/question-bank/formats/format-info.rules';
import { importInOneCall } from '~/domain/question-bank/import-api.commands.server';
import { importApiSchema } from '~/domain/question-bank/import.schema';
import { importReport } from '~/http/answers/questions';
import { blob, call, defineApi, multipart } from '~/http/api.server';
import { downloadResponse } from '~/http/download-response.server';
import { uploadedBytes } from '~/http/uploads.server';
import { invalid } from '~/lib/errors';
import { XLSX_MIME } from '~/lib/spreadsheet.server';

/** By the format asked for: Excel, Word, JSON, text, XML or a package. */
const MIMES = [
  XLSX_MIME,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/json',
  'text/plain',
  'application/xml',
  'application/zip',
];

const { loader, action } = defineApi('exam/question', {
  import: call(
    'POST',
    'teacher',
    multipart(importApiSchema, MAX_IMPORT_BYTES),
    importReport,
    async ({ actor, input, file, now }) => {
      if (!file) throw invalid({ file: '请选择要导入的文件' });
      return importInOneCall(actor, input, { name: file.name, bytes: await uploadedBytes(file) }, now);
    },
  ),
  export: call('GET', 'teacher', exportApiSchema, blob(...MIMES), async ({ actor, input, now }) =>
    downloadResponse(await exportQuestions(actor, { ...input, source: '', keyword: '', tab: '' }, now)),
  ),
});

export { loader, action };
