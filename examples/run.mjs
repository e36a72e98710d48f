// Watches an agent explore a grid game, and prints the report on its actions.
import { connect } from 'proscenium';
import { WebSocket } from 'ws';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket });
const { id } = await stage.POST('/v1/runs', { body: { game: 'corridor' } });
const run = stage.run(id);
run.on('action.executed', ({ turn, payload }) => console.log(`turn ${turn}: ${payload.action}`));
const isFinished = new Promise((resolve) => run.on('run.finished', resolve));
await run.start();
const { payload } = await isFinished;
console.log(`finished: ${payload.reason}`);
run.close();

const headers = { Accept: 'text/markdown' };
console.log(await stage.GET('/v1/runs/{id}/report', { path: { id }, headers, as: 'text' }));
