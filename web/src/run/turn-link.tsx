import { runAddress } from '../router';

/** Links to a turn; renders nothing before the first turn. */
export function TurnLink({ run, turn }: { run: string; turn: number }) {
  if (turn < 1) return <>turn {turn}</>;
  return <a href={`#${runAddress(run, { turn })}`}>turn {turn}</a>;
}
