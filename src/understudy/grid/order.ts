import { drawOnce } from '../../base/random';

/** The seed of a run, from that of one of its turns: the number of the turn and of the attempt left out. */
const runSeedOf = (seed: string): string => seed.replace(/[./]\d+(?:~\d+)?$/, '');

/** Brings things that are as good as each other into an order of the run's own: another seed explores otherwise. */
export function shuffle<T extends string>(things: readonly T[], seed: string): T[] {
  const key = (thing: T): number => drawOnce(`${runSeedOf(seed)} ${thing}`);
  return [...things].sort((a, b) => key(a) - key(b));
}
