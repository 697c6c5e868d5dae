/**
 * Killed process: students write answers, store photos and recordings, hand in; the server is killed with SIGKILL at
 * random moments and started again; whatever was acknowledged has to be there. With --postgres every fourth time the
 * database dies with it.
 *   node tests/crash/kill.mjs --kills=200 --saves=10000 [--postgres] [--seed=1]
 * Notes are taken outside the server. After each restart they are compared with the database and the stored bytes, and
 * the database's own checks are run.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  beginExam,
  createChecks,
  createServer,
  makePhoto,
  makeRecording,
  makeSchool,
  readNumbers,
  readerBeside,
  sha256,
  sleep,
  startPostgres,
  temporaryDirectory,
} from './support.mjs';

const { kills, saves, seed, postgres } = readNumbers({ kills: 3, saves: 200, seed: 20261121 });
const STUDENTS = 8;
/** A new class now and then: a student hands in only once. */
const KILLS_PER_CLASS = 12;
const READY_MS = 5000;
const DATABASE_DIES_EVERY = 4;

let state = seed;
/** From 0 to 1, the same in every run with this seed. */
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

const checks = createChecks('killed process');
const postgresServer = postgres ? await startPostgres() : undefined;
const server = await createServer({ dataDir: temporaryDirectory(), databaseUrl: postgresServer?.url ?? '' });
const rows = readerBeside(server, postgresServer);
const starts = [await server.start()];
const noted = { saves: 0, uploads: 0, uses: 0, receipts: 0, lost: 0, pendingKept: 0 };
/** Every attempt that was ever begun, with what was acknowledged in it. */
const papers = [];
/** File id → hash and size as acknowledged. */
const files = new Map();
let isDown = false;
let savedSinceStart = 0;

async function newClass(isFirst) {
  const school = await makeSchool(server.origin, { students: STUDENTS, isFirst });
  return Promise.all(
    school.students.map(async (student, index) => {
      const attempts = await beginExam(student, school.exam.id);
      const [written, oral] = [attempts.written, attempts.oral].map((attempt) => ({
        id: attempt.id,
        items: attempt.items.map((item) => item.id),
        answers: new Map(),
        used: new Set(),
        photosAsked: 0,
        pending: null,
        receipt: null,
      }));
      papers.push(written, oral);
      return { client: student.client, written, oral, turn: index * 1000 };
    }),
  );
}

/** One thing a student does, its notes taken only once the server has said so. Throws when the connection breaks. */
async function act(student) {
  student.turn += 1;
  const { client, written, oral, turn } = student;
  const chance = random();
  if (chance < 0.06) return storeAndUse(client, written, 'photo', 'image', await makePhoto(turn, 48), written.items[2]);
  if (chance < 0.12) return storeAndUse(client, oral, 'take', 'audio', makeRecording(turn), oral.items[0]);
  if (chance < 0.13) return handIn(client, random() < 0.5 ? written : oral);
  if (written.receipt) return handIn(client, oral);
  const itemId = written.items[Math.floor(random() * written.items.length)];
  const known = written.answers.get(itemId) ?? { revision: 0, text: '' };
  const text = `第${turn}次 ${'导游'.repeat(1 + Math.floor(random() * 40))}`;
  written.pending = { itemId, text };
  const body = { attemptId: written.id, itemId, value: { text }, revision: known.revision };
  const answer = await client.call('exam/attempt/answer', body);
  if (!checks.ok(answer.status === 200, `an answer is taken: ${answer.status} ${answer.body.message}`)) return;
  const { revision, value } = answer.body.data;
  checks.ok(revision > known.revision && value.text === text, `revision ${known.revision} rises to ${revision}`);
  written.answers.set(itemId, { revision, text });
  written.pending = null;
  noted.saves += 1;
  savedSinceStart += 1;
}

