/**
 * How long 2,000 questions take, from the file to the bank, in every format that can be written and read:
 *   node tests/load/question-import.mjs [how many]
 * On SQLite in a directory of its own, or on the empty PostgreSQL database of DATABASE_URL. Prints for each format
 * the size of the file and the seconds of reading (with every check) and of storing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { threadEntry } from '../../scripts/thread-entry.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

const COUNT = Number(process.argv[2] ?? 2000);
const root = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-import-'));
process.env.DATA_DIR = dataDir;
process.env.DATABASE_URL ||= `sqlite:${path.join(dataDir, 'kaoping.db')}`;
process.env.SESSION_SECRET = 'a secret for a measurement, never used elsewhere';

const vite = await createServer({
  configFile: false,
  plugins: [threadEntry()],
  root,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { '~': path.join(root, 'app'), '~tests': path.join(root, 'tests') } },
});
const load = (file) => vite.ssrLoadModule(`/${file}`);

try {
  const { migrateToLatest } = await load('app/db/migrate.server.ts');
  const { closeDatabase, databaseKind, db } = await load('app/db/db.server.ts');
  const formats = await load('app/domain/question-bank/formats/formats.server.ts');
  const commands = await load('app/domain/question-bank/import.commands.server.ts');
  const { actorOf, makeTeacher } = await load('tests/factories/index.ts');
  await migrateToLatest();

  const questions = makeQuestions();
  console.log(`${COUNT} questions, ${databaseKind()}`);
  for (const format of formats.writableFormats()) {
    // A teacher of its own: nothing repeats an earlier format's questions.
    const teacher = actorOf(await makeTeacher());
    const { bytes, extension } = await formats.writerOf(format)(questions, { title: '题库', withAnswers: true });
    const now = Date.now();
    const begun = performance.now();
    const id = await commands.startImport(
      teacher,
      { bank: 'theory', format: '', dirId: null, byDirectory: true },
      { name: `题库.${extension}`, bytes },
      now,
    );
    await commands.waitForImport(id, { isPatient: true });
    const read = performance.now();
    const { done } = await commands.confirmImport(teacher, id, now, { isPatient: true });
    const stored = performance.now();
    const { count } = await db()
      .selectFrom('questions')
      .where('owner_id', '=', teacher.id)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) !== COUNT || done !== COUNT) {
      console.error(`${format}: ${done} imported, ${count} in the bank`);
      process.exitCode = 1;
    }
    const seconds = (from, to) => ((to - from) / 1000).toFixed(2);
    console.log(
      `${format.padEnd(7)} ${String(Math.round(bytes.length / 1024)).padStart(5)} KB   reading ${seconds(begun, read)} s   storing ${seconds(read, stored)} s   total ${seconds(begun, stored)} s`,
    );
  }
  await closeDatabase();
} finally {
  await vite.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Five kinds in turn, in forty directories. */
function makeQuestions() {
  return Array.from({ length: COUNT }, (_, index) => {
    const banked = [single, multiple, judge, cloze, short][index % 5](index);
    return {
      id: index + 1,
      ownerId: 1,
      directoryId: null,
      title: `题目 ${index + 1}`,
      sceneTypeId: null,
      examTypeId: null,
      level: (index % 3) + 1,
      keyPoints: index % 4 === 0 ? ['故宫', '讲解'] : [],
      imageIds: [],
      points: 2,
      createdAt: 0,
      updatedAt: 0,
      pictures: [],
      audio: null,
      directories: ['高一', `第${(index % 40) + 1}单元`],
      sceneTypeName: '',
      examTypeName: '',
      bank: 'theory',
      ...banked,
    };
  });
}

function body(changes) {
  return { stem: '', options: [], keys: [], blanks: [], reference: '', analysis: '', musicUrl: null, ...changes };
}

function options(...texts) {
  return texts.map((text, index) => ({ key: 'ABCD'[index], text }));
}

function single(index) {
  const stem = `第 ${index + 1} 题：下列哪座宫殿是紫禁城里规模最大的殿宇，俗称金銮殿？`;
  const choices = options(`乾清宫 ${index}`, '太和殿', '保和殿', '中和殿');
  return { kind: 'single', body: body({ stem, options: choices, keys: ['B'], analysis: '见课本第 3 页。' }) };
}

function multiple(index) {
  const stem = `第 ${index + 1} 题：下列哪些数是质数？`;
  return { kind: 'multiple', body: body({ stem, options: options('2', '4', '7', '9'), keys: ['A', 'C'] }) };
}

function judge(index) {
  return { kind: 'judge', body: body({ stem: `第 ${index + 1} 题：水往低处流。`, keys: ['T'] }) };
}

function cloze(index) {
  const stem = `第 ${index + 1} 题：床前____光，疑是____霜。`;
  return { kind: 'cloze', body: body({ stem, blanks: [['明月'], ['地上']] }) };
}

function short(index) {
  const stem = `第 ${index + 1} 题：为什么天空是蓝色的？`;
  return { kind: 'short', body: body({ stem, reference: '大气对短波的蓝光散射更强。' }) };
}
