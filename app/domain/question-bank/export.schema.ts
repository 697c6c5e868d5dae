import { z } from 'zod';
import { checkbox, idList, optionalText } from '~/lib/zod';
import { FORMATS } from './formats/format.rules';
import { MAX_EXPORT_QUESTIONS } from './formats/format-info.rules';
import { bankField } from './import.schema';
import { questionPageFilters } from './question-fields.schema';

/** Which questions go out: the named ones, the basket's, or what the list of a bank shows. */
export const exportSelection = z.object({
  bank: bankField.catch('theory'),
  ids: idList('', { min: 0, max: MAX_EXPORT_QUESTIONS }),
  source: z.enum(['', 'basket']).catch(''),
  keyword: optionalText('关键词', 100),
  ...questionPageFilters,
  tab: z.enum(['', 'shared']).catch(''),
});

export type ExportSelection = z.output<typeof exportSelection>;

const format = z.enum(FORMATS, { errorMap: () => ({ message: '请选择格式' }) });
/** For a paper: with the answers unless told otherwise. */
const answers = checkbox(true);

export const exportSchema = exportSelection.extend({ format, answers });

/** The API's call: own questions of a bank, by id or all of them. */
export const exportApiSchema = z.object({
  bank: bankField,
  ids: idList('', { min: 0, max: MAX_EXPORT_QUESTIONS }),
  format,
  answers,
});
