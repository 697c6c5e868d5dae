// The few words of WebDriver BiDi (W3C) that a walk in the system's own Firefox needs: Playwright drives a Firefox of its
// own, and what else speaks to this one brings ninety packages, which everybody would install.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Half a minute alone; a loaded machine takes several times as long. */
const PATIENCE_MS = 120_000;
const READY = /WebDriver BiDi listening on (ws:\/\/\S+)/;

/** The microphone plays a tone, and nobody is asked; the pages are asked for in Chinese. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'intl.accept_languages': 'zh-CN',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/**
 * Starts Firefox with one window of `width` × `height` CSS pixels. `onTrouble` hears what a page writes as an error and
 * what its script throws. The page: open(address), run(function, ...arguments) (in the page; its answer as JSON),
 * until(what, function, ...arguments), press(words of a button or link), type(selector, text), choose(selector, file),
 * close().
 */
export async function openFirefox(file, { width, height, onTrouble }) {
  const profile = mkdtempSync(path.join(tmpdir(), 'kaoping-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
  const firefox = spawn(file, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const ended = new Promise((resolve) => firefox.once('exit', resolve));
  const socket = new WebSocket(`${await addressOf(firefox)}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox does not answer'));
  });
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'event') {
      const { level, text } = message.params;
      if (message.method === 'log.entryAdded' && level === 'error') onTrouble(text ?? '');
      return;
    }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') resolve(message.result);
    else reject(new Error(`${message.error}: ${message.message}`));
  };
  let last = 0;
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });

  await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  await send('browsingContext.setViewport', { context, viewport: { width, height } });

  const evaluate = async (expression) => {
    const { type, result, exceptionDetails } = await send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails.text);
    return result;
  };
  const run = async (action, ...given) => {
    const call = `Promise.resolve((${action})(...${JSON.stringify(given)})).then((value) => JSON.stringify(value))`;
    const { value } = await evaluate(call);
    return value === undefined ? undefined : JSON.parse(value);
  };
  const elementOf = async (selector) => {
    const { nodes } = await send('browsingContext.locateNodes', { context, locator: { type: 'css', value: selector } });
    if (nodes.length === 0) throw new Error(`nothing is ${selector}`);
    return { sharedId: nodes[0].sharedId };
  };
  const page = {
    open: (address) => send('browsingContext.navigate', { context, url: address, wait: 'complete' }),
    run,
    /** Waits until `isSo` answers true in the page, or says what was waited for. */
    async until(what, isSo, ...given) {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
        // While a page makes room for the next there is none to ask.
        if (await run(isSo, ...given).catch(() => false)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`in vain: ${what}`);
    },
    async press(words) {
      const isThere = (text) => {
        const all = [...document.querySelectorAll('button, a, summary')];
        const found = all.find((one) => one.innerText.trim() === text && one.getClientRects().length > 0);
        if (found) found.click();
        return found !== undefined;
      };
      await page.until(`a button ${words}`, isThere, words);
    },
    async type(selector, text) {
      const { sharedId } = await elementOf(selector);
      await send('script.callFunction', {
        functionDeclaration: '(element) => { element.scrollIntoView(); element.focus(); }',
        arguments: [{ sharedId }],
        target: { context },
        awaitPromise: false,
      });
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    choose: async (selector, chosen) =>
      send('input.setFiles', { context, element: await elementOf(selector), files: [chosen] }),
    async close() {
      await send('browser.close', {}).catch(() => undefined);
      socket.close();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
  return page;
}

/** Where Firefox listens, which it writes to its error output. */
function addressOf(firefox) {
  return new Promise((resolve, reject) => {
    let written = '';
    firefox.stderr.on('data', (data) => {
      written += data;
      const [, address] = READY.exec(written) ?? [];
      if (address) resolve(address);
    });
    firefox.once('exit', () => reject(new Error(`Firefox ended: ${written}`)));
  });
}
