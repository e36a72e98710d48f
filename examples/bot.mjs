// A bot that joins a scene as a player and answers three times:
//   node examples/bot.mjs <invitation> [address of the stage]
// It needs Node 22 or newer, which has WebSocket, and the client: npm run build:packages
import { argv, exit } from 'node:process';
import { isProblem, join } from 'proscenium';

const ANSWERS = ['I am listening.', 'Then let us look together.', 'I have to go. Good night!'];

const [invitation, url = 'http://127.0.0.1:8787'] = argv.slice(2);
const { scene, seat } = await join({ url, invitation, name: 'Bot' }).catch((error) => {
  if (!isProblem(error)) throw error;
  console.error(`${error.message} ${error.fix ?? ''}`);
  exit(1);
});
const self = `persona:${seat.seat.persona}`;
const answers = [...ANSWERS];

scene.on('character.spoke', ({ payload }) => console.log(`${payload.name}: ${payload.text}`));
scene.on('player.spoke', async ({ actor, payload }) => {
  console.log(`${payload.name}: ${payload.text}`);
  if (actor === self) return;
  const answer = answers.shift();
  if (answer !== undefined) await scene.say(answer);
});
scene.on('round.completed', () => {
  if (answers.length === 0) scene.close();
});
scene.on('problem', ({ message }) => console.error(message));
await scene.open();
console.log(`In scene ${scene.id} as ${self}.`);
