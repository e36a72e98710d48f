// Compares players over games and seeds, and prints the table. Add models to `models`, such as 'qwen3:8b by local'.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const { id } = await stage.POST('/v1/experiments', {
  body: {
    name: 'Example',
    games: ['corridor', 'crates'],
    models: ['understudy'],
    seeds: ['1', '2'],
    budgets: { actions: 20 },
  },
});
for (;;) {
  const { status, progress } = await stage.GET('/v1/experiments/{id}', { path: { id } });
  console.log(status, JSON.stringify(progress));
  if (status !== 'running') break;
  await sleep(1000);
}
const headers = { Accept: 'text/markdown' };
console.log(await stage.GET('/v1/experiments/{id}/table', { path: { id }, headers, as: 'text' }));
