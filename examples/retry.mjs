// Sends the same turn three times, as after a lost response. It is stored and played once.
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const { id } = await stage.POST('/v1/scenes', { body: { template: 'lighthouse' } });

const key = crypto.randomUUID();
const turn = {
  path: { id },
  query: { wait: true },
  body: { type: 'user', text: 'Who lit the lamp?', personaId: 'ines' },
  key,
};
const answers = await Promise.all([1, 2, 3].map(() => stage.POST('/v1/scenes/{id}/turns', turn)));
for (const { inputSeq, round, status } of answers)
  console.log(`event ${inputSeq}, round ${round}, ${status}`);

const { events } = await stage.GET('/v1/scenes/{id}/events', { path: { id }, query: { limit: 1000 } });
console.log(`stored ${events.filter(({ kind }) => kind === 'player.spoke').length} time`);
