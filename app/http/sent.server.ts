import { sessionState } from './guards.server';
import { requestTime } from './request.server';

/** Whatever texts go out to somebody who is signed in pass here, before they leave: pages, their data, the API. */

/** `readerOf` says to whom they go, null when nobody is signed in; it is asked only where that matters. */
type NoteSent = (sent: unknown, readerOf: () => Promise<number | null>, now: number) => Promise<void>;

let noteSent: NoteSent = () => Promise.resolve();

/** Says what is noted of what is sent; once, where the server is put together. */
export function registerSent(note: NoteSent): void {
  noteSent = note;
}

/** Has the values of an answer noted for whoever it goes to. */
export async function noteSentValues(request: Request, sent: unknown): Promise<void> {
  const readerOf = async () => {
    // The answer itself is none of this one's business.
    const session = await sessionState(request).catch(() => null);
    return session?.state === 'signed_in' ? session.user.id : null;
  };
  await noteSent(sent, readerOf, requestTime(request));
}

/** The same for what a client navigation is answered; returns the answer to send. */
export async function noteSentData(request: Request, response: Response): Promise<Response> {
  if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/x-script')) return response;
  const text = await response.text();
  if (text.includes('$')) await noteSentValues(request, text.split('\n').map(valuesOf));
  return new Response(text, { status: response.status, statusText: response.statusText, headers: response.headers });
}

/** All values of one line of Remix's data, flat: every text stands there by itself. */
function valuesOf(line: string): unknown {
  const begin = line.indexOf('[');
  return begin < 0 ? null : (JSON.parse(line.slice(begin)) as unknown);
}
