import type { Scene } from '../../../../src/api/scenes';
import { hand } from '../../api/scene';
import { ConfirmButton } from '../../kit/confirm-button';
import type { Act } from '../../kit/use-act';
import { countedBefore, lastCounted } from './counted-rounds';

interface TakeBackProps {
  scene: Scene;
  n: number;
  label: string;
  class?: string;
  act: Act;
  /** @param to the newest round that counts now; 0: none */
  onDone?: (to: number) => void;
}

/** A button that takes back a round and every later one, after a question. */
export function TakeBack({ scene, n, label, class: look = '', act, onDone }: TakeBackProps) {
  const last = lastCounted(scene);
  const to = countedBefore(scene, n);
  const takeBack = async () => {
    const reply = await act.act((key) => hand.rollBack(scene.id, to, key), `back to ${to}`);
    if (reply) onDone?.(to);
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
