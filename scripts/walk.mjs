// Walks a running demo school as a signed-in person: every kind of page that links lead to, each once.

/** The accounts of the demo school. */
export const DEMO = { teacher: 't001', student: 's001', password: 'kaoping-demo' };

/** Signs in by the login form; returns a fetch that carries the session (and the page's other cookies). */
export async function signIn(address, account, password = DEMO.password) {
  const cookies = new Map();
  const keep = (response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  const send = async (path, init = {}) =>
    keep(
      await fetch(new URL(path, address), {
        redirect: 'manual',
        ...init,
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...init.headers },
      }),
    );
  const body = new URLSearchParams({ account, password });
  const response = await send('/login', { method: 'POST', body, headers: { Origin: address } });
  if (response.status < 300 || response.status > 399) throw new Error(`${account} cannot sign in: ${response.status}`);
  return send;
}

/** Follows redirects inside the app. */
export async function open(send, path) {
  let response = await send(path);
  for (let hops = 0; hops < 5 && response.status >= 300 && response.status < 400; hops += 1) {
    path = response.headers.get('Location') ?? '/';
    response = await send(path);
  }
  return { path, response };
}

const LEAVES = /^\/(login|logout|forget|lite|api|assets|healthz|readyz)(\/|\?|$)/;

/** One page stands for all that differ only in numbers, filters and tabs; a confirmation is a page of its own. */
export function kindOf(path) {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const marks = [];
  for (const [name, value] of searchParams) {
    if (/^(confirm|manage|choose|part)$/.test(name)) marks.push(`${name}=${value}`);
    else if (/id$/i.test(name)) marks.push(name);
  }
  return `${pathname.replace(/\d+/g, '#')}${marks.length > 0 ? `?${marks.sort().join('&')}` : ''}`;
}

/** Starts every exam that the student may sit now; returns the pages on which they are sat. */
export async function startExams(send, address) {
  const pages = [];
  const list = await (await send('/student/examination/index')).text();
  for (const [, id] of list.matchAll(/\/examination\/preview\?id=(\d+)/g)) {
    for (const part of ['oral', 'written']) {
      const response = await send(`/examination/preview?id=${id}`, {
        method: 'POST',
        body: new URLSearchParams({ _intent: 'start', part }),
        headers: { Origin: address },
      });
      const page = response.headers.get('Location');
      if (page) pages.push(page);
    }
  }
  return [...new Set(pages)];
}

/** Pages in the order they are found from `start`: { path, kind, status, html }. */
export async function* walk(send, start = ['/dashboard'], limit = 300) {
  const seen = new Set();
  const queue = [...start];
  while (queue.length > 0 && seen.size < limit) {
    const asked = queue.shift();
    const kind = kindOf(asked);
    if (seen.has(kind)) continue;
    seen.add(kind);
    const { path, response } = await open(send, asked);
    if (path !== asked) {
      const real = kindOf(path);
      if (seen.has(real) || LEAVES.test(path)) continue;
      seen.add(real);
    }
    if (!(response.headers.get('Content-Type') ?? '').startsWith('text/html')) continue;
    const html = await response.text();
    yield { path, kind: kindOf(path), status: response.status, html };
    for (const [, href] of html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)) {
      const target = new URL(href.replace(/&amp;/g, '&'), new URL(path, 'http://x'));
      if (target.host !== 'x' || LEAVES.test(target.pathname)) continue;
      queue.push(`${target.pathname}${target.search}`);
    }
  }
}
