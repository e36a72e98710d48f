import { createServer, request } from 'node:http';

/** Same as in src/http/auth/locality.ts; this file runs before the build. */
export const LOCAL_HEADER = 'x-proscenium-local';

/** Headers of one connection, not of the request (RFC 9110, 7.6.1); an upgrade needs its own. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection']);

/**
 * Alternating names and values, as Node takes them: several headers with one name stay separate.
 *
 * @param {string[]} rawHeaders
 * @param {(name: string) => boolean} keep
 */
function pickHeaders(rawHeaders, keep) {
  return rawHeaders.filter((_, at) => keep((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
}

/**
 * Starts the operator's proxy to a shared stage. It listens on loopback only and adds a secret to every
 * request. Tunnels bypass the proxy, so remote callers can't send that header.
 *
 * @param {{ port: number, target: number, secret: string }} options `target`: the port of the stage
 * @returns {Promise<{ close: () => void, port: number }>}
 */
export async function openLocalProxy({ port, target, secret }) {
  /**
   * @param {import('node:http').IncomingMessage} from
   * @param {boolean} isUpgrade
   */
  const pass = (from, isUpgrade) => {
    const headers = pickHeaders(
      from.rawHeaders,
      (name) => name !== LOCAL_HEADER && (isUpgrade || !OF_CONNECTION.has(name)),
    );
    return request({
      host: '127.0.0.1',
      port: target,
      method: from.method,
      path: from.url,
      headers: [...headers, LOCAL_HEADER, secret],
      // The request has its own.
      setHost: false,
      agent: isUpgrade ? false : undefined,
    });
  };

  const server = createServer((from, to) => {
    const ahead = pass(from, false);
    ahead.on('response', (answer) => {
      const headers = pickHeaders(answer.rawHeaders, (name) => !OF_CONNECTION.has(name));
      to.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    ahead.on('error', () => {
      if (to.headersSent) to.destroy();
      else to.writeHead(502, { 'Content-Type': 'text/plain' }).end('The stage does not answer.\n');
    });
    to.on('close', () => ahead.destroy());
    from.pipe(ahead);
  });
  server.on('upgrade', (from, socket, head) => {
    const ahead = pass(from, true);
    const begin = (/** @type {import('node:http').IncomingMessage} */ answer) => {
      const rows = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
      for (let at = 0; at < answer.rawHeaders.length; at += 2)
        rows.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`);
      socket.write(`${rows.join('\r\n')}\r\n\r\n`);
    };
    ahead.on('upgrade', (answer, stage, first) => {
      begin(answer);
      socket.write(first);
      stage.write(head);
      stage.pipe(socket).pipe(stage);
      stage.on('error', () => socket.destroy());
      stage.on('close', () => socket.destroy());
      socket.on('close', () => stage.destroy());
    });
    // The upgrade was refused: send the response as the rest of the connection.
    ahead.on('response', (answer) => {
      answer.rawHeaders = [
        ...pickHeaders(answer.rawHeaders, (name) => name !== 'transfer-encoding' && !OF_CONNECTION.has(name)),
        ...['Connection', 'close'],
      ];
      begin(answer);
      answer.pipe(socket);
    });
    ahead.on('error', () => socket.destroy());
    socket.on('error', () => ahead.destroy());
    ahead.end();
  });
  // Streams and sockets stay open for hours.
  server.requestTimeout = 0;
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
