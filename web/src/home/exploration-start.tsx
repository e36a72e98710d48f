import { useState } from 'preact/hooks';
import type { GridGame, GridRun } from '../../../src/contract/runs';
import { useStage } from '../api/use-stage';
import { check, choice, type FieldList, Fields, number, text } from '../kit/form/field-list';
import { ChooseProfile } from '../library/choose-profile';
import { startRun } from './begin';
import { EXPLORE_CHOICES, VERIFY_RANGE } from './explore-options';
import type { Bill } from './poster';
import { toBudgets } from './scene-plan';
import { StartForm } from './start-form';

interface Options {
  title: string;
  seed: string;
  play: boolean;
  explore: GridRun['explore'];
  verifyAfter: number | null;
  world: boolean;
}
const OPTIONS: FieldList<Options> = {
  title: text('Title', { placeholder: "the game's title" }),
  seed: text('Seed', { placeholder: 'any' }),
  play: check('Keep playing after all actions are understood'),
  explore: choice('Explore until', EXPLORE_CHOICES),
  verifyAfter: number('Correct predictions needed to verify an action', VERIFY_RANGE),
};
/** Only where the operator allows it. */
const WORLD: FieldList<Options> = {
  world: check('Let the analyst write the game as a program', {
    hint: 'A model writes a function that predicts the next board; the understudy cannot.',
  }),
};

type Budgets = Record<'actions' | 'calls' | 'tokens', number | null>;
const BUDGETS: FieldList<Budgets> = {
  actions: number('Max actions', { placeholder: '200', min: 1 }),
  calls: number('Max model calls', { placeholder: '400', min: 1 }),
  tokens: number('Max tokens', { placeholder: 'no limit', min: 0 }),
};

/** Starts a grid game run, played by the agent or by a person. */
export function ExplorationStart(props: { bill: Bill; game: GridGame; onClose: () => void }) {
  const { bill, game } = props;
  const stage = useStage();
  const [options, setOptions] = useState<Options>({
    ...{ title: '', seed: '', play: false, explore: 'settled', verifyAfter: null, world: false },
  });
  const [budgets, setBudgets] = useState<Budgets>({ actions: null, calls: null, tokens: null });
  const [profile, setProfile] = useState('');
  const [title, seed] = [options.title.trim(), options.seed.trim()];
  const run = (who: 'agent' | 'person') =>
    startRun(
      {
        ...{ game: game.id, start: who === 'agent' },
        ...(title !== '' && { title }),
        ...(seed !== '' && { seed }),
        ...toBudgets(budgets),
        ...(options.play && who === 'agent' && { play: true }),
        explore: options.explore,
        ...(options.verifyAfter && { verifyAfter: options.verifyAfter }),
        ...(options.world && { world: 'code' }),
      },
      profile,
      ['explorer', 'analyst'],
      who === 'person' ? '?play' : '',
    );
  return (
    <StartForm
      bill={bill}
      what={game.description || 'An agent with no instructions figures out what each action does.'}
      verbing="Opening the game…"
      beginnings={[
        { verb: 'Watch an agent learn', onBegin: () => run('agent') },
        { verb: 'Play it yourself', onBegin: () => run('person') },
      ]}
      onClose={props.onClose}
      options={
        <>
          <ChooseProfile value={profile} onChange={setProfile} />
          <Fields
            fields={stage?.worldCode ? { ...OPTIONS, ...WORLD } : OPTIONS}
            values={options}
            onChange={(part) => setOptions((held) => ({ ...held, ...part }))}
          />
          <Fields
            fields={BUDGETS}
            at="/budgets"
            values={budgets}
            onChange={(part) => setBudgets((held) => ({ ...held, ...part }))}
          />
        </>
      }
    >
      <p class="quiet">{game.actions.length} actions, and no instructions.</p>
    </StartForm>
  );
}
