import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { NO_REVISION } from '~/domain/attempt/answer.rules';
import { submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView, type PhotoView, type TakeView } from '~/domain/attempt/attempt.queries.server';
import { refusedAnswerSentence, refusedSentence, type Receipt } from '~/domain/attempt/attempt.rules';
import {
  answerSchema,
  attemptIdSchema,
  chooseTakeSchema,
  movePhotoSchema,
  photoIdSchema,
  photosSchema,
  startSchema,
  takeSchema,
  turnPhotoSchema,
} from '~/domain/attempt/attempt.schema';
import { movePhoto, removePhoto, turnPhoto } from '~/domain/attempt/photo.commands.server';
import { addPhotosOnce, startAttemptOnce } from '~/domain/attempt/once.commands.server';
import { addTake, chooseTake } from '~/domain/attempt/recording.commands.server';
import { notingRefusal } from '~/domain/attempt/refusal.commands.server';
import { getSittingById, getSittingState, type Sitting } from '~/domain/attempt/sitting.commands.server';
import { listAnnouncementsFor } from '~/domain/room/announcement.queries.server';
import { reportPage } from '~/domain/room/page.commands.server';
import { pageReportSchema } from '~/domain/room/page.schema';
import { toOpenApiQuestion } from '~/domain/exam/item-api.rules';
import {
  photo,
  receipt,
  savedAnswer,
  savedPhotos,
  savedTakes,
  sitting,
  sittingState,
  take,
} from '~/http/answers/attempt';
import { call, defineApi } from '~/http/api.server';
import { AppError, invalid } from '~/lib/errors';
import { formatSecond, secondOrNull } from '~/lib/time';
import { requestKey } from '~/lib/zod';

/** What came too late or after the paper was handed in: kept, but it does not count. */
async function refused(attemptId: number, outcome: 'refused', sentence = refusedSentence): Promise<AppError> {
  const { closedBy } = await getAttemptView(attemptId);
  return new AppError('conflict', sentence(closedBy), undefined, { outcome });
}

const answerInput = answerSchema.extend({
  value: answerSchema.shape.value.describe(
    'keys 填 exam/attempt/get 里选项的 key：选项打乱的答卷是位置 1、2、3…，别的是字母；两种不能混用。判断题的 key 是 T（对）或 F（错）',
  ),
  revision: answerSchema.shape.revision.describe(
    '在哪一版之上改的：第一次保存填 0 或不填，以后填上次应答里的 revision。别处已存了更新的一版时返回 409，两份都在 data 里',
  ),
});

/** A version that there is not yet: what was sent is kept in the journal all the same. */
function unknownRevision(revision: number, versions: object): AppError {
  const sentence =
    revision === 0
      ? '这道题还没有保存过：第一次保存时 revision 填 0 或不填，以后填上次应答里的 revision。'
      : `revision 有误：这道题现在存的是第 ${revision} 版，请填 ${revision}（上次应答里的 revision）。`;
  return invalid({ revision: sentence }, { ...versions, revision });
}

