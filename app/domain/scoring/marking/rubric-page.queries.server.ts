import { isExamOwner } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { getScoringExam, refuseOthersPart } from '../paper/papers.queries.server';
import { rubricPresets, type RubricPreset } from './rubric-presets.rules';
import { previewReapply, type ReapplyRow } from './rubric-reapply.queries.server';
import { countScoresByRubric, currentRubric, listRubrics, type SavedRubric } from './rubric.queries.server';
import type { Rubric, RubricVersion } from './rubric.rules';

export type RubricPage = {
  examId: number;
  part: Part;
  inForce: RubricVersion;
  /** What the form starts from: the preset that was chosen, else the rubric in force. */
  form: { preset: string; rubric: Rubric };
  presets: Pick<RubricPreset, 'key' | 'label' | 'about'>[];
  versions: (Omit<SavedRubric, 'rubric'> & { name: string; kind: Rubric['kind']; scores: number })[];
  /** Final scores from before the first version. */
  unversioned: number;
  /** Final scores by another version than the one in force. */
  outdated: number;
  /** An older version that was asked for. */
  shown: RubricVersion | null;
  /** What 按新规则重算 would do; only for the owner, when asked. */
  reapply: ReapplyRow[] | null;
};

/**
 * A part's rubric with its versions for whoever scores the part.
 * @throws AppError not_found
 */
export async function getRubricPage(
  actor: Actor,
  input: { examId: number; part: Part; preset: string; version: number; isAsking: boolean },
): Promise<RubricPage> {
  const { exam, parts } = await getScoringExam(actor, input.examId);
  const { part } = input;
  refuseOthersPart(exam, parts, part);
  const inForce = await currentRubric(exam, part);
  const presets = rubricPresets(part, exam.settings.measureWeights);
  const chosen = presets.find((preset) => preset.key === input.preset);
  const counts = await countScoresByRubric(exam.id, part);
  const versions = await listRubrics(exam.id, part);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shown = versions.find((one) => one.version === input.version);
  const mayAsk = input.isAsking && isExamOwner(actor, exam) && inForce.id !== null;
  return {
    examId: exam.id,
    part,
    inForce,
    form: { preset: chosen?.key ?? '', rubric: chosen?.rubric ?? inForce.rubric },
    presets: presets.map(({ key, label, about }) => ({ key, label, about })),
    versions: versions.map(({ rubric, ...version }) => ({
      ...version,
      name: rubric.name,
      kind: rubric.kind,
      scores: counts.get(version.id) ?? 0,
    })),
    unversioned: inForce.id === null ? 0 : (counts.get(null) ?? 0),
    outdated: all - (counts.get(inForce.id) ?? 0),
    shown: shown ? { id: shown.id, version: shown.version, rubric: shown.rubric } : null,
    reapply: mayAsk ? (await previewReapply(actor, { examId: exam.id, part })).rows : null,
  };
}
