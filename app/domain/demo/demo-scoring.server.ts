import { listPhotos, listTakes } from '~/domain/attempt/attempt.queries.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { editPhotoMarks } from '~/domain/scoring/marking/photo-marks.commands.server';
import type { Shape } from '~/domain/scoring/marking/photo-marks.rules';
import { savePageSetting } from '~/domain/scoring/release/page-setting.commands.server';
import { pageSettingSchema } from '~/domain/scoring/release/page-setting.schema';
import { saveQuickComment } from '~/domain/scoring/marking/quick-comment.commands.server';
import { saveRubric } from '~/domain/scoring/marking/rubric.commands.server';
import { rubricPresets } from '~/domain/scoring/marking/rubric-presets.rules';
import type { RawNote } from '~/domain/scoring/marking/notes.rules';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { shareOut } from '~/domain/scoring/sharing-out/share-out.commands.server';
import { planFor } from '~/domain/scoring/sharing-out/share-out-plan.rules';
import { listActiveExaminers, listSharePapers } from '~/domain/scoring/sharing-out/share-papers.queries.server';
import type { SharePlanInput } from '~/domain/scoring/sharing-out/share-out-plan.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import type { SatAttempt } from './demo-sitting.server';

/** What the demo's teachers do in the scoring room beside giving scores, by the commands of its pages. */

/** Each paper to two examiners, at random. */
export async function shareOutByTwo(owner: Actor, examId: number, part: Part, examinerIds: number[], at: number) {
  const exam = await getExamView(examId);
  const plan: SharePlanInput = { way: 'random', scope: 'all', examinerIds, perPaper: 2, byClass: {}, seed: 7 };
  const { mark } = planFor(await listSharePapers(exam, part), plan, await listActiveExaminers(exam, part));
  await shareOut(owner, { examId, part, plan, mark }, at);
}

/** Asks the owner to be the third examiner of what two differ about. */
export async function arbitrateOneself(owner: Actor, examId: number, part: Part, ids: number[], at: number) {
  await assignArbiter(owner, { examId, part, ids, arbiterId: owner.id }, at);
}

/** 朗读短文: the rubric of the national test. */
export async function scoreByReadingRules(owner: Actor, examId: number, at: number): Promise<void> {
  const { settings } = await getExamView(examId);
  const preset = rubricPresets('oral', settings.measureWeights).find((one) => one.key === 'reading');
  if (preset) await saveRubric(owner, { examId, part: 'oral', version: 0, rubric: preset.rubric }, at);
}

/** Lets students see their place in class. */
export async function showPlaces(owner: Actor, examId: number, at: number): Promise<void> {
  const { version } = await getExamView(examId);
  const shown = { releaseMode: 'manual', resultDisplay: 'points', showsRank: '1' };
  await savePageSetting(owner, pageSettingSchema.parse({ examId, version, ...shown }), at);
}

const NOTES = [
  { at: '0:04', text: '开头有称呼，很自然' },
  { at: '0:11', text: '这里停得偏长，想好下一句再说' },
  { at: '0:17', text: '“紫禁城”的“禁”读准了' },
];

/** Two remarks at moments of the recording that counts. */
export async function notesOn({ attemptId, index }: SatAttempt): Promise<RawNote[]> {
  const take = (await listTakes(attemptId)).find((one) => one.isChosen);
  if (!take) return [];
  return [0, 1].map((row) => ({
    takeId: take.id,
    row,
    ...(NOTES[(index + row) % NOTES.length] ?? { at: '', text: '' }),
  }));
}

const SHAPES: Shape[] = [
  { kind: 'tick', at: [0.2, 0.28] },
  { kind: 'line', from: [0.16, 0.46], to: [0.62, 0.46] },
  { kind: 'text', at: [0.64, 0.45], text: '先核对合同' },
  { kind: 'circle', from: [0.3, 0.6], to: [0.52, 0.68] },
];

/** Red marks on the first photo of a paper. */
export async function markPhoto(owner: Actor, attemptId: number, at: number): Promise<void> {
  const [photo] = await listPhotos(attemptId);
  if (!photo) return;
  await editPhotoMarks(owner, { photoId: photo.id, version: 0, edit: { kind: 'replace', shapes: SHAPES } }, at);
}

const QUICK_COMMENTS = [
  { part: 'oral', text: '声音响亮，咬字清楚' },
  { part: 'oral', text: '结尾的安全提醒再慢一点' },
  { part: 'written', text: '要点齐全，再补上处理的先后' },
  { part: '', text: '比上次有进步' },
] as const;

/** 评语库 of a teacher. */
export async function addQuickComments(owner: Actor, at: number): Promise<void> {
  for (const comment of QUICK_COMMENTS) await saveQuickComment(owner, { id: null, ...comment }, at);
}
