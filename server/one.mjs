// One process: loads the build, which makes itself ready, and listens.
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installGlobals } from '@remix-run/node';
import { makeApp } from './app.mjs';
import { noteRequest, stopInPeace, stopWith } from './stopping.mjs';

/** Proxies use a connection again for up to two minutes (Caddy): closed before that, it would take a request with it. */
const KEEP_ALIVE_MS = 125_000;

/** Serves a build; `onListening` is called when it does. */
export async function serve(file, onListening) {
  process.env.NODE_ENV ??= 'production';
  stopInPeace();
  const build = await import(pathToFileURL(path.resolve(file)).href);
  installGlobals({ nativeFetch: true });
  // The start of the build may have set HOST: a demo school is for this computer alone (app/boot.server.ts).
  const { HOST: host, PORT } = process.env;
  const port = Number(PORT || 3000);
  const server = createServerOf(
    makeApp(build, path.resolve(path.dirname(file), '..', 'client')),
    build.entry.module.receive,
  );
  const onListen = () => {
    onListening();
    sayAddress(host, server.address().port);
  };
  if (host) server.listen(port, host, onListen);
  else server.listen(port, onListen);
  stopWith(server);
}

/**
 * The server of an app that comes to see what `receive` lets through. Where a request names no host, and what is
 * expected of an answer that nobody gives, is `receive`'s to judge too: Node.js would answer before anybody saw it.
 */
function createServerOf(app, receive) {
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS });
  const receives = (request, response) => {
    noteRequest(response);
    return receive(request, response);
  };
  server.on('request', (request, response) => {
    if (receives(request, response)) app(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    if (receives(request, response)) response.writeHead(417).end();
  });
  return server;
}

function sayAddress(host, port) {
  const others = Object.values(networkInterfaces()).flat();
  const address = host || others.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  console.log(`[kaoping] http://localhost:${port}${address ? ` (http://${address}:${port})` : ''}`);
}
