import { assertScoringPart } from '~/domain/scoring/paper/papers.queries.server';
import { z } from 'zod';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { setExaminers, setPaperExaminers, shareOut } from '~/domain/scoring/sharing-out/share-out.commands.server';
import type { SharePlanInput } from '~/domain/scoring/sharing-out/share-out-plan.rules';
import type { ShareLoad } from '~/domain/scoring/sharing-out/share-loads.rules';
import { getShareOut } from '~/domain/scoring/sharing-out/share-out.queries.server';
import {
  assignArbiterCallSchema,
  setExaminersCallSchema,
  setPaperExaminersCallSchema,
  shareOfSchema,
  shareOutCallSchema,
} from '~/domain/scoring/sharing-out/share-out.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { count } from '~/http/answers/common';
import { arbiterAsked, shareDone, shareOut as shareOutAnswer, sharePreview } from '~/http/answers/score';
import { namingFields } from '~/http/api-fields.server';
import { call, defineApi } from '~/http/api.server';
import { invalid } from '~/lib/errors';

/** 分卷: who scores which papers. Each paper's own examiners stand in exam/score/list. */
const { loader, action } = defineApi('exam/share', {
  get: call('GET', 'teacher', shareOfSchema, shareOutAnswer, async ({ actor, input, now }) => {
    await assertScoringPart(actor, input);
    const { exam, part, loads, contestedPapers: contested, ...view } = await viewOf(actor, input, null, now);
    const { isLocked, mayName, isSharedOut, papers, open, examiners, teachers, classes } = view;
    return {
      ...{ examId: exam.id, name: exam.name, status: exam.status, part },
      ...{ isLocked, isSharedOut, papers, open, examiners, classes, contested, mayName },
      arbiterIds: examiners
        .filter(({ id }) => teachers.some((one) => one.id === id && one.isArbiter))
        .map(({ id }) => id),
      loads: loads.map(loadOf),
    };
  }),
  save: call('POST', 'teacher', shareOutCallSchema, sharePreview.or(shareDone), async ({ actor, input, now }) => {
    const { preview: isPreview, plan, ...rest } = input;
    if (!isPreview) return { isDone: true as const, changed: await shareOut(actor, { ...rest, plan }, now) };
    const { preview, previewProblem, classes } = await viewOf(actor, rest, plan, now);
    if (!preview) throw invalid(previewProblem?.fields ?? { examinerIds: '请先选定阅卷老师' });
    if (Object.keys(plan.byClass).some((id) => !classes.some((one) => one.id === Number(id)))) {
      throw invalid({ byClass: '有的班级在这部分没有可分的答卷，请看 exam/share/get 的 classes' });
    }
    const { mark, reopened, changes, loads } = preview;
    const { changedIds, ...counts } = changes;
    const changed = changedIds.length;
    return { isDone: false as const, mark, changed, ...counts, reopened, loads: loads.map(loadOf) };
  }),
  // Who has begun leaves only with confirm=1: 409 says before what becomes of their papers.
  examiners: call('POST', 'teacher', setExaminersCallSchema, count, ({ actor, input, now }) =>
    setExaminers(actor, { ...input, isConfirmed: input.confirm }, now),
  ),
  reassign: call('POST', 'teacher', setPaperExaminersCallSchema, z.null(), async ({ actor, input, now }) => {
    const { examinerIds, ...paper } = input;
    const [first = null, second = null] = examinerIds;
    // The page has a field for each of the two.
    const names = { first: 'examinerIds', second: 'examinerIds' };
    await namingFields(names, () => setPaperExaminers(actor, { ...paper, first, second }, now));
    return null;
  }),
  arbiter: call('POST', 'teacher', assignArbiterCallSchema, arbiterAsked, async ({ actor, input, now }) => {
    const { attemptIds: ids, ...rest } = input;
    const { given, own } = await namingFields({ ids: 'attemptIds' }, () => assignArbiter(actor, { ...rest, ids }, now));
    return { given, own, left: ids.length - given - own };
  }),
});

export { loader, action };

function viewOf(actor: Actor, { examId, part }: PartOfExam, plan: SharePlanInput | null, now: number) {
  const filter = { classId: 0, examinerId: 0, show: '', currentPage: 1, pageSize: 1 };
  return getShareOut(actor, { examId, part, plan, filter, studentId: 0 }, now);
}
type PartOfExam = z.output<typeof shareOfSchema>;

const loadOf = ({ byClass, ...load }: ShareLoad) => ({
  ...load,
  byClass: Object.entries(byClass).map(([classId, papers]) => ({ classId: Number(classId), papers })),
});
