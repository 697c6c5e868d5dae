// A proxy on loopback that lets nobody but the packages' registry through, counts what came, and notes who else was
// asked for.
import { createServer } from 'node:http';
import { connect } from 'node:net';

/** Starts it: `port`, `refused` (the hosts that were asked for and are not the registry), `bytes()` and `stop()`. */
export async function startRegistryProxy(registry) {
  const { hostname, port: wanted } = new URL(registry);
  const refused = new Set();
  const sockets = new Set();
  let bytes = 0;
  const server = createServer((request, response) => {
    refused.add(request.url);
    response.writeHead(403).end();
  });
  server.on('connect', ({ url }, client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    if (url !== `${hostname}:${wanted || 443}`) {
      refused.add(url);
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const outside = connect(Number(wanted || 443), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      outside.pipe(client);
      client.pipe(outside);
    });
    sockets.add(outside);
    outside.on('data', (chunk) => (bytes += chunk.length));
    outside.on('error', () => client.destroy());
    client.on('close', () => outside.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    refused,
    bytes: () => bytes,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
