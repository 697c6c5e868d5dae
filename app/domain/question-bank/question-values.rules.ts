import type { OralQuestionInput } from './oral-question.schema';
import { defaultAnswerSeconds, defaultPrepSeconds } from './oral-text.rules';
import { KIND_FACTS } from './kinds/kind-facts.rules';
import type { Comparable } from './question-changes.rules';
import { markingPointsTotal } from './question.rules';
import { derivedTitle } from './question-name.rules';
import type { BankedBody, OralQuestion, Question, TheoryQuestion, WrittenQuestion } from './question.schema';
import type { TheoryQuestionInput } from './theory-question.schema';
import type { WrittenQuestionInput } from './written-question.schema';

/** What a question's checked input becomes, for one that is saved and for many that are imported. */

/** A question to be stored; what is left out of an edit stays as it is. */
export type QuestionValues = {
  title: string;
  keyPoint?: string[];
  imageUrl?: string[];
  level?: number;
  points: number;
  sceneTypeId?: number | null;
  examTypeId?: number | null;
  dirId?: number | null;
  banked: BankedBody;
};

/** Empty seconds follow from the text's length. */
export function oralValues(input: OralQuestionInput, earlier: OralQuestion | null): QuestionValues {
  const analyzer = input.analyzer ?? earlier?.body.analyzer ?? [];
  return {
    ...filing(input),
    title: input.title,
    points: input.points ?? earlier?.points ?? KIND_FACTS.oral.defaultPoints,
    banked: {
      bank: 'oral',
      kind: '',
      body: {
        examContent: input.examContent,
        musicUrl: keptAudio(input, earlier),
        isPlay: input.isPlay ?? earlier?.body.isPlay ?? false,
        prepSeconds: input.prepSeconds ?? defaultPrepSeconds(input.examContent),
        answerSeconds: input.answerSeconds ?? defaultAnswerSeconds(input.examContent),
        ...(analyzer.length > 0 ? { analyzer } : {}),
      },
    },
  };
}

/** Without points it has what its marking points come to. */
export function writtenValues(input: WrittenQuestionInput, earlier: WrittenQuestion | null): QuestionValues {
  const { prompt, referenceAnswer, markingPoints, answerBy } = input;
  const fallback = markingPoints.length > 0 ? markingPointsTotal(markingPoints) : KIND_FACTS.written.defaultPoints;
  return {
    ...filing(input),
    title: input.title || derivedTitle(prompt),
    points: input.points ?? fallback,
    banked: {
      bank: 'written',
      kind: '',
      body: { prompt, referenceAnswer, markingPoints, answerBy, musicUrl: keptAudio(input, earlier) },
    },
  };
}

export function theoryValues(input: TheoryQuestionInput, earlier: TheoryQuestion | null): QuestionValues {
  const { kind, stem, options, keys, blanks, reference, analysis } = input;
  return {
    ...filing(input),
    title: input.title || derivedTitle(stem),
    points: input.points ?? KIND_FACTS[kind].defaultPoints,
    banked: {
      bank: 'theory',
      kind,
      body: { stem, options, keys, blanks, reference, analysis, musicUrl: keptAudio(input, earlier) },
    },
  };
}

type Filing = Pick<QuestionValues, 'keyPoint' | 'imageUrl' | 'level' | 'sceneTypeId' | 'examTypeId' | 'dirId'>;

function filing({ keyPoint, imageUrl, level, sceneTypeId, examTypeId, dirId }: Filing): Filing {
  return { keyPoint, imageUrl, level, sceneTypeId, examTypeId, dirId };
}

/** The audio an edit names, or what there is when it names none. */
function keptAudio(input: { musicUrl?: string | null }, earlier: Question | null): string | null {
  return input.musicUrl === undefined ? (earlier?.body.musicUrl ?? null) : input.musicUrl;
}

/** The pictures and the audio of a question to be stored. */
export function filesOf(values: QuestionValues, earlier: Question | null): { images: string[]; audio: string[] } {
  const audio = values.banked.body.musicUrl;
  return { images: values.imageUrl ?? earlier?.imageIds ?? [], audio: audio ? [audio] : [] };
}

/** The question's row, but for its bank, its owner and when it was made. */
export function questionRow(values: QuestionValues, earlier: Question | null, now: number) {
  return {
    title: values.title,
    kind: values.banked.kind,
    scene_type_id: values.sceneTypeId === undefined ? (earlier?.sceneTypeId ?? null) : values.sceneTypeId,
    exam_type_id: values.examTypeId === undefined ? (earlier?.examTypeId ?? null) : values.examTypeId,
    directory_id: values.dirId === undefined ? (earlier?.directoryId ?? null) : values.dirId,
    level: values.level ?? earlier?.level ?? 1,
    key_points: JSON.stringify(keyPointsOf(values, earlier)),
    image_ids: JSON.stringify(filesOf(values, earlier).images),
    points: values.points,
    body: JSON.stringify(values.banked.body),
    updated_at: now,
  };
}

/** What the question will say, for comparing it with what it said. */
export function comparable(values: QuestionValues, earlier: Question | null): Comparable {
  return {
    title: values.title,
    level: values.level ?? earlier?.level ?? 1,
    points: values.points,
    keyPoints: keyPointsOf(values, earlier),
    imageIds: filesOf(values, earlier).images,
    sceneTypeId: values.sceneTypeId === undefined ? (earlier?.sceneTypeId ?? null) : values.sceneTypeId,
    examTypeId: values.examTypeId === undefined ? (earlier?.examTypeId ?? null) : values.examTypeId,
    ...values.banked,
  };
}

/** The question's key words: those given, else those it had. */
export function keyPointsOf(values: QuestionValues, earlier: Question | null): string[] {
  return values.keyPoint ?? earlier?.keyPoints ?? [];
}
