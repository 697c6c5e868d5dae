// What the server does with a request, in this order (docs/decisions/0048).
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import compression from 'compression';
import express from 'express';
import morgan from 'morgan';
import { byBranch } from './seams/route-branches.mjs';
import { takeTurns } from './turns.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The log names addresses without what follows the question mark: one-time tokens, names and searches stand there. */
morgan.token('path', ({ originalUrl, url }) => (originalUrl ?? url).split('?', 1)[0]);
const LINE = ':method :path :status :res[content-length] - :response-time ms :date[iso]';

/**
 * Serves a build: the files of its folder `client`, the public ones, and its pages and calls, packed where that makes
 * them smaller. `share` hands the requests out to Remix's handlers of the build or of its parts.
 */
export function makeApp(build, client, share = byBranch) {
  const app = express();
  app.disable('x-powered-by');
  app.use(compression());
  app.use(build.publicPath, files(client, { immutable: true, maxAge: '1y' }));
  app.use(files('public', { maxAge: '1h' }));
  app.use(morgan(LINE));
  app.use(takeTurns());
  const mode = process.env.NODE_ENV;
  app.all(
    '*',
    share(build, (part) => createRequestHandler({ build: part, mode })),
  );
  return app;
}

/**
 * Sends the files of a folder, whole: a range that a small file does not have would be an English page, kept for a year,
 * and a stack. Which files there are does not change while the server runs, so the disk is only asked where a name of
 * the folder begins the path, not before every page and every call (docs/decisions/0027).
 */
function files(folder, options) {
  const root = path.resolve(ROOT, folder);
  const serve = express.static(root, { ...options, acceptRanges: false });
  const names = new Set(readdirSync(root));
  return (request, response, next) => {
    const [, first = ''] = request.path.split('/');
    if (names.has(decoded(first))) serve(request, response, next);
    else next();
  };
}

/** A name as it stands in the address; as it is when it is no proper part of one. */
function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
