/**
 * `node server.mjs <peer> <folder>`: plays rounds of a peer behind the interface of the floor
 * (`bench/floor/worker.ts`): `PUT /calls`, `POST /round`, and a message to sockets at the end of each round.
 * Prints its URL. A peer is a module in this folder that exports `openPeer`.
 */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/**
 * @typedef {{ url: string, key: string, requests: object[] }} Calls the endpoint, and the requests of a round
 * @typedef {(calls: Calls, folder: string) => () => Promise<void>} OpenPeer returns the function that plays a round
 */
const [name, folder] = process.argv.slice(2);
/** @type {{ openPeer: OpenPeer }} */
const { openPeer } = await import(`./${name}.mjs`);
let playRound = () => Promise.reject(new Error('PUT /calls comes first'));

/** Leaves out streaming: the endpoint sends whole answers in any case. */
function readCalls(text) {
  const { bodies, ...endpoint } = JSON.parse(text);
  const requests = bodies.map((body) => {
    const { stream: _, stream_options: __, ...request } = JSON.parse(body);
    return request;
  });
  return { ...endpoint, requests };
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.url === '/calls') playRound = openPeer(readCalls(Buffer.concat(chunks).toString()), folder);
  response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"ok":true}');
  if (request.url !== '/round') return;
  const text = await playRound().then(
    () => '{"kind":"round.completed"}',
    (error) => JSON.stringify({ kind: 'round.failed', why: String(error) }),
  );
  for (const socket of sockets.clients) socket.send(text);
});
const sockets = new WebSocketServer({ server, path: '/socket' });
sockets.on('connection', (socket) => socket.send('{"type":"ready"}'));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
