// Connects your own game: post each board and perform the action in the response. A block moves on 16×16 cells.
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });

const STEPS = { ACTION1: [-1, 0], ACTION2: [1, 0], ACTION3: [0, -1], ACTION4: [0, 1] };
const clamp = (n) => Math.min(15, Math.max(0, n));
const SIDE = Array.from({ length: 16 }, (_, n) => n);
let [row, col] = [8, 8];
const draw = () => SIDE.map((r) => SIDE.map((c) => (r === row && c === col ? 9 : 0)));

const { id } = await stage.POST('/v1/runs', { body: { game: 'pushed', title: 'A block' } });
const run = stage.run(id);
let next = await run.observe({ frames: draw(), availableActions: [1, 2, 3, 4] });
while (next.role !== null) {
  if (next.role === 'reset') [row, col] = [8, 8];
  const [down, right] = STEPS[next.action?.id] ?? [0, 0];
  [row, col] = [clamp(row + down), clamp(col + right)];
  next = await run.observe({ frames: draw(), request: next.request });
}
console.log(`${id}: ${next.status}, ${next.finishReason}, after ${next.turn} turns`);
