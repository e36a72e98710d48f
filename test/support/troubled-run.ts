import type { RunState } from '../../src/grid/state';
import { corridor } from '../../src/runs/games/builtin/corridor';
import { GAMES } from '../../src/runs/games/catalog';
import type { DriverOutcome, GameDriver } from '../../src/runs/games/driver';
import { createMemoryRun, playOneTurn } from './explore-run';
import type { MemoryRoom } from './memory-room';

/** A remote corridor; `troubles` overrides the answers of the nth action (from 1). */
export function driveTroubled(troubles: Readonly<Record<number, DriverOutcome>>): () => GameDriver {
  let sent = 0;
  const answer = (step: ReturnType<typeof corridor.act>): DriverOutcome => ({
    kind: 'step',
    step,
    note: null,
  });
  return () => ({
    afterCut: 'doubted',
    begin: (snapshot) => answer(snapshot === null ? corridor.start('s1') : corridor.restart(snapshot)),
    act: (snapshot, action) => {
      sent += 1;
      return troubles[sent] ?? answer(corridor.act(snapshot, action));
    },
  });
}

/** Eight turns of it: the second action is in doubt, the fifth and the sixth are refused. */
export async function playTroubledRun(): Promise<MemoryRoom<RunState>> {
  const room = createMemoryRun({ game: 'arc3:toy', seed: 's1' });
  const drive = driveTroubled({
    2: { kind: 'doubt', message: 'the connection <b>dropped</b>' },
    5: { kind: 'refused', message: 'not | now' },
    6: { kind: 'refused', message: 'nor now' },
  });
  for (let n = 0; n < 8; n++) await playOneTurn(room, GAMES, drive);
  return room;
}
