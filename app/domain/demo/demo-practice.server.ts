import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { OWN_QUESTIONS, OWN_ORAL_QUESTION } from '~/db/demo/school-data';
import { addPractice, markPractice, ratePractice } from '~/domain/practice/practice.commands.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { startRun } from '~/domain/practice/run.commands.server';
import { addDirectory } from '~/domain/question-bank/directory.commands.server';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import { saveOralQuestion, saveTheoryQuestion } from '~/domain/question-bank/question.commands.server';
import { getReadableQuestions } from '~/domain/question-bank/question-access.server';
import type { TheoryQuestion } from '~/domain/question-bank/question.schema';
import { shareQuestions } from '~/domain/question-bank/share.commands.server';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import type { DemoFiles } from './demo-files.server';
import type { DemoPeople, DemoQuestions } from './demo-people.server';

const MINUTE = 60_000;
const DAY = 24 * 3600_000;
const WEEKS = 6;
/** How many of the first class practise. */
const PRACTISING = 6;

/** What teachers share with students, students' own questions, and some weeks of practice of a few of them. */
export async function addDemoPractice(
  people: DemoPeople,
  questions: DemoQuestions,
  files: DemoFiles,
  now: number,
): Promise<void> {
  const [owner] = people.teachers;
  const [classId] = people.classIds;
  if (!owner || !classId) throw new Error('demo data: a teacher and a class expected');
  const sharedAt = now - (WEEKS * 7 + 2) * DAY;
  const toClass = { targets: [{ audience: 'class' as const, classroomId: classId }] };
  const toStudents = { targets: [{ audience: 'students' as const, classroomId: null }] };
  await shareQuestions(owner, 'theory', { ids: questions.theory, ...toClass }, sharedAt);
  await shareQuestions(owner, 'written', { ids: questions.written.slice(1), ...toClass }, sharedAt);
  await shareQuestions(owner, 'oral', { ids: questions.oral.slice(1), ...toStudents }, sharedAt);
  for (const [index, student] of people.students.slice(0, PRACTISING).entries()) {
    await practiseTheory(student, index, questions.theory, now);
    if (index < 3) await addOwnQuestions(student, sharedAt + (index + 5) * DAY);
    if (index < 2) await practiseAloud(student, questions, files, now - (9 - index) * DAY);
  }
}

async function addOwnQuestions(student: Actor, at: number): Promise<void> {
  const { id: dirId } = await addDirectory(student, { bank: 'theory', parentId: null, name: '考前要背的' }, at);
  for (const [turn, question] of OWN_QUESTIONS.entries()) {
    await saveTheoryQuestion(student, theoryQuestionSchema.parse({ ...question, dirId }), at + turn * 7 * MINUTE);
  }
  await saveOralQuestion(student, oralQuestionSchema.parse(OWN_ORAL_QUESTION), at + DAY);
}

/** One session a week, of which the student gets more and more right; the last one is not finished. */
async function practiseTheory(student: Actor, index: number, ids: number[], now: number): Promise<void> {
  const shared = (await getReadableQuestions(student, ['theory'], ids)) as TheoryQuestion[];
  const judged = shared.filter((question) => !isMarkedByHand(question));
  for (let week = 0; week < WEEKS; week += 1) {
    const at = now - (WEEKS - week) * 7 * DAY + (index + 1) * 9 * 3600_000;
    const chosen = judged.filter((_, turn) => (turn + week + index) % 3 !== 0);
    const targets = chosen.map((question) => ({ questionId: question.id }));
    const title = `理论，${targets.length} 题`;
    const runId = await startRun(student, { title, targets, requestId: '' }, at);
    const isLast = week === WEEKS - 1;
    for (const [turn, question] of chosen.slice(0, isLast ? 3 : undefined).entries()) {
      const isRight = (index * 31 + question.id * 17 + week * 29) % 10 < 4 + week;
      const begunAt = at + turn * MINUTE;
      const input = {
        questionId: question.id,
        runId,
        answer: isRight ? rightAnswer(question) : wrongAnswer(question),
        begunAt,
      };
      await addPractice(student, practiceSchema.parse(input), begunAt + (20 + ((turn * 13 + index) % 30)) * 1000);
    }
  }
}

/** Reads an oral question twice and writes a pen answer, with what the student thinks of it. */
async function practiseAloud(student: Actor, questions: DemoQuestions, files: DemoFiles, at: number): Promise<void> {
  const [, oralId] = questions.oral;
  const [, writtenId] = questions.written;
  for (const [turn, rating] of [3, 4].entries()) {
    const takenAt = at + turn * 8 * MINUTE;
    const fileId = await files.recording(student, '接站欢迎词', takenAt);
    if (!fileId || !oralId) continue;
    const take = await addPractice(student, practiceSchema.parse({ questionId: oralId, fileIds: fileId }), takenAt);
    const note = turn === 0 ? '“安全带”那句停太久了' : '';
    await ratePractice(student, { id: take.id, rating, note }, takenAt + MINUTE);
  }
  if (!writtenId) return;
  const text = '先向游客道歉，记下他说的问题；再核对合同和酒店；能换房就换，不能换就商量补偿，最后再回访一次。';
  const answer = practiceSchema.parse({ questionId: writtenId, answer: { text }, begunAt: at + DAY });
  const { id } = await addPractice(student, answer, at + DAY + 12 * MINUTE);
  await markPractice(student, { id, met: [0, 1, 2] }, at + DAY + 14 * MINUTE);
}

function rightAnswer({ kind, body }: TheoryQuestion) {
  return kind === 'cloze' ? { blanks: body.blanks.map(([first = '']) => first) } : { keys: body.keys };
}

function wrongAnswer({ kind, body }: TheoryQuestion) {
  if (kind === 'cloze') return { blanks: body.blanks.map(([first = ''], index) => (index === 0 ? '不记得了' : first)) };
  if (kind === 'judge') return { keys: [body.keys[0] === 'T' ? 'F' : 'T'] };
  if (kind === 'multiple') return { keys: body.keys.slice(0, 1) };
  return { keys: [body.options.find((option) => !body.keys.includes(option.key))?.key ?? 'A'] };
}
