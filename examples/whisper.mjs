// Puts two people on seats. One whispers to a character, and the other does not see it.
import { connect, join } from 'proscenium';
import { WebSocket } from 'ws';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const owner = connect({ url, token, WebSocket });
const { id } = await owner.POST('/v1/scenes', { body: { template: 'lighthouse' } });

async function seat(persona, name) {
  const { invitation } = await owner.POST('/v1/scenes/{id}/seats', {
    path: { id },
    body: { role: 'player', persona },
  });
  return join({ url, invitation, name, WebSocket });
}
const ines = await seat('ines', 'Ines');
const jonas = await seat('jonas', 'Jonas');

await ines.scene.whisper('I have the key.', ['hesper'], { wait: true });
await ines.scene.say('Good evening, everyone.', { wait: true });

for (const [name, { stage }] of Object.entries({ ines, jonas })) {
  const { events } = await stage.GET('/v1/scenes/{id}/events', { path: { id }, query: { limit: 1000 } });
  const said = events.filter(({ kind }) => kind === 'player.spoke').map(({ payload }) => payload.text);
  console.log(`${name} sees: ${said.join(' | ')}`);
}
ines.scene.close();
