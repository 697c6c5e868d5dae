import { dealWithForgotten } from '~/domain/user/forget.commands.server';
import { addDemoAccounts, addDemoSchoolSettings } from './demo-accounts.server';
import { addDemoComments } from './demo-comments.server';
import { addDemoExams } from './demo-exams.server';
import { DemoFiles } from './demo-files.server';
import { addDemoMessages, addDemoThreads } from './demo-interact.server';
import { addDemoPersonal } from './demo-personal.server';
import { addDemoPractice } from './demo-practice.server';
import { addDemoPeople, addDemoQuestions } from './demo-people.server';
import { addDemoResources } from './demo-resources.server';
import { addDemoWorks } from './demo-works.server';

/**
 * Fills an empty database with the demo school by the same commands that people use, with times in the
 * past: what a visitor sees is what the product makes.
 */
export async function seedDemoSchool(now: number): Promise<void> {
  const files = await DemoFiles.open();
  const people = await addDemoPeople(files, now);
  await addDemoSchoolSettings(people, now);
  const questions = await addDemoQuestions(people, files, now);
  await addDemoExams(people, questions, files, now);
  await addDemoPractice(people, questions, files, now);
  await addDemoWorks(people, questions, files, now);
  await addDemoComments(people, now);
  await addDemoThreads(people, files, now);
  await addDemoResources(people, now);
  await addDemoPersonal(people, now);
  await addDemoMessages(people, now);
  await addDemoAccounts(people, now);
  const forgetful = people.students[25];
  if (forgetful) await dealWithForgotten({ account: forgetful.account, name: forgetful.name }, '', now - 2 * 3600_000);
}
