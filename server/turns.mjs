// What one person asks for takes turns: whoever sends hundreds of page loads at once waits for themselves, and the
// others' saves go between (docs/decisions/0048).
import onHeaders from 'on-headers';

/** What a browser asks of one server at a time over HTTP/1.1; each costs the thread that answers some milliseconds. */
const AT_ONCE = 6;
const SESSION = /(?:^|;\s*)(?:__Host-kaoping|kaoping_session)=([^;]*)/;

/**
 * Lets at most six reads of a session be worked on at a time, the others in the order they came; a turn ends where the
 * answer begins, so that a long download keeps nothing waiting. Writes never wait: an answer is among them.
 */
export function takeTurns() {
  /** Session → how many are worked on, and what goes on when one of them ends. */
  const sessions = new Map();

  function leave(key) {
    const turns = sessions.get(key);
    const next = turns.waiting.shift();
    if (next) next();
    else if ((turns.busy -= 1) === 0) sessions.delete(key);
  }

  return (request, response, next) => {
    const key = request.method === 'GET' ? SESSION.exec(request.headers.cookie ?? '')?.[1] : undefined;
    if (!key) return next();
    const turns = sessions.get(key) ?? { busy: 0, waiting: [] };
    sessions.set(key, turns);
    let hasLeft = false;
    const begin = () => {
      const end = () => {
        if (!hasLeft) leave(key);
        hasLeft = true;
      };
      onHeaders(response, end);
      response.once('close', end);
      next();
    };
    if (turns.busy < AT_ONCE) {
      turns.busy += 1;
      return begin();
    }
    turns.waiting.push(begin);
    // Whoever has gone away meanwhile is not worked for.
    response.once('close', () => {
      turns.waiting = turns.waiting.filter((one) => one !== begin);
    });
  };
}