async function storeAndUse(client, paper, call, type, bytes, itemId) {
  if (paper.receipt && type === 'audio') return;
  const stored = await client.upload(type, bytes, type === 'image' ? 'a.jpg' : 'a.wav');
  if (!checks.ok(stored.status === 200, `a file is stored: ${stored.status} ${stored.body.message}`)) return;
  const { id, size } = stored.body.data;
  // A recording that plays everywhere is kept byte for byte; a photo is drawn anew.
  files.set(id, { size, hash: type === 'audio' ? sha256(bytes) : null });
  noted.uploads += 1;
  // An item takes nine photos; one whose acknowledgement was cut off counts too.
  if (type === 'image') {
    if (paper.photosAsked >= 9) return;
    paper.photosAsked += 1;
  }
  const use = type === 'image' ? { fileIds: [id] } : { fileId: id };
  const used = await client.call(`exam/attempt/${call}`, { attemptId: paper.id, itemId, ...use });
  if (!checks.ok(used.status === 200, `a file is used: ${used.status} ${used.body.message}`)) return;
  paper.used.add(id);
  noted.uses += 1;
}

async function handIn(client, paper) {
  const { status, body } = await client.call('exam/attempt/submit', { attemptId: paper.id });
  if (!checks.ok(status === 200, `handing in is answered: ${status} ${body.message}`)) return;
  const { code, submittedAt } = body.data;
  if (paper.receipt) {
    const isSame = paper.receipt.code === code && paper.receipt.submittedAt === submittedAt;
    checks.ok(isSame, `the receipt ${paper.receipt.code} is the same when asked for again`);
  } else noted.receipts += 1;
  paper.receipt = { code, submittedAt };
}

/** Everybody writes until the server is killed. */
async function work(students) {
  await Promise.all(
    students.map(async (student) => {
      while (!isDown) {
        try {
          await act(student);
        } catch (error) {
          if (!isDown) checks.ok(false, `the connection broke before the kill: ${error}`);
        }
      }
    }),
  );
}

const objectOf = (id) => path.join(server.dataDir, 'files', id.slice(0, 2), id);
const known = new Set();

function lost(what) {
  noted.lost += 1;
  checks.ok(false, what);
}

async function compare() {
  if (!postgresServer) {
    const [integrity] = await rows('pragma integrity_check');
    checks.ok(integrity.integrity_check === 'ok', `integrity check: ${JSON.stringify(integrity)}`);
    checks.ok((await rows('pragma foreign_key_check')).length === 0, 'no foreign key is broken');
  }
  const answers = new Map();
  for (const row of await rows('select attempt_id, item_id, value, revision from answers')) {
    answers.set(`${row.attempt_id}/${row.item_id}`, { revision: row.revision, text: JSON.parse(row.value).text });
  }
  const journal = new Set();
  for (const row of await rows(
    "select attempt_id, item_id, revision, value from answer_journal where outcome = 'saved'",
  ))
    journal.add(`${row.attempt_id}/${row.item_id}/${row.revision}/${JSON.parse(row.value).text}`);
  const used = new Map();
  for (const table of ['takes', 'photos']) {
    for (const row of await rows(`select attempt_id, file_id from ${table}`)) used.set(row.file_id, row.attempt_id);
  }
  const attempts = new Map();
  for (const row of await rows('select id, state, receipt_code, receipt from attempts')) attempts.set(row.id, row);
  for (const paper of papers) comparePaper(paper, { answers, journal, used, attempts });

  for (const row of await rows('select id, size, sha256 from files')) {
    if (known.has(row.id)) continue;
    known.add(row.id);
    if (!existsSync(objectOf(row.id))) {
      lost(`file ${row.id} has a row and no bytes`);
      continue;
    }
    const bytes = readFileSync(objectOf(row.id));
    const isWhole = bytes.length === Number(row.size) && sha256(bytes) === row.sha256;
    checks.ok(isWhole, `file ${row.id} is whole: ${bytes.length} of ${row.size} bytes`);
    const note = files.get(row.id);
    if (!note) continue;
    const isAsNoted = note.size === bytes.length && (note.hash === null || note.hash === row.sha256);
    checks.ok(isAsNoted, `file ${row.id} is what was sent`);
  }
  for (const id of files.keys()) if (!known.has(id)) lost(`acknowledged file ${id} has no row`);
}

