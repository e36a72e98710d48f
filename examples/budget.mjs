// Limits a run to ten model calls, and shows that it stops there.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const body = { game: 'corridor', budgets: { calls: 10 }, start: true };
const { id } = await stage.POST('/v1/runs', { body });

let run;
do {
  await sleep(300);
  run = await stage.GET('/v1/runs/{id}', { path: { id } });
} while (run.status === 'running');
console.log(`${run.status}, ${run.finishReason}`, run.budgets, run.used);