const { loader, action } = defineApi('exam/attempt', {
  start: call(
    'POST',
    'student',
    startSchema.extend({ requestId: requestKey() }),
    sitting,
    async ({ actor, input, now }) => {
      return toApiSitting(await getSittingById(actor, await startAttemptOnce(actor, input, now), now), now);
    },
  ),
  get: call('GET', 'student', attemptIdSchema, sitting, async ({ actor, input, now }) =>
    toApiSitting(await getSittingById(actor, input.attemptId, now), now),
  ),
  state: call('GET', 'student', pageReportSchema, sittingState, async ({ actor, input, now }) => {
    const { attempt, isOpen } = await getSittingState(actor, input.attemptId, now);
    const { closedBy, receipt: handedIn, deadlineAt } = attempt;
    if (isOpen) await reportPage(input, now);
    return {
      ...{ isOpen, closedBy, reason: handedIn?.reason ?? null },
      ...{ deadlineAt: formatSecond(deadlineAt), serverTime: formatSecond(now) },
      announcements: await listAnnouncementsFor(attempt),
    };
  }),
  answer: call('POST', 'student', answerInput, savedAnswer, async ({ actor, input, now }) => {
    const { attemptId, ...answer } = input;
    const [saved] = await saveAnswers(actor, { attemptId, answers: [answer] }, now, { takesLetters: false });
    if (!saved) throw new AppError('not_found', '找不到这道题。');
    const { outcome, revision, stored, yours } = saved;
    if (outcome === 'refused') throw await refused(attemptId, outcome, refusedAnswerSentence);
    // A page that knows of no revision says so; any other number is a program's mistake.
    if (outcome === 'conflict' && answer.revision > revision && answer.revision !== NO_REVISION)
      throw unknownRevision(revision, { outcome, stored, yours });
    if (outcome === 'conflict') {
      const message = '这道题在别的页面改过，请选择保留哪一份。';
      throw new AppError('conflict', message, undefined, { outcome, revision, stored, yours });
    }
    const savedAt = secondOrNull(saved.savedAt);
    return { revision, savedAt, outcome, value: stored, serverTime: formatSecond(now) };
  }),
  take: call('POST', 'student', takeSchema, savedTakes, async ({ actor, input, now }) => {
    const add = () => addTake(actor, input, now);
    const { outcome, takes } = await notingRefusal(actor, { ...input, kind: 'take' }, now, add);
    if (outcome === 'refused') throw await refused(input.attemptId, outcome);
    return { outcome, takes: takes.map(toApiTake), serverTime: formatSecond(now) };
  }),
  takeChoose: call('POST', 'student', chooseTakeSchema, take.array(), async ({ actor, input, now }) =>
    (await chooseTake(actor, input, now)).map(toApiTake),
  ),
  photo: call(
    'POST',
    'student',
    photosSchema.extend({ requestId: requestKey() }),
    savedPhotos,
    async ({ actor, input, now }) => {
      const add = () => addPhotosOnce(actor, input, now);
      const { outcome, photos } = await notingRefusal(actor, { ...input, kind: 'photo' }, now, add);
      if (outcome === 'refused') throw await refused(input.attemptId, outcome);
      return { outcome, photos: photos.map(toApiPhoto), serverTime: formatSecond(now) };
    },
  ),
  photoRemove: call('POST', 'student', photoIdSchema, photo.array(), async ({ actor, input, now }) =>
    (await removePhoto(actor, input, now)).map(toApiPhoto),
  ),
  photoTurn: call('POST', 'student', turnPhotoSchema, photo.array(), async ({ actor, input, now }) =>
    (await turnPhoto(actor, input, now)).map(toApiPhoto),
  ),
  photoMove: call('POST', 'student', movePhotoSchema, photo.array(), async ({ actor, input, now }) =>
    (await movePhoto(actor, input, now)).map(toApiPhoto),
  ),
  submit: call('POST', 'student', attemptIdSchema, receipt, async ({ actor, input, now }) =>
    toApiReceipt(await submitAttempt(actor, input, now)),
  ),
});

export { loader, action };

function toApiSitting({ exam, attempt, items, heads, isOpen, arePhotosOpen }: Sitting, now: number) {
  return {
    id: attempt.id,
    examId: attempt.examId,
    examName: exam.name,
    part: attempt.part,
    number: attempt.number,
    state: attempt.state,
    startedAt: formatSecond(attempt.startedAt),
    deadlineAt: formatSecond(attempt.deadlineAt),
    uploadDeadlineAt: secondOrNull(attempt.uploadDeadlineAt),
    isOpen,
    arePhotosOpen,
    receipt: attempt.receipt ? toApiReceipt(attempt.receipt) : null,
    serverTime: formatSecond(now),
    sections: toApiSections(items, heads),
    items: items.map((item) => ({
      id: item.id,
      position: item.position,
      points: item.points,
      question: toOpenApiQuestion(item.question),
      answer: item.answer && { ...item.answer, savedAt: formatSecond(item.answer.savedAt) },
      takes: item.takes.map(toApiTake),
      photos: item.photos.map(toApiPhoto),
    })),
  };
}

/** The sections of the paper in its order, as the page heads them. */
function toApiSections(items: Sitting['items'], heads: Sitting['heads']) {
  return items.flatMap((item) => {
    const head = heads.get(item.id);
    if (!head?.isFirst) return [];
    const { key, heading, instructions, points } = head;
    const itemIds = items.filter(({ id }) => heads.get(id)?.key === key).map(({ id }) => id);
    return [{ key, heading, instructions, points, itemIds }];
  });
}

function toApiTake({ receivedAt, ...take }: TakeView) {
  return { ...take, receivedAt: formatSecond(receivedAt) };
}

function toApiPhoto({ receivedAt, removedAt: _removedAt, ...photo }: PhotoView) {
  return { ...photo, receivedAt: formatSecond(receivedAt) };
}

function toApiReceipt({ submittedAt, revisedAt, ...receipt }: Receipt) {
  return { ...receipt, submittedAt: formatSecond(submittedAt), revisedAt: formatSecond(revisedAt) };
}
