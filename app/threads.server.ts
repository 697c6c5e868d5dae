import { AppError } from '~/lib/errors';
import { limitWasmMemory } from '~/lib/wasm-limit';
import type { ThreadAnswer, ThreadTask, ThreadWork } from '~/lib/threads.server';

/** The program of the threads of app/lib/threads.server.ts: each kind of work loads what it needs when it first comes. */
const WORK: Record<string, () => Promise<ThreadWork>> = {
  detectFormat: async () => (await import('~/domain/question-bank/import-reading.server')).detect,
  countReadings: async () => (await import('~/domain/question-bank/import-reading.server')).countReadings,
  readQuestions: async () => (await import('~/domain/question-bank/import-reading.server')).readChecked,
  writeQuestions: async () => (await import('~/domain/question-bank/export-writing.server')).write,
  writePaper: async () => (await import('~/domain/exam/paper-docx.server')).writePaper,
  readSheet: async () => (await import('~/lib/spreadsheet.server')).readSheetBytes,
  writeSheet: async () => (await import('~/lib/spreadsheet.server')).writeSheet,
  readPicture: async () => (await import('~/domain/scan/sheet-reading.server')).readPicture,
  countPdfPages: async () => (await import('~/domain/scan/sheet-reading.server')).countPdfPages,
  readPdfPages: async () => (await import('~/domain/scan/sheet-reading.server')).readPdfPages,
  findKeyPoints: async () => (await import('~/domain/question-bank/key-point-suggestions.server')).findKeyPoints,
  drawFormula: async () => (await import('~/lib/formula-drawing.server')).drawInTime,
};

/** A PDF of the largest size with a page drawn beside it fits; what asks for more was made to. */
const WASM_BYTES = 640 * 1024 * 1024;
limitWasmMemory(WASM_BYTES);

/** Does one piece of work; a refusal goes back as a value, since its class would not arrive. */
export default async function work({ work: name, input, port }: ThreadTask): Promise<ThreadAnswer> {
  try {
    const load = WORK[name];
    if (!load) throw new Error(`no thread knows the work ${name}`);
    const run = await load();
    return { value: await run(input, (done, total) => port?.postMessage([done, total])) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, fields, data } = error;
    return { refusal: { code, message, fields, extra: data.extra } };
  } finally {
    port?.close();
  }
}
