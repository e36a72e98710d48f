// Plays the built-in text adventure by hand, without a model.
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const { id } = await stage.POST('/v1/runs', { body: { game: 'tide-mill' } });
const run = stage.run(id);
for (const command of ['look', 'inventory', 'east']) {
  const { text } = await run.act(command, { wait: true });
  console.log(`> ${command}\n${text}\n`);
}
