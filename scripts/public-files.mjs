// remix-serve asks the disk for a file under public/ before every page and every call: three of a hundred parts of what
// they cost (docs/decisions/0027). What is there does not change while the server runs, so only its names are asked for.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../node_modules/@remix-run/serve/dist/cli.js', import.meta.url));

/**
 * Makes remix-serve, which is loaded after this, look for files only where a name of the folder begins the path, and
 * send them whole: a range that a small file does not have would be an English page, kept for a year, and a stack.
 */
export function lookOnlyForPublicFiles() {
  const express = require('express');
  const serveStatic = express.static;
  express.static = (root, options) => {
    const serve = serveStatic(root, { ...options, acceptRanges: false });
    const names = new Set(readdirSync(root));
    return (request, response, next) => {
      const [, first = ''] = request.path.split('/');
      if (names.has(decoded(first))) serve(request, response, next);
      else next();
    };
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
