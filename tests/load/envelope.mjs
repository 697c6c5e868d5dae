/**
 * What the envelope of the API costs, in requests per second against a bare resource route in the same run:
 *   KAOPING_BUILD_DIR=build node tests/load/envelope.mjs
 * Starts the built server, signs its first teacher in and asks each address in turn over kept connections, ROUNDS
 * times over so that a busy moment of the machine meets them all. Prints a table; fails on any answer but 200.
 * SECONDS (of one turn, default 2), ROUNDS (3) and CONNECTIONS (8) make it longer.
 */
import http from 'node:http';
import { signInFirst, startServer } from './server.mjs';

const SECONDS = Number(process.env.SECONDS ?? 2);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 8);
/** However fast the machine is, a turn ends here. */
const MOST_REQUESTS = 20_000;
const WARM_UP = 200;

const server = await startServer();
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
try {
  const cookie = await signInFirst(server.origin);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const cases = [
    { name: 'bare resource route', path: '/healthz' },
    { name: 'envelope, signed out (401)', path: '/api/user/menu', status: 401 },
    { name: 'envelope, unknown call (404)', path: '/api/user/nothing', status: 404 },
    { name: 'envelope, signed in', path: '/api/user/menu', headers: { cookie } },
    {
      name: 'the same, a form',
      path: '/api/user/userInfo',
      method: 'POST',
      body: 'uid=',
      headers: { cookie, ...form },
    },
    { name: 'with a database read', path: '/api/msg/getNewsCount', headers: { cookie } },
    { name: 'with a page of rows', path: '/api/class/list', headers: { cookie } },
  ].map((one) => ({ status: 200, latencies: [], seconds: 0, ...one }));
  for (const one of cases) await turn(one, WARM_UP, Infinity);
  for (const one of cases) Object.assign(one, { latencies: [], seconds: 0 });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of cases) await turn(one, MOST_REQUESTS, SECONDS);
  }
  print(cases);
} finally {
  agent.destroy();
  await server.stop();
}

/** Asks as fast as the answers come, until so many requests or seconds. */
async function turn(one, most, seconds) {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let left = most;
  const worker = async () => {
    while (left > 0 && performance.now() < end) {
      left -= 1;
      const sent = performance.now();
      const status = await ask(one);
      one.latencies.push(performance.now() - sent);
      if (status !== one.status) throw new Error(`${one.path} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  one.seconds += (performance.now() - begun) / 1000;
}

function ask({ path, method = 'GET', body, headers }) {
  return new Promise((resolve, reject) => {
    const request = http.request(server.origin + path, { method, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
    request.end(body);
  });
}

function print(cases) {
  const rate = (one) => one.latencies.length / one.seconds;
  const [bare] = cases;
  console.log('requests/s   of bare   added ms   p50 ms   p95 ms');
  for (const one of cases) {
    const sorted = [...one.latencies].sort((a, b) => a - b);
    const at = (share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    const share = `${Math.round((100 * rate(one)) / rate(bare))} %`;
    // One process answers one after the other: the time of one is the inverse of the rate.
    const added = (1000 / rate(one) - 1000 / rate(bare)).toFixed(2);
    const cells = [rate(one).toFixed(0).padStart(10), share.padStart(9), added.padStart(10)];
    console.log(`${[...cells, at(0.5).padStart(8), at(0.95).padStart(8)].join(' ')}   ${one.name}: ${one.path}`);
  }
}
