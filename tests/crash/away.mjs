/**
 * PostgreSQL stopped with -m immediate while students save through the API and by the page's own form: what is not
 * saved is answered 503 with its text kept, never 500, and what was acknowledged is there.
 *   node tests/crash/away.mjs --stops=20
 */
import {
  beginExam,
  createChecks,
  createServer,
  makeSchool,
  readNumbers,
  sleep,
  startPostgres,
  temporaryDirectory,
} from './support.mjs';

const { stops } = readNumbers({ stops: 3 });
const STUDENTS = 8;
const AWAY_MS = 700;
/** Saved at least so often between two stops. */
const SAVES = 30;

const checks = createChecks('PostgreSQL stopped under saves');
const postgresServer = await startPostgres();
const server = await createServer({ dataDir: temporaryDirectory(), databaseUrl: postgresServer.url });
await server.start();
const { exam, students } = await makeSchool(server.origin, { students: STUDENTS });

/** Every text that was acknowledged, each its own. */
const acknowledged = new Set();
const noted = { saved: 0, refused: 0, pages: 0 };
/** Status → how often. */
const answered = new Map();
let isOver = false;
let savedSince = 0;

const papers = await Promise.all(
  students.map(async ({ client }, index) => {
    const { written } = await beginExam({ client }, exam.id);
    return { client, written, index, turn: 0, notes: [0, 1].map(() => ({ revision: 0 })) };
  }),
);

function count(status) {
  answered.set(status, (answered.get(status) ?? 0) + 1);
}

/** Saves by the API. */
async function save(paper) {
  const { client, written } = paper;
  const [note] = paper.notes;
  paper.turn += 1;
  const text = `第${paper.turn}次 ${'带团'.repeat(1 + (paper.turn % 30))}`;
  const body = { attemptId: written.id, itemId: written.items[0].id, value: { text }, revision: note.revision };
  const answer = await client.call('exam/attempt/answer', body);
  count(answer.status);
  if (answer.status === 200) {
    paper.notes[0] = { revision: answer.body.data.revision };
    acknowledged.add(`${written.id}/${written.items[0].id}/${text}`);
    noted.saved += 1;
    savedSince += 1;
    return;
  }
  // The commit may have come through although its answer did not: the next save finds a newer revision.
  if (answer.status !== 409) {
    noted.refused += 1;
    const isSaid = answer.status === 503 && Number(answer.headers.get('Retry-After')) > 0;
    checks.ok(
      isSaid,
      `an answer that is not saved is 503 with Retry-After, not ${answer.status} ${answer.body.message}`,
    );
  }
  note.revision = await revisionOf(paper, written.items[0].id);
}

/** Saves by the page's form, as a browser without script does. */
async function post(paper) {
  const { client, written } = paper;
  const [, item] = written.items;
  paper.turn += 1;
  const text = `表单第${paper.turn}次，先核对合同再联系酒店。`;
  const fields = {
    attemptId: String(written.id),
    [`a.${item.id}.text`]: text,
    [`r.${item.id}`]: String(paper.notes[1].revision),
    _go: 'save',
  };
  const response = await client.send(`/examination/evaluation/written?id=${exam.id}&page=1`, {
    method: 'POST',
    headers: { Origin: server.origin },
    body: new URLSearchParams(fields),
  });
  count(response.status);
  const html = await response.text();
  if (response.status === 302 || response.status === 303) {
    acknowledged.add(`${written.id}/${item.id}/${text}`);
    paper.notes[1] = { revision: await revisionOf(paper, item.id) };
    noted.saved += 1;
    savedSince += 1;
    return;
  }
  if (response.status === 409) {
    checks.ok(html.includes(text), 'a conflict shows what was typed');
    paper.notes[1].revision = await revisionOf(paper, item.id);
    return;
  }
  noted.pages += 1;
  const isKept = response.status === 503 && html.includes(text) && /没有保存/.test(html);
  checks.ok(isKept, `a form that is not saved is 503 with its text, not ${response.status}`);
  paper.notes[1].revision = await revisionOf(paper, item.id);
}

/** The revision that stands there, as soon as it can be read. */
async function revisionOf({ client, written }, itemId) {
  for (;;) {
    const seen = await client.call(`exam/attempt/get?attemptId=${written.id}`);
    count(seen.status);
    if (seen.status === 200) return seen.body.data.items.find((item) => item.id === itemId)?.answer?.revision ?? 0;
    if (!checks.ok(seen.status === 503, `a paper that cannot be read is 503, not ${seen.status}`)) return 0;
    await sleep(100);
  }
}

const working = Promise.all(
  papers.map(async (paper) => {
    while (!isOver) {
      if (paper.index % 2 === 0) await save(paper);
      else await post(paper);
      await sleep(10);
    }
  }),
);

for (let stop = 1; stop <= stops; stop += 1) {
  savedSince = 0;
  const giveUpAt = performance.now() + 60_000;
  while (savedSince < SAVES && performance.now() < giveUpAt) await sleep(10);
  if (!checks.ok(savedSince >= SAVES, `saves go on after stop ${stop - 1}`)) break;
  await postgresServer.crash(AWAY_MS);
}
savedSince = 0;
for (let turn = 0; turn < 600 && savedSince < SAVES; turn += 1) await sleep(50);
checks.ok(savedSince >= SAVES, 'saves go on after the last stop');
isOver = true;
await working;

const journal = await postgresServer.rows(
  "select attempt_id, item_id, value from answer_journal where outcome = 'saved'",
);
const kept = new Set(journal.map((row) => `${row.attempt_id}/${row.item_id}/${JSON.parse(row.value).text}`));
const lost = [...acknowledged].filter((text) => !kept.has(text)).length;
checks.ok(lost === 0, `${lost} acknowledged texts are lost`);
checks.ok(!answered.has(500), `${answered.get(500) ?? 0} answers were 500`);
checks.ok(noted.refused + noted.pages > 0, 'PostgreSQL was really away');
const statuses = [...answered].sort(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`);
console.log(
  `${stops} stops, ${noted.saved} saves acknowledged, ${noted.refused} calls and ${noted.pages} forms refused with 503; ` +
    `answers ${statuses.join(', ')}; ${lost} lost`,
);
await server.kill();
await postgresServer.stop();
checks.finish();