function comparePaper(paper, { answers, journal, used, attempts }) {
  for (const [itemId, note] of paper.answers) {
    const stored = answers.get(`${paper.id}/${itemId}`);
    const { pending } = paper;
    if (!stored || stored.revision < note.revision) {
      lost(`answer ${paper.id}/${itemId} went back from ${note.revision} to ${stored?.revision ?? 'nothing'}`);
      continue;
    }
    // What was on its way may have arrived without its acknowledgement.
    const isPending = pending?.itemId === itemId && stored.text === pending.text;
    if (isPending && stored.revision === note.revision + 1) {
      noted.pendingKept += 1;
      paper.answers.set(itemId, stored);
    } else if (stored.revision !== note.revision || stored.text !== note.text) {
      lost(`answer ${paper.id}/${itemId} is not what was acknowledged`);
    }
    checks.ok(
      journal.has(`${paper.id}/${itemId}/${note.revision}/${note.text}`),
      `the journal has ${paper.id}/${itemId} revision ${note.revision}`,
    );
  }
  const { pending } = paper;
  if (pending && !paper.answers.has(pending.itemId)) {
    const stored = answers.get(`${paper.id}/${pending.itemId}`);
    if (stored) paper.answers.set(pending.itemId, stored);
  }
  paper.pending = null;
  for (const id of paper.used) {
    if (used.get(id) !== paper.id) lost(`file ${id} is no longer in attempt ${paper.id}`);
  }
  const attempt = attempts.get(paper.id);
  if (!attempt) lost(`attempt ${paper.id} is gone`);
  else if (paper.receipt) {
    const isIn = attempt.state === 'submitted' && attempt.receipt_code === paper.receipt.code;
    checks.ok(isIn && JSON.parse(attempt.receipt).code === paper.receipt.code, `attempt ${paper.id} stays handed in`);
  } else {
    const isWhole = attempt.state === 'in_progress' ? attempt.receipt === null : attempt.receipt !== null;
    checks.ok(isWhole, `attempt ${paper.id} is handed in with its receipt or not at all`);
    // Handed in, the acknowledgement killed: asked for again, the receipt is the stored one.
    if (attempt.receipt_code) paper.receipt = { code: attempt.receipt_code, submittedAt: receiptTime(attempt) };
  }
}

const receiptTime = (attempt) =>
  new Date(JSON.parse(attempt.receipt).submittedAt + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ');

let students = [];
for (let kill = 1; kill <= kills; kill += 1) {
  if ((kill - 1) % KILLS_PER_CLASS === 0) students = await newClass(kill === 1);
  isDown = false;
  savedSinceStart = 0;
  const working = work(students);
  const wanted = Math.ceil(Math.max(1, saves - noted.saves) / (kills - kill + 1));
  const target = kill === kills ? wanted : Math.ceil(wanted * 2 * random());
  while (savedSinceStart < target && students.some(({ written }) => !written.receipt)) await sleep(5);
  await sleep(random() * 40);
  isDown = true;
  const dies = postgresServer && !process.env.KAOPING_TEST_POSTGRES && kill % DATABASE_DIES_EVERY === 0;
  await Promise.all([server.kill('SIGKILL'), dies && postgresServer.crash()]);
  await working;
  starts.push(await server.start());
  await compare();
  if (kill % 20 === 0) console.log(`${kill} kills, ${noted.saves} answers acknowledged, ${noted.lost} lost`);
}

// What the students themselves get to see after the last start.
for (const { client, written } of students) {
  const seen = await client.get(`exam/attempt/get?attemptId=${written.id}`);
  for (const item of seen.items) {
    const note = written.answers.get(item.id);
    if (note)
      checks.ok(item.answer?.revision === note.revision && item.answer.value.text === note.text, 'shown as saved');
    for (const photo of item.photos) {
      const bytes = Buffer.from(await (await client.send(photo.url)).arrayBuffer());
      checks.ok(bytes.equals(readFileSync(objectOf(photo.fileId))), `photo ${photo.fileId} is served whole`);
    }
  }
}

await server.kill();
await postgresServer?.stop();
const slowest = Math.max(...starts);
console.log(
  `${postgres ? 'PostgreSQL' : 'SQLite'}: ${kills} kills, ${noted.saves} answers, ${noted.uploads} files, ` +
    `${noted.uses} takes and photos and ${noted.receipts} receipts acknowledged: ${noted.lost} lost; ` +
    `${noted.pendingKept} more had arrived before their acknowledgement was cut off`,
);
console.log(
  `ready after ${Math.round(slowest)} ms at most, ${Math.round(starts.sort((a, b) => a - b)[starts.length >> 1])} ms mostly`,
);
// A machine that runs the other tests beside it says nothing about this.
if (kills > 20) checks.ok(slowest < READY_MS, `ready within ${READY_MS} ms`);
checks.finish();
