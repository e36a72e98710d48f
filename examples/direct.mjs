// Directs a scene by hand: edits a line, replays the round, rolls it back, and forks the scene.
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const { id } = await stage.POST('/v1/scenes', { body: { template: 'lighthouse' } });
const path = { id };
const say = (text) =>
  stage.POST('/v1/scenes/{id}/turns', {
    path,
    query: { wait: true },
    body: { type: 'user', text, personaId: 'ines' },
  });
const readRound = (n) => stage.GET('/v1/scenes/{id}/rounds/{n}', { path: { id, n } });

await say('Who lit the lamp?');
const { lines } = await readRound(1);
const spoken = lines.find(({ actor }) => actor.startsWith('character:'));
await stage.PATCH('/v1/scenes/{id}/lines/{seq}', { path: { id, seq: spoken.seq }, body: { text: 'I did.' } });
console.log(`edited: ${(await readRound(1)).lines.find(({ seq }) => seq === spoken.seq).text}`);

await say('And why?');
await stage.POST('/v1/scenes/{id}/rounds/{n}/retry', { path: { id, n: 2 }, query: { wait: true } });
console.log(`round 2, attempt ${(await readRound(2)).attempt}`);

const fork = await stage.POST('/v1/scenes/{id}/fork', { path, body: { round: 1, title: 'Another ending' } });
console.log(`forked after round 1: ${fork.id}`);

await stage.POST('/v1/scenes/{id}/rounds/{n}/rollback', { path: { id, n: 1 } });
console.log(`after the rollback, round 2 is ${(await readRound(2)).status}`);
