import type { TheoryBody } from '../../question.schema';

/** A theory question in a file, by what its key is called there and how a teacher types it. Pure. */
export function theoryFile(fileKey: (body: TheoryBody) => unknown, typedKey: (body: TheoryBody) => string) {
  return {
    typedKey,
    fileFields: (body: TheoryBody, withAnswers: boolean): Record<string, unknown> => {
      const { stem, options, analysis } = body;
      const choices = options.length > 0 ? { options: options.map(({ text }) => text) } : {};
      if (!withAnswers) return { stem, ...choices, analysis: '' };
      return { stem, ...choices, answer: fileKey(body), analysis };
    },
    paperRows: (body: TheoryBody): [string, string][] => [
      ['答案', typedKey(body)],
      ['解析', body.analysis],
    ],
  };
}
