import { z } from 'zod';
import { dayStart, parseTime } from '~/lib/time';
import { optionalId, optionalText } from '~/lib/zod';
import { AUDIT_KINDS, type AuditKind } from './audit.rules';

const DAY = 24 * 3600_000;

/** Without an exam or a day asked for, the list goes back this far. */
export const DEFAULT_DAYS = 30;

/** At most so many rows in one file. */
export const MAX_EXPORT_ROWS = 10_000;

/** As typed: the page says where it cannot be read. */
const day = z.string().trim().max(20).catch('');

/** The filters of the audit page; `from` and `to` are days in the school's zone, both included. */
export const auditParams = {
  examId: optionalId('考试').catch(null).default(null),
  person: z
    .string()
    .transform((text) => text.trim().slice(0, 100))
    .catch(''),
  kind: z
    .string()
    .refine((kind): kind is AuditKind => kind in AUDIT_KINDS)
    .or(z.literal(''))
    .catch(''),
  from: day,
  to: day,
};

const callDay = (label: string) =>
  z.preprocess(
    (value) => value ?? '',
    z
      .string({ invalid_type_error: `${label}的格式应为 YYYY-MM-DD` })
      .refine((text) => text === '' || parseTime(`${text} 00:00`) !== undefined, `${label}的格式应为 YYYY-MM-DD`),
  );

/** The same as the API takes them: what makes no sense is refused. */
export const auditCallFields = {
  examId: optionalId('考试'),
  person: optionalText('人员', 100),
  kind: z
    .enum(['', ...(Object.keys(AUDIT_KINDS) as AuditKind[])], {
      errorMap: () => ({ message: `kind 应为 ${Object.keys(AUDIT_KINDS).join('、')} 之一` }),
    })
    .default(''),
  from: callDay('开始日期'),
  to: callDay('结束日期'),
};

/** The time asked for as milliseconds, from (included) to (excluded); null has no end. */
export function auditPeriod(
  { examId, from, to }: { examId: number | null; from: string; to: string },
  timeZone: string,
  now: number,
): { from: number | null; to: number | null } {
  const begin = dayStart(from, timeZone);
  const end = dayStart(to, timeZone);
  const isOpen = begin === null && end === null && examId === null;
  return { from: isOpen ? now - DEFAULT_DAYS * DAY : begin, to: end === null ? null : end + DAY };
}
