import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';

/** What the exam itself says about its oral question. */
export type OralOverrides = {
  settings: { prepSeconds: number; recordSeconds: number };
  imageIds: string[];
  musicFileId: string | null;
};

/**
 * A question as its student may see it before the release: without keys, reference answers, analysis,
 * marking points and key words. The exam's own pictures, audio and limits take the place of the oral question's.
 */
export function withoutKeys(snapshot: QuestionSnapshot, exam: OralOverrides): QuestionSnapshot {
  const { questionId, title, level, imageIds } = snapshot;
  const base = { questionId, title, level, imageIds, keyPoints: [] };
  switch (snapshot.bank) {
    case 'oral': {
      const { body } = snapshot;
      return {
        ...base,
        imageIds: exam.imageIds.length > 0 ? exam.imageIds : imageIds,
        bank: 'oral',
        kind: '',
        body: {
          examContent: body.examContent,
          musicUrl: exam.musicFileId ?? body.musicUrl,
          isPlay: body.isPlay,
          prepSeconds: exam.settings.prepSeconds || body.prepSeconds,
          answerSeconds: exam.settings.recordSeconds || body.answerSeconds,
        },
      };
    }
    case 'written':
      return {
        ...base,
        bank: 'written',
        kind: '',
        body: {
          prompt: snapshot.body.prompt,
          answerBy: snapshot.body.answerBy,
          musicUrl: snapshot.body.musicUrl,
          referenceAnswer: '',
          markingPoints: [],
        },
      };
    case 'theory': {
      const { stem, options, blanks, musicUrl } = snapshot.body;
      return {
        ...base,
        bank: 'theory',
        kind: snapshot.kind,
        body: { stem, options, keys: [], blanks: blanks.map(() => []), reference: '', analysis: '', musicUrl },
      };
    }
  }
}
