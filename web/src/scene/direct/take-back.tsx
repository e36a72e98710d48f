import type { Scene } from '../../../../src/api/scenes';
import { hand } from '../../api/scene';
import { ConfirmButton } from '../../kit/confirm-button';
import type { Act } from '../../kit/use-act';
import { countedBefore, lastCounted } from './counted-rounds';

interface TakeBackProps {
  scene: Scene;
  /** The first round that is taken back. */
  n: number;
  label: string;
  class?: string;
  act: Act;
  /** @param to the newest round that counts now; 0: none */
  onDone?: (to: number) => void;
}

/** Takes a round back, and with it every later one, once it was asked. */
export function TakeBack({ scene, n, label, class: look = '', act, onDone }: TakeBackProps) {
  const last = lastCounted(scene);
  const to = countedBefore(scene, n);
  const takeBack = async () => {
    const done = await act.act((key) => hand.rollBack(scene.id, to, key), `back to ${to}`);
    if (done) onDone?.(to);
  };
  return (
    <ConfirmButton
      class={look}
      label={label}
      question={
        n === last
          ? `Round ${n} is taken back: lines, moods, places, the world are as they were before it.`
          : `Round ${n} and everything after it is taken back: lines, moods, places, the world. The ledger keeps it, but nobody will remember it.`
      }
      verb={n === last ? `Take round ${n} back` : `Take rounds ${n} to ${last} back`}
      disabled={scene.round !== null || act.busy}
      onConfirm={() => void takeBack()}
    />
  );
}
