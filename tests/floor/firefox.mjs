// Every kind of page of the demo school in Firefox, and an exam sat in it: what Chromium alone does not show. A bar of
// progress as wide as the browser likes once left the exam's name one character a line.
//   node tests/floor/firefox.mjs [build directory]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, startDemoServer } from '../../scripts/project.mjs';
import { findFirefox } from '../../scripts/system-packages.mjs';
import { DEMO, signIn, walk } from '../../scripts/walk.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';
import { openFirefox } from './bidi.mjs';

await useOwnNode();

const firefox = findFirefox();
if (firefox === undefined) {
  console.log('There is no Firefox here. On Debian: sudo apt-get install firefox-esr');
  console.log('0 passed, 0 failed, 1 skipped');
  process.exit(0);
}

/** Teachers' pages on a phone are walked in Chromium (narrow.spec.ts). */
const WIDTHS = { teacher: [1280], student: [1280, 390] };
const PUPIL = 's051';
const WRITTEN = '火狐里写的答案';
/** What is said of what was still on its way when its page was left: routes looked up ahead, answers, pictures. */
const LEFT_MEANWHILE =
  /^Failed to fetch manifest patches|NetworkError when attempting to fetch|Image corrupt or truncated/;

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-firefox-school-'));
const server = await startDemoServer(process.argv[2] ?? 'build', dataDir);
let [passed, failed] = [0, 0];

function judge(what, faults) {
  if (faults.length === 0) passed += 1;
  else failed += 1;
  if (faults.length > 0) console.log([what, ...faults.map((fault) => `  ${fault}`)].join('\n'));
}

/** In the page: what is wider than the window, and words that stand one below the other. */
function findFaults() {
  const faults = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > window.innerWidth) faults.push(`${scrollWidth} pixels wide`);
  for (const element of document.querySelectorAll('main *, header *')) {
    const words = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim());
    const { width, height } = element.getBoundingClientRect();
    const { fontSize, writingMode } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    if (writingMode.startsWith('vertical') || element.closest('svg, math, .vh')) continue;
    if (words.join('').length >= 5 && width > 1 && width < size * 2.5 && height > size * 5) {
      faults.push(`“${words.join('').slice(0, 20)}” in ${Math.round(width)} × ${Math.round(height)} pixels`);
    }
  }
  return faults;
}

async function signInHere(page, account) {
  await page.open(`${server.address}/login`);
  await page.type('input[name=account]', account);
  await page.type('input[name=password]', DEMO.password);
  await page.press('登录');
  await page.until('the dashboard', () => location.pathname === '/dashboard');
}

async function lookAtPages(role) {
  const paths = [];
  for await (const { path: found } of walk(await signIn(server.address, DEMO[role]))) paths.push(found);
  for (const width of WIDTHS[role]) {
    let trouble = [];
    const page = await openFirefox(firefox, { width, height: 800, onTrouble: (text) => trouble.push(text) });
    try {
      await signInHere(page, DEMO[role]);
      for (const one of paths) {
        trouble = [];
        await page.open(server.address + one);
        const faults = await page.run(findFaults);
        const said = trouble.filter((text) => !LEFT_MEANWHILE.test(text));
        judge(`${role} ${width} ${one}`, [...faults, ...said]);
      }
    } finally {
      await page.close();
    }
  }
}

/** Both parts of the exam that runs: a recording, answers that save themselves, a photo; then as its teacher reads it. */
async function sitExam() {
  const trouble = [];
  const page = await openFirefox(firefox, { width: 1280, height: 800, onTrouble: (text) => trouble.push(text) });
  const step = async (what, take) => {
    const fault = await take().then(
      () => '',
      (error) => error.message,
    );
    judge(`exam: ${what}`, fault ? [fault] : []);
  };
  const hasText = (text) => document.querySelector('main').innerText.includes(text);
  try {
    await signInHere(page, PUPIL);
    await page.open(`${server.address}/student/examination/index`);
    const findExam = async () => {
      for (const { href } of document.querySelectorAll('a[href*="/examination/preview?id="]')) {
        const text = await (await fetch(href)).text();
        if (text.includes('开始口语考试') && text.includes('开始笔试考试')) return href;
      }
      return null;
    };
    await page.until('an exam that has both parts open', findExam);
    const preview = await page.run(findExam);
    const exam = new URL(preview).searchParams.get('id');
    await page.open(preview);
    await step('the microphone is tried', async () => {
      await page.press('试录');
      await page.until('three seconds', () => document.querySelector('.miccheck audio') !== null);
    });
    await step('what is spoken is recorded, uploaded and plays', async () => {
      await page.press('开始口语考试');
      await page.press('录音');
      await page.until('two seconds', () => /0\d:(0[2-9]|[1-5]\d) \//.test(document.querySelector('main').innerText));
      if (await page.run(hasText, '没有听到声音')) throw new Error('a tone is called silence');
      await page.press('停止');
      await page.until('已上传', hasText, '已上传，计分');
      const seconds = await page.run(async () => {
        const { src } = document.querySelector('audio[src], audio source');
        const audio = new Audio(src);
        await new Promise((resolve, reject) => {
          audio.onloadedmetadata = resolve;
          audio.onerror = () => reject(new Error(audio.error.message));
        });
        return audio.duration;
      });
      // A loaded machine takes its time to stop.
      if (!(seconds > 1 && seconds < 72)) throw new Error(`${seconds} seconds`);
    });
    await step('the oral part is handed in', async () => {
      await page.press('交卷');
      await page.press('确定交卷');
      await page.until('a receipt', hasText, '口语回执');
    });
    await step('answers save themselves and are there again', async () => {
      await page.open(preview);
      await page.press('开始笔试考试');
      await page.until('the paper', () => document.querySelector('main textarea') !== null);
      await page.type('main textarea', WRITTEN);
      await page.run(() => document.querySelector('main input[type=radio]').click());
      await page.until(
        'two saved answers',
        () => document.querySelectorAll('section.item .saved:not(.saved--wait)').length >= 2,
      );
      await page.open(await page.run(() => location.href));
      const isKept = (text) => document.querySelector('main textarea').value === text;
      await page.until('what was written', isKept, WRITTEN);
    });
    await step('a photo goes up', async () => {
      await page.choose('main input[type=file]', path.join(ROOT, 'docs', 'screens', 'phone-oral.webp'));
      await page.until('the photo', hasText, '左转');
    });
    await step('the written part is handed in', async () => {
      await page.press('交卷');
      await page.press('确定交卷');
      await page.until('a receipt', hasText, '笔试回执');
    });
    await step('its teacher reads it', async () => {
      const send = await signIn(server.address, DEMO.teacher);
      const list = await (await send(`/examination/scoreexamination/scorelist?examId=${exam}&part=written`)).text();
      const papers = [...list.matchAll(/href="([^"]*attemptId=\d+[^"]*)"/g)].map(([, href]) =>
        href.replace(/&amp;/g, '&'),
      );
      const texts = [];
      for (const paper of new Set(papers)) texts.push(await (await send(paper)).text());
      if (!texts.some((text) => text.includes(WRITTEN))) throw new Error(`none of ${papers.length} papers says so`);
    });
  } finally {
    await page.close();
  }
  judge(
    'exam: what the pages wrote',
    trouble.filter((text) => !LEFT_MEANWHILE.test(text)),
  );
}

try {
  await lookAtPages('teacher');
  await lookAtPages('student');
  await sitExam();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
