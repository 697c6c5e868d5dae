// Students school who save answers and upload photos without a pause, noting what was acknowledged.
import { setTimeout as delay } from 'node:timers/promises';
import { Blob } from 'node:buffer';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { signIn } from '../../scripts/walk.mjs';

const TEXT_EXAM = '前台接待与导游基础随堂考';

/** Signs students of the demo school in and opens their papers; each may write one answer. */
export async function openPapers(address, count) {
  const papers = [];
  for (let number = 1; number <= count; number += 1) {
    const send = await signIn(address, `s${String(number).padStart(3, '0')}`);
    const list = await (await send('/student/examination/index')).text();
    const ids = new Set([...list.matchAll(/\/examination\/preview\?id=(\d+)/g)].map(([, id]) => Number(id)));
    for (const examId of ids) {
      const { data } = await post(send, address, '/api/exam/attempt/start', { examId, part: 'written' });
      if (data?.examName !== TEXT_EXAM || data.state !== 'in_progress') continue;
      // One that takes text: of a question answered by photos alone a text is no part of the answer.
      const item = data.items.find(({ question }) => question.kind === 'short' || question.answerBy === 'both');
      if (item)
        papers.push({ address, send, attemptId: data.id, itemId: item.id, revision: item.answer?.revision ?? 0 });
    }
  }
  if (papers.length === 0) throw new Error('no student of the demo school can sit an exam now');
  return papers;
}

/** One POST of the API; answers its envelope, or null when no answer arrived. */
export async function post(send, address, path, body) {
  const isForm = body instanceof FormData;
  const headers = { Origin: address, ...(isForm ? {} : { 'Content-Type': 'application/json' }) };
  const response = await send(path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
  return response.json();
}

/**
 * Saves at a pace until stopped. `saves` and `files` hold what the server acknowledged, each with when; a request
 * without an answer is sent again, as the page does.
 */
export function keepSaving(papers, perSecond, { photoEvery = 25 } = {}) {
  const saves = [];
  const files = [];
  const failures = [];
  const latencies = [];
  let isStopped = false;
  let count = 0;

  async function save(paper) {
    const text = `第 ${(count += 1)} 次保存 ${'字'.repeat(40)}`;
    const { attemptId, itemId, revision } = paper;
    const body = { attemptId, itemId, revision, value: { text } };
    const begun = performance.now();
    const answer = await post(paper.send, paper.address, '/api/exam/attempt/answer', body);
    latencies.push(performance.now() - begun);
    // The reply of an earlier try was lost after it had been stored: its revision is the one to go on from.
    if (answer.code === 409 && answer.data?.revision) paper.revision = answer.data.revision;
    else if (answer.code !== 200) throw new Error(`save: ${answer.code} ${answer.message}`);
    else if (answer.data.value.text !== text) throw new Error(`save: stored as ${JSON.stringify(answer.data.value)}`);
    else {
      paper.revision = answer.data.revision;
      saves.push({ attemptId, itemId, revision: paper.revision, text, at: Date.now() });
    }
  }

  async function upload(paper) {
    const bytes = await photo((count += 1));
    const form = new FormData();
    form.set('type', 'image');
    form.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
    const { code, data, message } = await post(paper.send, paper.address, '/api/common/upload', form);
    if (code !== 200) throw new Error(`upload: ${code} ${message}`);
    const { attemptId, itemId } = paper;
    const used = await post(paper.send, paper.address, '/api/exam/attempt/photo', {
      attemptId,
      itemId,
      fileIds: [data.id],
    });
    const at = Date.now();
    // Nine photos an answer at most: what is not used is stored all the same.
    if (used.code !== 200 && used.code !== 400) throw new Error(`photo: ${used.code} ${used.message}`);
    const kept = await paper.send(`/api/file/${data.id}`);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await kept.arrayBuffer()))
      .digest('hex');
    files.push({ id: data.id, sha256, at, send: paper.send });
  }

  const work = papers.map(async (paper, index) => {
    const pause = (papers.length / perSecond) * 1000;
    await delay((index / papers.length) * pause);
    for (let turn = 1; !isStopped; turn += 1) {
      const begun = performance.now();
      try {
        if (photoEvery > 0 && (turn + index) % photoEvery === 0) await upload(paper);
        else await save(paper);
      } catch (error) {
        failures.push(String(error.cause ?? error));
        await delay(50);
      }
      await delay(Math.max(0, pause - (performance.now() - begun)));
    }
  });
  return {
    saves,
    files,
    failures,
    latencies,
    async stop() {
      isStopped = true;
      await Promise.all(work);
    },
  };
}

function photo(seed) {
  const colour = { r: seed % 256, g: (seed >> 8) % 256, b: 90 };
  return sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}

/** The value below which `share` of the numbers lie. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
