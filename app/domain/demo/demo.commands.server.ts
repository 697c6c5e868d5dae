import { emptyUnfinishedSeeding, isSeedingUnfinished, whileSeeding } from '~/db/seeding.server';
import { dealWithForgotten } from '~/domain/user/forget.commands.server';
import { storage } from '~/storage/storage.server';
import { addDemoAccounts, addDemoSchoolSettings } from './demo-accounts.server';
import { addDemoComments } from './demo-comments.server';
import { addDemoExams, addRunningDemoExams } from './demo-exams.server';
import { DemoFiles } from './demo-files.server';
import { addDemoMessages, addDemoThreads } from './demo-interact.server';
import { addDemoPersonal } from './demo-personal.server';
import { addDemoPractice } from './demo-practice.server';
import { addDemoPeople, addDemoQuestions } from './demo-people.server';
import { addDemoResources } from './demo-resources.server';
import { addDemoWorks } from './demo-works.server';

/**
 * Fills an empty database with the demo school by the same commands that people use, with times in the
 * past: what a visitor sees is what the product makes. `say` hears how far it is. Broken off, it leaves a mark that
 * `clearUnfinishedDemoSchool` finds.
 */
export async function seedDemoSchool(now: number, say: (line: string) => void = () => undefined): Promise<void> {
  await whileSeeding(now, () => seed(now, say));
}

/** Takes away what a broken off making of the demo school left, files included; true when there was such a thing. */
export async function clearUnfinishedDemoSchool(): Promise<boolean> {
  if (!(await isSeedingUnfinished())) return false;
  // Files before rows: the mark goes with the rows. No other server works on a database that bears it.
  for await (const { key } of storage().list()) await storage().delete(key);
  await emptyUnfinishedSeeding();
  return true;
}

async function seed(now: number, say: (line: string) => void): Promise<void> {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  let done = 0;
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    done += 1;
    say(`正在建立演示学校 ${done}/${STEPS}：${name}（${seconds()} 秒）`);
    return work();
  };
  const files = await DemoFiles.open();
  const people = await step('教师、班级和学生', () => addDemoPeople(files, now));
  await step('学校设置', () => addDemoSchoolSettings(people, now));
  const questions = await step('题库', () => addDemoQuestions(people, files, now));
  const sayExam = (name: string) => say(`  考试“${name}”（${seconds()} 秒）`);
  await step('考试、答卷和成绩', () => addDemoExams(people, questions, files, now, sayExam));
  await step('练习', () => addDemoPractice(people, questions, files, now));
  await step('作品', () => addDemoWorks(people, questions, files, now));
  await step('评论', () => addDemoComments(people, now));
  await step('师生互动', () => addDemoThreads(people, files, now));
  await step('正在进行的考试', () => addRunningDemoExams(people, questions, files, now, sayExam));
  await step('教学资源', () => addDemoResources(people, now));
  await step('个人资料', () => addDemoPersonal(people, now));
  await step('消息', () => addDemoMessages(people, now));
  await step('账号', async () => {
    await addDemoAccounts(people, now);
    const forgetful = people.students[25];
    if (forgetful)
      await dealWithForgotten({ account: forgetful.account, name: forgetful.name }, '', now - 2 * 3600_000);
  });
  say(`演示学校已建好，用了 ${seconds()} 秒。`);
}

const STEPS = 13;
