import { asBuffer } from '~/lib/buffers.server';
import { AppError } from '~/lib/errors';
import { answerNotes } from './formats/answer-notes.rules';
import { shareNotes } from './formats/common-notes.rules';
import { MAX_IMPORT_QUESTIONS } from './formats/format-info.rules';
import type { FilePicture, FormatName, ParsedQuestion } from './formats/format.rules';
import { detectFormat, readerOf, recognise } from './formats/formats.server';
import { checkParsed, type CheckedQuestion, type NamedTypes } from './import.rules';
import { MAX_IMAGES } from './question-fields.schema';
import type { Bank } from './question.schema';

/** What a thread does with a file of questions: all that a stranger's bytes decide how long it takes. */

/** The file, its bytes as they come out of another thread. */
type SentFile = { name: string; bytes: Uint8Array };

/** A question against the rules of its bank, with the files it brings along. */
export type ReadQuestion = { checked: CheckedQuestion; pictures: FilePicture[]; audio: FilePicture | null };

/** Of one question: what it says that is wrong or left out, and its texts where it cannot be drawn as a question. */
const MAX_REMARKS = 20;
const MAX_TEXTS = 30;
const MAX_REMARK = 400;
const MAX_PARTS = 200;
const SAY_MS = 200;

/** @throws AppError unsupported_type for what is none of the formats */
export function detect({ name, bytes }: SentFile): Promise<FormatName> {
  return Promise.resolve(detectFormat({ name, bytes: asBuffer(bytes) }));
}

/** @throws AppError a sentence, when the file as a whole cannot be read or has no or too many questions */
export async function readChecked(
  { file, format, bank, types }: { file: SentFile; format: FormatName; bank: Bank; types: NamedTypes },
  say: (done: number, total: number) => void,
): Promise<ReadQuestion[]> {
  let saidAt = 0;
  const parsed = await readerOf(format)({ name: file.name, bytes: asBuffer(file.bytes) }, (done, total) => {
    const now = performance.now();
    if (now - saidAt < SAY_MS) return;
    saidAt = now;
    say(done, total);
  });
  for (const question of parsed) question.notes.push(...answerNotes(question, format));
  shareNotes(parsed);
  return checkAll(parsed, bank, types);
}

/** How many questions a file has when it is read as another format, and how many of them can be imported as they are. */
export type OtherReading = { format: FormatName; total: number; right: number };

/** What else a file may be read as; a reading that finds nothing is none. */
export async function countReadings({
  file,
  format,
  bank,
  types,
}: {
  file: SentFile;
  format: FormatName;
  bank: Bank;
  types: NamedTypes;
}): Promise<OtherReading[]> {
  const given = { name: file.name, bytes: asBuffer(file.bytes) };
  const { format: likeliest, others } = recognise(given);
  const readings: OtherReading[] = [];
  for (const other of [likeliest, ...others]) {
    if (other === format) continue;
    try {
      const questions = checkAll(await readerOf(other)(given), bank, types);
      const right = questions.filter(({ checked }) => checked.problems.length === 0).length;
      // A reading that nothing can be imported of helps nobody.
      if (right > 0) readings.push({ format: other, total: questions.length, right });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return readings;
}

/** Every question of a file against the rules of its bank, in sizes that can be shown. */
export function checkAll(parsed: ParsedQuestion[], bank: Bank, types: NamedTypes): ReadQuestion[] {
  if (parsed.length === 0) {
    throw new AppError('invalid', '文件里没有找到题目。请对照页面上的写法检查题号、选项和答案，或换一种格式。');
  }
  if (parsed.length > MAX_IMPORT_QUESTIONS) {
    throw new AppError(
      'too_large',
      `文件里有 ${parsed.length} 道题，一次最多导入 ${MAX_IMPORT_QUESTIONS} 道，请分成几个文件。`,
    );
  }
  return parsed.map((question) => {
    const checked = bounded(checkParsed(clipped(question), bank, types));
    // What can be mended before it is stored keeps its files; one with too many of them keeps none.
    return checked.values || question.pictures.length <= MAX_IMAGES
      ? { checked, pictures: question.pictures, audio: question.audio }
      : { checked, pictures: [], audio: null };
  });
}

/** As many parts as any rule needs to refuse it, and no more: each would be judged, and named. */
function clipped(question: ParsedQuestion): ParsedQuestion {
  const fields = Object.fromEntries(
    Object.entries(question.fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, MAX_PARTS) : value,
    ]),
  );
  return {
    ...question,
    fields,
    problems: question.problems.slice(0, MAX_PARTS),
    notes: question.notes.slice(0, MAX_PARTS),
  };
}

function bounded(checked: CheckedQuestion): CheckedQuestion {
  return {
    ...checked,
    problems: remarks(checked.problems),
    notes: remarks(checked.notes),
    texts: checked.values ? [] : checked.texts.slice(0, MAX_TEXTS),
  };
}

function remarks(all: string[]): string[] {
  const shown = all.slice(0, MAX_REMARKS).map((each) => each.slice(0, MAX_REMARK));
  return all.length > MAX_REMARKS ? [...shown, `还有 ${all.length - MAX_REMARKS} 处类似的情况`] : shown;
}
