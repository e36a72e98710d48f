// Receives the lines of a scene as signed webhooks. `npm start` allows URLs on this machine; a deployed stage needs https.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { connect } from 'proscenium';
import { Webhook } from 'standardwebhooks';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const { id: room } = await stage.POST('/v1/scenes', { body: { template: 'lighthouse' } });

let secret;
let finish;
const isFinished = new Promise((resolve) => {
  finish = resolve;
});
const server = createServer(async (request, response) => {
  const body = await text(request);
  try {
    const { type, data } = new Webhook(secret).verify(body, request.headers);
    response.writeHead(204).end();
    console.log(`verified ${type}: ${data.payload.text ?? ''}`);
    if (type === 'round.completed') finish();
  } catch {
    response.writeHead(401).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const receiver = `http://localhost:${server.address().port}/`;
const kinds = ['player.spoke', 'character.spoke', 'round.completed'];
const webhook = await stage.POST('/v1/webhooks', { body: { url: receiver, room, kinds } });
secret = webhook.secret;
await stage.scene(room).say('Who lit the lamp?', { as: 'ines' });
await isFinished;
await stage.DELETE('/v1/webhooks/{id}', { path: { id: webhook.id } });
server.close();
server.closeAllConnections();
