/**
 * Twice and at once: the same hand-in many times in parallel, replies that are lost after the commit and asked for
 * again, forms sent again with Back, two devices on one paper. Before all that, two servers start at once on the empty
 * database.
 *   node tests/crash/twice.mjs --parallel=20
 */
import http from 'node:http';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { ROOT } from '../../scripts/project.mjs';
import {
  beginExam,
  createChecks,
  createServer,
  makePhoto,
  makeRecording,
  makeSchool,
  readNumbers,
  readerBeside,
  startPostgres,
  temporaryDirectory,
} from './support.mjs';

const { parallel, postgres } = readNumbers({ parallel: 20 });
const checks = createChecks('twice and at once');
const postgresServer = postgres ? await startPostgres() : undefined;
const place = { dataDir: temporaryDirectory(), databaseUrl: postgresServer?.url ?? '' };
const server = await createServer(place);
const rows = readerBeside(server, postgresServer);
// Meant: the other one leaves the timed work to the first.
const twin = await createServer({ ...place, env: { KAOPING_TIMED_WORK: '0' } });
await Promise.all([server.start(), twin.start()]);
checks.ok((await count('users')) === 1, 'of two servers that start at once one makes the first teacher');
const upgrades = await rows('select name from kysely_migration order by name');
const migrations = readdirSync(path.join(ROOT, 'app/db/migrations')).filter((name) => /^\d{4}-/.test(name));
checks.ok(upgrades.length === migrations.length, `each upgrade ran once: ${upgrades.length} of ${migrations.length}`);
checks.ok((await fetch(`${twin.origin}/login`)).status === 200, 'the other one serves too');
await twin.kill();
const proxy = await startProxy(new URL(server.origin));
const { teacher, classroom, exam, theory, students } = await makeSchool(server.origin, { students: 4 });
const [first, second, third, fourth] = students;

