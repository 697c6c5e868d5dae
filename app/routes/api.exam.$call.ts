import { z } from 'zod';
import { copyExam } from '~/domain/exam/copy.commands.server';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { checkSupply, drawIntoPaper } from '~/domain/exam/draw.commands.server';
import { drawRowField } from '~/domain/exam/draw-form.rules';
import { drawCallSchema } from '~/domain/exam/draw.schema';
import { EXAM_STATUSES } from '~/domain/exam/states.rules';
import { addExam, editExam } from '~/domain/exam/exam-call.commands.server';
import { examEditSchema, examInputSchema } from '~/domain/exam/exam-call.schema';
import { examRowOf, teacherExamOf } from '~/domain/exam/exam-api.queries.server';
import { studentExamOf } from '~/domain/attempt/student-exam.server';
import { addClassrooms, extendExam } from '~/domain/room/extend.commands.server';
import { addClassroomsSchema, extendSchema } from '~/domain/room/extend.schema';
import { deleteExams, publishExams, withdrawExams } from '~/domain/exam/status.commands.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { directoryBankSchema } from '~/domain/question-bank/directory.schema';
import { announce, correctAnnouncement, withdrawAnnouncement } from '~/domain/room/announcement.commands.server';
import {
  announcementsCallSchema,
  announceSchema,
  correctAnnouncementSchema,
  withdrawAnnouncementSchema,
} from '~/domain/room/announcement.schema';
import { boardRowOf, boardRowSchema } from '~/domain/room/board-api.schema';
import { getBoard, getRoom } from '~/domain/room/board.queries.server';
import { boardCallSchema, handInSchema, leaveSchema, micCheckSchema, unlockSchema } from '~/domain/room/board.schema';
import { handInForStudents } from '~/domain/room/hand-in.commands.server';
import { endResits } from '~/domain/room/end-resit.commands.server';
import { reportLeave, reportMicCheck } from '~/domain/room/presence.commands.server';
import { grantResits, undoResits } from '~/domain/room/resit.commands.server';
import { toApiResit } from '~/domain/room/resit-api.rules';
import { getResitPage } from '~/domain/room/resit.queries.server';
import { resitsCallSchema, resitSchema, undoResitSchema } from '~/domain/room/resit.schema';
import { unlockSignIns } from '~/domain/room/unlock.commands.server';
import { releaseExams, unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import { changePageSetting } from '~/domain/scoring/release/page-setting.commands.server';
import { getReleaseSummary } from '~/domain/scoring/release/release.queries.server';
import { getPageSetting } from '~/domain/scoring/release/page-setting.queries.server';
import { pageSettingCallSchema } from '~/domain/scoring/release/page-setting.schema';
import { applyRemark, type RemarkDone } from '~/domain/scoring/correction/remark.commands.server';
import { listRemarkable } from '~/domain/scoring/correction/remark-api.queries.server';
import { previewRemark } from '~/domain/scoring/correction/remark-page.queries.server';
import { remarkCallSchema } from '~/domain/scoring/correction/remark.schema';
import { toApiRelease } from '~/domain/scoring/release/release-api.rules';
import { releaseSchema } from '~/domain/scoring/release/release.schema';
import { count } from '~/http/answers/common';
import { directoryTree } from '~/http/answers/directories';
import {
  drawn,
  ownExam,
  pageSetting,
  remarkDone,
  remarkPreview,
  studentExam,
  teacherExam,
  toldList,
} from '~/http/answers/exam';
import { releaseCounts, remarkItems, resits } from '~/http/answers/score-lists';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { namingFields, tellingWhatIsNow } from '~/http/api-fields.server';
import { apiList } from '~/http/api-list';
import { newSeed } from '~/lib/ids.server';
import { formatSecond } from '~/lib/time';
import { idField, idList, optionalId, optionalText, requestIdField } from '~/lib/zod';

/** A preview by API is not paged: everybody of the largest exam. */

const MAX_ROWS = 100_000;

const idsInput = z.object({ ids: idList('请选择考试') });
const idInput = z.object({ id: idField('考试') });
const copyInput = z.object({ id: idField('考试'), requestId: requestIdField });
const remarkInput = idInput.extend({ itemId: optionalId('题目') });
const listInput = apiList({
  status: z.enum(['', ...EXAM_STATUSES], { errorMap: () => ({ message: '考试状态有误' }) }).default(''),
  keyword: optionalText('关键词', 100),
});

const { loader, action } = defineApi('exam', {
  add: call('POST', 'teacher', examInputSchema, teacherExam, async ({ actor, input, now }) =>
    teacherExamOf(actor, await addExam(actor, input, now), now),
  ),
  copy: call('POST', 'teacher', copyInput, teacherExam, async ({ actor, input, now }) =>
    teacherExamOf(actor, await copyExam(actor, input, now), now),
  ),
  edit: call('POST', 'teacher', examEditSchema, teacherExam, async ({ actor, input, now }) =>
    teacherExamOf(actor, await editExam(actor, input, now), now),
  ),
  dirList: call(
    'GET',
    'user',
    directoryBankSchema,
    directoryTree,
    async ({ actor, input }) => (await listDirectories(actor, input.bank)).directories,
  ),
  get: call(
    'GET',
    'user',
    idInput,
    z.discriminatedUnion('view', [teacherExam, studentExam]),
    ({ actor, input, now }) =>
      isTeacher(actor) ? teacherExamOf(actor, input.id, now) : studentExamOf(actor, input.id, now),
  ),
  list: call('GET', 'teacher', listInput, pageOf(ownExam), async ({ actor, input, now }) => {
    const page = await listOwnExams(actor, input, now);
    return paged({ ...page, rows: page.rows.map(examRowOf) });
  }),
  publish: call('POST', 'teacher', idsInput, count, ({ actor, input, now }) => publishExams(actor, input.ids, now)),
  withdraw: call('POST', 'teacher', idsInput, count, ({ actor, input, now }) => withdrawExams(actor, input.ids, now)),
  close: call('POST', 'teacher', idsInput, count, ({ actor, input, now }) => closeExams(actor, input.ids, now)),
  delete: call('POST', 'teacher', idsInput, count, ({ actor, input, now }) => deleteExams(actor, input.ids, now)),
  release: [
    call('GET', 'teacher', idInput, releaseCounts, async ({ actor, input, now }) =>
      toApiRelease(await getReleaseSummary(actor, input.id, now)),
    ),
    call('POST', 'teacher', releaseSchema, count, ({ actor, input, now }) => releaseExams(actor, input, now)),
  ],
  unrelease: call('POST', 'teacher', releaseSchema, count, ({ actor, input, now }) =>
    unreleaseExams(actor, input, now),
  ),
  remark: [
    call('GET', 'teacher', remarkInput, remarkItems, ({ actor, input }) => listRemarkable(actor, input)),
    call('POST', 'teacher', remarkCallSchema, remarkPreview.or(remarkDone), async ({ actor, input, now }) => {
      // The page has a field for each way of stating a key.
      const asked = { key: 'answer', accept: 'accept', credit: 'credit', none: 'undo' }[input.kind];
      const names = { examId: 'id', kind: asked, keys: asked, sets: asked, blanks: asked, more: asked };
      const previewed = async () => {
        const { rows, item, ...preview } = await previewRemark(actor, input, { currentPage: 1, pageSize: MAX_ROWS });
        return { ...preview, itemId: item.id, changes: rows.rows };
      };
      return namingFields<RemarkDone | Awaited<ReturnType<typeof previewed>>>(names, () =>
        input.preview
          ? previewed()
          : tellingWhatIsNow(
              () => applyRemark(actor, input, now),
              async () => ({ preview: await previewed() }),
            ),
      );
    }),
  ],
  resits: call('GET', 'teacher', resitsCallSchema, resits, async ({ actor, input, now }) => {
    const { exam, part, parts, rows, granted, counts } = await getResitPage(
      actor,
      { examId: input.id, part: input.part, who: input.who },
      now,
    );
    const { id: examId, name, status, passFrom, countedAttempt } = exam;
    const [students, given] = [rows.map(toApiResit), granted.map(toApiResit)];
    return { examId, name, status, part, parts, passFrom, countedAttempt, counts, students, granted: given };
  }),
  extend: call('POST', 'teacher', extendSchema, count, ({ actor, input, now }) => extendExam(actor, input, now)),
  addClass: call('POST', 'teacher', addClassroomsSchema, count, ({ actor, input, now }) =>
    addClassrooms(actor, input, now),
  ),
  board: call('GET', 'teacher', boardCallSchema, pageOf(boardRowSchema), async ({ actor, input, now }) => {
    const { id, ...filter } = input;
    const board = await getBoard(actor, { ...filter, examId: id }, now);
    return paged({ ...board, rows: board.rows.map(boardRowOf) });
  }),
  handIn: call('POST', 'teacher', handInSchema, z.number().int(), ({ actor, input, now }) =>
    handInForStudents(actor, input, now),
  ),
  unlock: call('POST', 'teacher', unlockSchema, z.number().int(), ({ actor, input, now }) =>
    unlockSignIns(actor, input, now),
  ),
  announce: [
    call('GET', 'teacher', announcementsCallSchema, toldList, async ({ actor, input: { id, ...room }, now }) => {
      const { announcements } = await getRoom(actor, { ...room, examId: id, state: '', classId: 0 }, now);
      return announcements.map(({ typed: text, text: _shown, ...one }) => ({ ...one, text }));
    }),
    call('POST', 'teacher', announceSchema, z.number().int(), ({ actor, input, now }) => announce(actor, input, now)),
  ],
  correctAnnouncement: call('POST', 'teacher', correctAnnouncementSchema, z.number().int(), ({ actor, input, now }) =>
    correctAnnouncement(actor, input, now),
  ),
  withdrawAnnouncement: call('POST', 'teacher', withdrawAnnouncementSchema, z.null(), async ({ actor, input, now }) => {
    await withdrawAnnouncement(actor, input, now);
    return null;
  }),
  resit: call('POST', 'teacher', resitSchema, z.number().int(), ({ actor, input, now }) =>
    grantResits(actor, input, now),
  ),
  undoResit: call('POST', 'teacher', undoResitSchema, z.number().int(), ({ actor, input, now }) =>
    undoResits(actor, input, now),
  ),
  endResit: call('POST', 'teacher', undoResitSchema, z.number().int(), ({ actor, input, now }) =>
    endResits(actor, input, now),
  ),
  // 评分设置, also after the publication; what changes results is asked back first (409 with `confirm`).
  setting: [
    call('GET', 'teacher', idInput, pageSetting, ({ actor, input }) => settingOf(actor, input.id)),
    call('POST', 'teacher', pageSettingCallSchema, pageSetting, async ({ actor, input: { nested, ...input }, now }) => {
      const names = Object.fromEntries(nested.map((name) => [name, `settings.${name}`]));
      await namingFields(names, () => changePageSetting(actor, input, now));
      return settingOf(actor, input.id);
    }),
  ],
  draw: call('POST', 'teacher', drawCallSchema, drawn, async ({ actor, input, now }) => {
    const { id: examId, draws, check, requestId } = input;
    const rows = draws.map((rule, row) => ({ row, rule }));
    const names = Object.fromEntries(rows.map(({ row }) => [drawRowField('count', row), `draws.${row}.count`]));
    const added = check
      ? 0
      : await namingFields(names, () => drawIntoPaper(actor, { examId, rows, requestId }, newSeed(), now));
    const supply = await checkSupply(actor, { examId, rows, taken: new Set() }, newSeed());
    return { added, supply: supply.map(({ candidates, problem }) => ({ candidates, problem })) };
  }),
  micCheck: call('POST', 'student', micCheckSchema, z.null(), async ({ actor, input, now }) => {
    await reportMicCheck(actor, input, now);
    return null;
  }),
  leave: call('POST', 'student', leaveSchema, z.null(), async ({ actor, input, now }) => {
    await reportLeave(actor, input.attemptId, now);
    return null;
  }),
});

export { loader, action };

async function settingOf(actor: Actor, examId: number) {
  const { exam, isOwner, isOpen, isObjective } = await getPageSetting(actor, examId);
  const { id, name, version, oralWeight, writtenWeight, settings, markingDueAt } = exam;
  const due = markingDueAt === null ? '' : formatSecond(markingDueAt);
  return { id, name, version, isOwner, isOpen, isObjective, oralWeight, writtenWeight, markingDueAt: due, settings };
}
