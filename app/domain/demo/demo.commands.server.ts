import { sendMessages } from '~/domain/message/message.commands.server';
import { askForPassword } from '~/domain/user/account.commands.server';
import { addDemoExams } from './demo-exams.server';
import { DemoFiles } from './demo-files.server';
import { addDemoPractice } from './demo-practice.server';
import { addDemoPeople, addDemoQuestions, type DemoPeople } from './demo-people.server';

/**
 * Fills an empty database with the demo school by the same commands that people use, with times in the
 * past: what a visitor sees is what the product makes.
 */
export async function seedDemoSchool(now: number): Promise<void> {
  const files = await DemoFiles.open();
  const people = await addDemoPeople(files, now);
  const questions = await addDemoQuestions(people, files, now);
  await addDemoExams(people, questions, files, now);
  await addDemoPractice(people, questions, files, now);
  await addDemoMessages(people, now);
}

async function addDemoMessages({ teachers, students }: DemoPeople, now: number): Promise<void> {
  const hour = 3600_000;
  await sendMessages(
    teachers.map((teacher) => teacher.id),
    {
      kind: 'system',
      title: '欢迎使用考评',
      body: '建议先在“班级管理”建好班级、在“学生管理”导入学生名单，再到题库出题、在“我的考试”里新增考试。\n设备检测页可以提前检查教室电脑的麦克风。',
      link: '/member/class/index',
    },
    now - 70 * 24 * hour,
  );
  const student = students[25];
  if (student) await askForPassword({ account: student.account, name: student.name }, '', now - 2 * hour);
}
