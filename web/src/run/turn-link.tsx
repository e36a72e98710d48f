import { runAddress } from '../router';

/** Leads to a turn of a run. What was before its first turn leads nowhere. */
export function TurnLink({ run, turn }: { run: string; turn: number }) {
  if (turn < 1) return <>turn {turn}</>;
  return <a href={`#${runAddress(run, { turn })}`}>turn {turn}</a>;
}
