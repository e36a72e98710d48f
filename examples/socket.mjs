// Sends a turn over a WebSocket and prints every event of the round as it happens.
import { connect } from 'proscenium';
import { WebSocket } from 'ws';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const { id } = await stage.POST('/v1/scenes', { body: { template: 'lighthouse' } });

const headers = { Authorization: `Bearer ${token}` };
const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/scenes/${id}/socket?after=0`, { headers });
socket.on('message', (data) => {
  const message = JSON.parse(data);
  if (message.type === 'ready') {
    const input = { type: 'user', text: 'Who lit the lamp?', personaId: 'ines' };
    // The key makes the turn safe to send again after a lost connection.
    socket.send(JSON.stringify({ type: 'turn', ref: 'first', key: crypto.randomUUID(), input }));
  } else if (message.type === 'accepted') {
    console.log(`accepted as event ${message.inputSeq}`);
  } else if (message.type === 'problem') {
    console.error(message.problem.detail);
    socket.close();
  } else if (message.kind) {
    console.log(`${message.seq ?? '-'} ${message.kind}`);
    if (message.kind === 'round.completed') socket.close();
  }
});
