import { listen, pause } from '../lib/client';
import type { Section } from '../lib/report';
import { largeScene, openScene, playRound, writeProse } from '../lib/scene';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

/** Rounds that fill the history window of 40 lines, four lines per round. */
const FILL = 11;
/** People read before they speak. */
const READ_MS = 2_000;
const WARM = 3;
const GOAL = 1.5;

/** Compares the first round of a room after its process was killed with later ones. */
export async function measureAfterKill({ servers, stage, model, quick }: Bench): Promise<Section> {
  model.delayMs = 20;
  let room = await openScene(stage, largeScene('after a kill'));
  for (let n = 1; n <= FILL; n += 1) await playRound(room, writeProse(100, `filling ${n}`));
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let n = 0; n < (quick ? 2 : 8); n += 1) {
    room.listener.close();
    await servers.cutPower(stage);
    room = { ...room, listener: await listen(stage, `/v1/scenes/${room.id}/socket`) };
    await pause(READ_MS);
    cold.push(await playRound(room, writeProse(100, `first ${n}`)));
    for (let later = 0; later < WARM; later += 1)
      warm.push(await playRound(room, writeProse(100, `later ${n}.${later}`)));
  }
  room.listener.close();
  const ratio = median(cold) / median(warm);
  return {
    title: 'The first round after a kill',
    method: `Time from the client's \`POST …/turns\` to \`round.completed\` on its socket, with 20 ms per call. workerd is killed and started again; a client opens the scene's socket and speaks ${READ_MS / 1000} s later. The baseline is the ${WARM} rounds after that.`,
    rows: [
      {
        what: 'first round of a new process',
        ours: spread(cold),
        floor: spread(warm),
        ratio: ratio.toFixed(2),
        goal: `≤ ${GOAL.toFixed(1)}`,
        met: ratio <= GOAL,
        samples: `${cold.length} and ${warm.length}`,
      },
    ],
  };
}
