import { useState } from 'preact/hooks';
import type { GridGame } from '../../../src/contract/runs';
import { bindFields } from '../kit/form/bind-fields';
import { CheckField, NumberField, TextField } from '../kit/form/fields';
import { ChooseProfile } from '../library/choose-profile';
import { beginRun } from './begin';
import type { Bill } from './poster';
import { toBudgets } from './scene-plan';
import { StartForm } from './start-form';

interface Budgets {
  actions: number | null;
  calls: number | null;
  tokens: number | null;
}

/** Begins a run in a grid game: the agent learns it, or a person plays it. */
export function ExplorationStart(props: { bill: Bill; game: GridGame; onClose: () => void }) {
  const { bill, game } = props;
  const [title, setTitle] = useState('');
  const [seed, setSeed] = useState('');
  const [budgets, setBudgets] = useState<Budgets>({ actions: null, calls: null, tokens: null });
  const [profile, setProfile] = useState('');
  const [playsOn, setPlaysOn] = useState(false);
  const [proofs, setProofs] = useState<number | null>(null);
  const most = bindFields(
    budgets,
    (measure, value) => setBudgets((held) => ({ ...held, [measure]: value })),
    '/budgets',
  );
  const run = (who: 'agent' | 'person') =>
    beginRun(
      {
        ...{ game: game.id, start: who === 'agent' },
        ...(title.trim() !== '' && { title: title.trim() }),
        ...(seed.trim() !== '' && { seed: seed.trim() }),
        ...toBudgets(budgets),
        ...(playsOn && who === 'agent' && { play: true }),
        ...(proofs && who === 'agent' && { prove: proofs }),
      },
      profile,
      ['explorer', 'analyst'],
      who === 'person' ? '?play' : '',
    );
  return (
    <StartForm
      bill={bill}
      what={game.description || 'An agent that was told nothing about it finds out what each action does.'}
      verbing="Opening the game…"
      beginnings={[
        { verb: 'Watch an agent learn it', onBegin: () => run('agent') },
        { verb: 'Play it yourself', onBegin: () => run('person') },
      ]}
      onClose={props.onClose}
      options={
        <>
          <ChooseProfile value={profile} onChange={setProfile} />
          <TextField
            label="Title"
            pointer="/title"
            placeholder="the game's"
            value={title}
            onChange={setTitle}
          />
          <TextField label="Seed" pointer="/seed" placeholder="any" value={seed} onChange={setSeed} />
          <CheckField
            label="Play on once every action is settled"
            pointer="/play"
            value={playsOn}
            onChange={setPlaysOn}
          />
          <NumberField
            label="Moves at random that test what it learnt"
            pointer="/prove"
            value={proofs}
            onChange={setProofs}
            placeholder="0"
            min={0}
            max={1000}
          />
          <NumberField label="Most actions" {...most('actions')} placeholder="200" min={1} />
          <NumberField label="Most calls of models" {...most('calls')} placeholder="400" min={1} />
          <NumberField label="Most tokens" {...most('tokens')} placeholder="no limit" min={0} />
        </>
      }
    >
      <p class="quiet">{game.actions.length} actions, and no word about what they do.</p>
    </StartForm>
  );
}
