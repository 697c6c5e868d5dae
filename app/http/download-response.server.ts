import { contentDisposition } from './send-file.server';

/** A file made on the spot, to save under its own name. */
export function downloadResponse(file: { bytes: Buffer; name: string; mime: string }): Response {
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      'Content-Type': file.mime,
      'Content-Length': String(file.bytes.length),
      'Content-Disposition': contentDisposition('attachment', file.name),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