/** A way to the server that can lose the next reply: the server has answered, nobody hears it. */
async function startProxy(target) {
  let isLosing = false;
  const listener = http.createServer((request, response) => {
    const { method, headers, url } = request;
    const onward = http.request({ host: target.hostname, port: target.port, path: url, method, headers }, (answer) => {
      if (isLosing) {
        isLosing = false;
        answer.resume().once('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => request.socket.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${listener.address().port}`,
    loseNext: () => (isLosing = true),
    stop: () => listener.close(),
  };
}

async function count(table) {
  return Number((await rows(`select count(*) as n from ${table}`))[0].n);
}

/** What an answer says beside the clock. */
function lasting(answer) {
  const { serverTime, ...data } = answer;
  void serverTime;
  return data;
}

/** Loses the reply of a call, asks again and once more: the same result, and nothing was done a second time. */
async function losesReply(client, name, body, table, withKey = false) {
  const headers = withKey ? { 'Idempotency-Key': randomUUID() } : {};
  const before = await count(table);
  proxy.loseNext();
  const isLost = await client
    .at(proxy.origin)
    .call(name, body, headers)
    .then(
      () => false,
      () => true,
    );
  checks.ok(isLost, `${name}: the reply is lost`);
  const done = await count(table);
  checks.ok(done > before, `${name}: it was done before its reply was lost`);
  const again = await client.call(name, body, headers);
  const more = await client.call(name, body, headers);
  checks.ok(again.status === 200, `${name}: asked again it answers 200, not ${again.status} ${again.body.message}`);
  const isSame = isDeepStrictEqual(lasting(again.body.data ?? {}), lasting(more.body.data ?? {}));
  checks.ok(isSame && more.status === 200, `${name}: asked again it answers the same`);
  checks.ok((await count(table)) === done, `${name}: nothing was done twice`);
  return again.body.data;
}

// The same hand-in at once.
const { written } = await beginExam(first, exam.id);
const [item] = written.items;
await first.client.get('exam/attempt/answer', {
  attemptId: written.id,
  itemId: item.id,
  value: { text: '第一份' },
  revision: 0,
});
const answers = await Promise.all(
  Array.from({ length: parallel }, () => first.client.call('exam/attempt/submit', { attemptId: written.id })),
);
checks.ok(
  answers.every(({ status }) => status === 200),
  `${parallel} hand-ins at once are all answered: ${answers.map(({ status }) => status).join(' ')}`,
);
checks.ok(
  answers.every(({ body }) => isDeepStrictEqual(body.data, answers[0].body.data)),
  `${parallel} hand-ins at once give one receipt`,
);
checks.ok((await count("audit_entries where action = 'attempt.submit'")) === 1, 'handed in once');

// Begun at once.
const begun = await Promise.all(
  Array.from({ length: parallel }, () =>
    second.client.call('exam/attempt/start', { examId: exam.id, part: 'written' }),
  ),
);
checks.ok(
  begun.every(({ status, body }) => status === 200 && body.data.id === begun[0].body.data.id),
  `${parallel} beginnings at once are one attempt`,
);

// Replies lost after the commit.
const started = await losesReply(second.client, 'exam/attempt/start', { examId: exam.id, part: 'oral' }, 'attempts');
const paper = begun[0].body.data;
const of = (index) => ({ attemptId: paper.id, itemId: paper.items[index].id });
const answer = { ...of(0), value: { text: '回复丢了' }, revision: 0 };
const saved = await losesReply(second.client, 'exam/attempt/answer', answer, 'answer_journal');
checks.ok(saved.revision === 1, 'the answer whose reply was lost has revision 1');
const photo = (await second.client.upload('image', await makePhoto(1), 'a.jpg')).body.data;
await losesReply(second.client, 'exam/attempt/photo', { ...of(2), fileIds: [photo.id] }, 'photos');
const recording = (await second.client.upload('audio', makeRecording(1), 'a.wav')).body.data;
const take = { attemptId: started.id, itemId: started.items[0].id, fileId: recording.id };
await losesReply(second.client, 'exam/attempt/take', take, 'takes');
await losesReply(second.client, 'exam/attempt/submit', { attemptId: paper.id }, "attempts where state = 'submitted'");
// One that the running exam does not hold: those are closed to practice.
const own = await teacher.get('exam/theory/add', { kind: 'short', stem: '简述送站的要点。', points: 10 });
await teacher.get('exam/theory/shared', { ids: [own.id], audience: 'students' });
const practice = { questionId: own.id, answer: { text: '自己练' } };
await losesReply(third.client, 'practice/add', practice, 'practices', true);
const student = { account: `twice${Date.now()}`, name: '新同学', classId: classroom.id };
await losesReply(teacher, 'stu/add', student, 'users', true);
const at = (hours) => new Date(Date.now() + hours * 3600_000).toISOString();
const draft = { name: '草稿', testType: 1, clazzIds: [classroom.id], writtenIds: [theory.id] };
const times = { beginTime: at(1), endTime: at(2), uploadEndTime: at(3) };
await losesReply(teacher, 'exam/add', { ...draft, ...times }, 'exams', true);
const score = { attemptId: paper.id, points: [{ itemId: of(0).itemId, points: 8 }], comment: '好', version: 0 };
await losesReply(teacher, 'exam/score/save', score, 'scores');

// Back and submit again, as a browser without script does it.
const page = `/examination/evaluation/written?id=${exam.id}&page=1`;
async function post(client, fields) {
  const response = await client.send(page, {
    method: 'POST',
    headers: { Origin: server.origin },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, to: response.headers.get('Location'), text: await response.text() };
}
const thirds = (await beginExam(third, exam.id)).written;
const attemptId = String(thirds.id);
const typed = {
  attemptId,
  [`a.${thirds.items[0].id}.text`]: '返回再交一次',
  [`r.${thirds.items[0].id}`]: '0',
  _go: 'save',
};
const once = await post(third.client, typed);
const twice = await post(third.client, typed);
checks.ok(once.status === 302 || once.status === 303, `the form is saved: ${once.status}`);
checks.ok(twice.status === once.status && twice.to === once.to, `the form sent again is no conflict: ${twice.status}`);
const handIns = await Promise.all([1, 2, 3].map(() => post(third.client, { _intent: 'submit', attemptId })));
const late = await post(third.client, { _intent: 'submit', attemptId });
checks.ok(
  [...handIns, late].every(({ status, to }) => status === 303 && to === handIns[0].to),
  'handing in with Back again leads to the same receipt',
);
const receipts = `audit_entries where action = 'attempt.submit' and entity_id = '${thirds.id}'`;
checks.ok((await count(receipts)) === 1, 'the form hands in once');

// Two devices on one paper.
const fourths = (await beginExam(fourth, exam.id)).written;
const save = (index, text, revision) =>
  fourth.client.call('exam/attempt/answer', {
    attemptId: fourths.id,
    itemId: fourths.items[index].id,
    value: { text },
    revision,
  });
const [one, two] = await Promise.all([save(0, '电脑上写的', 0), save(1, '手机上写的', 0)]);
checks.ok(one.status === 200 && two.status === 200, 'different questions from two devices are both saved');
const clash = await Promise.all([save(2, '电脑', 0), save(2, '手机', 0)]);
const refused = clash.filter(({ status }) => status === 409);
checks.ok(refused.length === 1, `the same question at once is saved once: ${clash.map(({ status }) => status)}`);
const { stored, yours } = refused[0]?.body.data ?? {};
checks.ok(
  new Set([stored?.text, yours?.text]).size === 2 &&
    [stored?.text, yours?.text].every((text) => /电脑|手机/.test(text)),
  'the refusal carries both versions',
);
checks.ok(
  (await count(`answer_journal where item_id = ${fourths.items[2].id} and attempt_id = ${fourths.id}`)) === 2,
  'both are in the journal',
);

proxy.stop();
await server.kill();
await postgresServer?.stop();
checks.finish();
