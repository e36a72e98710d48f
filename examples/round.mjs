// Plays a round of a scene, in Node 22 or newer or in a browser (docs/client.md: how a page imports 'proscenium').
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } =
  globalThis.process?.env ?? Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const stage = connect({ url, token });
const { id } = await stage.POST('/v1/scenes', { body: { template: 'lighthouse' } });
const scene = stage.scene(id);
scene.on('character.spoke', ({ payload }) => console.log(`${payload.name}: ${payload.text}`));
await scene.say('Who lit the lamp?', { as: 'ines', wait: true });
scene.close();
