import { XLSX_MIME } from '~/lib/spreadsheet.server';

/** An .xlsx file to save; without a name of its own it is called 文件.xlsx. */
export function spreadsheetResponse(bytes: Buffer, name = '文件.xlsx'): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': XLSX_MIME,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `attachment; filename="file.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
