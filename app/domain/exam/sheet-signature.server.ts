import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '~/lib/env.server';
import { readSheetCode, sheetCode, type SheetPage } from './writing-sheet.rules';

/** Forty bits in capitals, which keep the code small: nobody can try them but by papers put before a teacher. */
function signatureOf({ examId, studentId, page, layout }: SheetPage): string {
  const text = ['writing sheet', examId, studentId, page, layout].join('\n');
  return createHmac('sha256', env().sessionSecret).update(text).digest('hex').slice(0, 10).toUpperCase();
}

/** The code that is printed on a page of a writing sheet. */
export function signedSheetCode(sheet: SheetPage): string {
  return sheetCode(sheet, signatureOf(sheet));
}

/** The page that a code names, if this school printed it; null for any other text. */
export function readSignedSheetCode(text: string): SheetPage | null {
  const found = readSheetCode(text);
  if (!found) return null;
  const { sheet, signature } = found;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(sheet))) ? sheet : null;
}
