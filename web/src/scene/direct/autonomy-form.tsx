import { useState } from 'preact/hooks';
import type { Limits } from '../../../../src/contract/money';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { type FieldList, Fields, typed } from '../../kit/form/field-list';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';
import { LimitFields } from '../settings/limit-fields';

const PACE: FieldList<{ rounds: string; pause: string }> = {
  rounds: typed('Rounds', { isNumber: true, min: 1, max: 100, required: true }),
  pause: typed('Seconds between two', { isNumber: true, min: 0, max: 3600, required: true }),
};

/** Lets the scene go on by itself, for a number of rounds or until a budget for them is spent. */
export function AutonomyForm(props: { scene: Scene; onDone: () => void; onClose: () => void }) {
  const [pace, setPace] = useState({ rounds: '3', pause: '5' });
  const { rounds, pause } = pace;
  const [limits, setLimits] = useState<Limits>({ calls: null, tokens: null, money: null });
  const { busy, problem, act } = useAct(props.onDone);
  const send = async () => {
    const body = { rounds: Number(rounds), pauseSeconds: Number(pause), budget: limits };
    if (await act((key) => hand.goOn(props.scene.id, body, key), JSON.stringify(body))) props.onClose();
  };
  return (
    <Sheet
      title="The scene goes on by itself"
      verb="Go on"
      busy={busy}
      ready={rounds !== '' && pause !== ''}
      onSend={() => void send()}
      onClose={props.onClose}
    >
      <p class="quiet">What a player says goes first, and does not count. Every round is paid for.</p>
      <div class="row">
        <Fields fields={PACE} values={pace} onChange={(part) => setPace((held) => ({ ...held, ...part }))} />
      </div>
      <details>
        <summary>Spend at most</summary>
        <LimitFields
          limits={limits}
          pointer="/budget"
          onChange={(change) => setLimits((now) => ({ ...now, ...change }))}
        />
      </details>
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}
