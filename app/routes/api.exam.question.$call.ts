import { z } from 'zod';
import { EXPORT_MIMES, exportQuestions } from '~/domain/question-bank/export.commands.server';
import { listQuestionEdits } from '~/domain/question-bank/question-edits.server';
import { questionIdSchema } from '~/domain/question-bank/question-fields.schema';
import { BANKS } from '~/domain/question-bank/question.schema';
import { listQuestionRights } from '~/domain/question-bank/share.queries.server';
import { exportApiSchema } from '~/domain/question-bank/export.schema';
import { xlsxTemplate } from '~/domain/question-bank/formats/xlsx-format.server';
import { MAX_IMPORT_BYTES } from '~/domain/question-bank/formats/format-info.rules';
import { importInOneCall } from '~/domain/question-bank/import-api.commands.server';
import { cancelImports } from '~/domain/question-bank/import.commands.server';
import { importApiSchema, importIdSchema } from '~/domain/question-bank/import.schema';
import { undoImport } from '~/domain/question-bank/import-undo.commands.server';
import { count } from '~/http/answers/common';
import { importReport, importUndone } from '~/http/answers/questions';
import { questionEdit, questionRight } from '~/http/answers/sharing';
import { apiList } from '~/http/api-list';
import { blob, call, defineApi, multipart, paged, pageOf } from '~/http/api.server';
import { downloadResponse } from '~/http/download-response.server';
import { uploadedBytes } from '~/http/uploads.server';
import { invalid } from '~/lib/errors';
import { formatSecond } from '~/lib/time';
import { idList } from '~/lib/zod';

const questionRightsSchema = z.object({ ids: idList('请选择题目', { max: 200 }) });
const bank = z.enum(BANKS, { errorMap: () => ({ message: 'bank 应为 oral、written 或 theory' }) });
const questionHistorySchema = apiList({ ...questionIdSchema.shape, bank });

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
  // One that only was looked at gives its place free.
  cancelImport: call('POST', 'teacher', importIdSchema, count, ({ actor, input, now }) =>
    cancelImports(actor, [input.id], now),
  ),
  undoImport: call('POST', 'teacher', importIdSchema, importUndone, ({ actor, input, now }) =>
    undoImport(actor, input.id, now),
  ),
  template: call('GET', 'teacher', z.object({}), blob(), async () =>
    downloadResponse({ ...(await xlsxTemplate()), name: '试题导入模板.xlsx' }),
  ),
  export: call('GET', 'teacher', exportApiSchema, blob(...EXPORT_MIMES), async ({ actor, input, now }) =>
    downloadResponse(await exportQuestions(actor, { ...input, source: '', keyword: '', tab: '' }, now)),
  ),
  // Whose questions these are, what the reader may do with them, and with whom the own ones are shared.
  rights: call('GET', 'teacher', questionRightsSchema, z.array(questionRight), async ({ actor, input }) =>
    (await listQuestionRights(actor, input.ids)).map(({ shares, ...row }) => ({
      ...row,
      shares: shares.map(({ questionId: _, classroomId, createdAt, directory, ...share }) => ({
        ...{ ...share, classId: classroomId, dirId: directory?.id ?? null },
        createTime: formatSecond(createdAt),
      })),
    })),
  ),
  // 谁改了什么, for the owner and those who may edit it.
  history: call('GET', 'teacher', questionHistorySchema, pageOf(questionEdit), async ({ actor, input }) => {
    const { page } = await listQuestionEdits(actor, input);
    return paged({ ...page, rows: page.rows.map(({ at, ...row }) => ({ ...row, editTime: formatSecond(at) })) });
  }),
});

export { loader, action };
