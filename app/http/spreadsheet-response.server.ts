import { XLSX_MIME } from '~/lib/spreadsheet.server';
import { contentDisposition } from './send-file.server';

/** An .xlsx file to save; without a name of its own it is called 文件.xlsx. */
export function spreadsheetResponse(bytes: Buffer, name = '文件.xlsx'): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': XLSX_MIME,
      'Content-Length': String(bytes.length),
      'Content-Disposition': contentDisposition('attachment', name),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
