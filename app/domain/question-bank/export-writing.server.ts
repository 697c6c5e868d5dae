import type { FormatName, OutgoingQuestion, WrittenFile } from './formats/format.rules';
import { writerOf } from './formats/formats.server';

/** What a thread does of an export: thousands of questions with their pictures become one file. */
export function write({
  format,
  questions,
  ...options
}: {
  format: FormatName;
  questions: OutgoingQuestion[];
  title: string;
  withAnswers: boolean;
}): Promise<WrittenFile> {
  return writerOf(format)(questions, options);
}
