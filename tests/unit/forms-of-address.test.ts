import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A student is 你 and a teacher is 您, in every sentence; what both read says neither. */

/** Written for students alone. */
const FOR_STUDENTS = [
  /^app\/components\/(exam\/sitting-|practice\/|scoring\/released-result|interaction\/ask-form|work\/(work-comments|own-works|publish-form))/,
  /^app\/routes\/_sit\./,
  /^app\/routes\/_app\.(census\.mine|evaluation)\./,
  /^app\/domain\/(attempt|practice)\//,
  /^app\/domain\/work\/(comment\.commands|moderation\.commands|publish\.queries|fallen\.commands)/,
  /^app\/domain\/scoring\/[a-z-]+\/(told-result|tell-result|grade-changes|display-change|release\.commands|resit-rule)/,
  /^app\/domain\/room\/(hand-in|resit|end-resit|resume)\.commands/,
  /^app\/domain\/scan\/scan-place/,
  /^app\/domain\/exam\/class-change/,
];

/** Holds sentences for each of the two: those for students, the others are for teachers. */
const FOR_BOTH: Record<string, RegExp> = {
  'app/domain/interaction/thread.commands.server.ts': /你还没有加入班级|回复了你的提问/,
  'app/domain/work/comment-tell.server.ts': /\? '您' : '你'|评论了你的作品/,
  'app/domain/work/work.commands.server.ts': /撤回了你的作品/,
  'app/components/practice/shared-for-student.tsx': /./,
  'app/lib/errors.ts': /找不到这场考试/,
  'app/domain/room/resit.schema.ts': /老师已代你交卷/,
  'app/routes/_app.dynamic.interact.index.tsx': /有回复会发消息通知你|只有你和老师看得到/,
  'app/components/resource/resource-table.tsx': /开放给你的/,
  'app/routes/_app.resource.index.tsx': /老师给你的/,
};

/** Words of papers that are read, and what demo pupils and teachers say to each other. */
const OTHERS_WORDS = /^app\/(domain\/(question-bank\/(formats|key-point)|demo)|db\/demo)/;

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => `app/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !OTHERS_WORDS.test(file));

it('calls students 你 and teachers 您', () => {
  const wrong: string[] = [];
  for (const file of files) {
    const forStudents = FOR_BOTH[file] ?? (FOR_STUDENTS.some((one) => one.test(file)) ? /./ : null);
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const isForStudents = forStudents?.test(line) ?? false;
      const isMixed = line.includes('你') && line.includes('您') && isForStudents;
      if (!isMixed && line.includes(isForStudents ? '您' : '你')) wrong.push(`${file}: ${line.trim()}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('says neither in what both read', () => {
  const both = [
    'components/layout/error-words.ts',
    'routes/$.tsx',
    'domain/file/quota.server.ts',
    'routes/_app.users_.export.tsx',
  ];
  for (const file of both) expect([file, /[你您]/.test(readFileSync(`app/${file}`, 'utf8'))]).toEqual([file, false]);
});
