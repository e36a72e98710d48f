import { useState } from 'preact/hooks';
import { nameAnswerer } from '../../../src/base/answerer';
import type { CreateExperiment } from '../../../src/contract/experiments';
import type { Game, GridRun } from '../../../src/contract/runs';
import { api } from '../api/api';
import { experiments } from '../api/experiments';
import { EXPLORE_CHOICES, VERIFY_RANGE } from '../home/explore-options';
import { type FieldList, Fields, select, typed } from '../kit/form/field-list';
import { onSubmit } from '../kit/form/on-submit';
import { Check, TypedField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { listLines } from './scene-body';
import { BudgetFields, readBudget, type TypedBudget } from './whole-budget';

const UNDERSTUDY = 'understudy';
interface Numbers {
  explore: GridRun['explore'];
  verifyAfter: string;
  seeds: string;
  parallel: string;
  actions: string;
  turns: string;
  tokens: string;
}
const counts = (label: string, min: number, max: number, placeholder: string) =>
  typed<Numbers>(label, { isNumber: true, min, max, placeholder });
const NUMBERS: FieldList<Numbers> = {
  seeds: typed('Seeds', { isNumber: true, min: 1, max: 100, required: true }),
  parallel: typed('Parallel runs', { isNumber: true, min: 1, max: 50, required: true }),
  actions: counts('Max actions per game', 1, 2_000, '200'),
  turns: counts('Max turns per story', 1, 5_000, '300'),
  tokens: typed('Max tokens per run', { isNumber: true, min: 0, placeholder: 'no limit' }),
};
const ADVANCED: FieldList<Numbers> = {
  explore: select('Explore until', EXPLORE_CHOICES),
  verifyAfter: typed('Correct predictions needed to verify an action', { isNumber: true, ...VERIFY_RANGE }),
};

/** The form for a new experiment. */
export function ExperimentForm({ onMade }: { onMade: (id: string) => void }) {
  const { value: here } = useRead(() => api.games(), 'games');
  const [isRemoteAsked, setRemoteAsked] = useState(false);
  const remote = useRead(isRemoteAsked ? () => api.games('arc3') : null, 'arc3');
  const { value: providers } = useRead(api.providers, 'providers');
  const [name, setName] = useState('');
  const [games, setGames] = useState<ReadonlySet<string>>(new Set());
  const [models, setModels] = useState<ReadonlySet<string>>(new Set([UNDERSTUDY]));
  const [more, setMore] = useState('');
  const [play, setPlay] = useState(false);
  const [tags, setTags] = useState('');
  const [budget, setBudget] = useState<TypedBudget>({});
  const [numbers, setNumbers] = useState<Numbers>({
    ...{ explore: 'settled', verifyAfter: '' },
    ...{ seeds: '1', parallel: '2', actions: '', turns: '', tokens: '' },
  });
  const change = (part: Partial<Numbers>) => setNumbers((held) => ({ ...held, ...part }));
  const { busy, problem, act } = useAct();
  const choices = listModels(providers?.items);
  const all = [...models, ...listLines(more)];
  const runs = games.size * all.length * (Number(numbers.seeds) || 0);
  const begin = async () => {
    const body = { ...toBody(name, [...games], all, numbers), ...toExtras({ play, tags, budget }) };
    const view = await act((key) => experiments.create(body, key), JSON.stringify(body));
    if (view) onMade(view.id);
  };
  const playable = (list: readonly Game[] = []) => list.filter(({ id }) => id !== 'pushed');
  return (
    <form class="experiment-form" onSubmit={onSubmit(begin)}>
      <TypedField label="Name" maxLength={100} required value={name} onChange={setName} />
      <Choice title="Games" of={playable(here?.items)} chosen={games} onChange={setGames} />
      {remote.value ? (
        <Choice title="ARC-AGI-3 games" of={remote.value.items} chosen={games} onChange={setGames} />
      ) : (
        <button type="button" class="plain" onClick={() => setRemoteAsked(true)}>
          Show ARC-AGI-3 games
        </button>
      )}
      {remote.problem && <ProblemNote problem={remote.problem} onRetry={remote.reload} />}
      <Choice
        title="Models"
        of={choices.map((id) => ({ id, title: id }))}
        chosen={models}
        onChange={setModels}
      />
      <TypedField
        label="More models, one per line"
        rows={2}
        placeholder="qwen3:8b by local"
        value={more}
        onChange={setMore}
      />
      <div class="row short-fields">
        <Fields fields={NUMBERS} values={numbers} onChange={change} />
      </div>
      <Check label="Keep playing after all actions are understood" checked={play} onChange={setPlay} />
      <details>
        <summary>Advanced options</summary>
        <div class="experiment-form">
          <div class="row short-fields">
            <Fields fields={ADVANCED} values={numbers} onChange={change} />
          </div>
          <p class="quiet small">
            A shared budget for all runs. When it runs out, no new runs start and current runs pause after
            their turn.
          </p>
          <BudgetFields texts={budget} onChange={setBudget} />
          <TypedField
            label="Tags, separated by commas"
            maxLength={1000}
            placeholder="first-look, small models"
            value={tags}
            onChange={setTags}
          />
        </div>
      </details>
      <div class="row">
        <button type="submit" class="primary" disabled={busy || runs === 0}>
          Start
        </button>
        <span class="quiet">{runs === 1 ? '1 run' : `${runs} runs`}</span>
      </div>
      {problem && <ProblemNote problem={problem} />}
    </form>
  );
}

/** The understudy, and each provider with its default model. */
export const listModels = (providers: readonly { name: string; model: string | null }[] = []): string[] => [
  ...new Set([
    UNDERSTUDY,
    ...providers.map(({ name, model }) => nameAnswerer({ provider: name, model: model ?? undefined })),
  ]),
];

function toBody(
  name: string,
  games: string[],
  models: string[],
  { seeds, parallel, explore, verifyAfter, ...budgets }: Numbers,
): Partial<CreateExperiment> {
  return {
    ...{ name, games, models, seeds: Number(seeds), parallel: Number(parallel), explore },
    ...(verifyAfter.trim() !== '' && { verifyAfter: Number(verifyAfter) }),
    budgets: Object.fromEntries(
      Object.entries(budgets).flatMap(([measure, text]) =>
        text.trim() === '' ? [] : [[measure, Number(text)]],
      ),
    ),
  };
}

/** Returns the optional fields that have a value. */
function toExtras(props: { play: boolean; tags: string; budget: TypedBudget }): Partial<CreateExperiment> {
  const tags = props.tags.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  const budget = Object.fromEntries(
    Object.entries(readBudget(props.budget)).filter(([, most]) => most !== null),
  );
  return {
    ...(props.play && { play: true }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(budget).length > 0 && { budget }),
  };
}

export function Choice(props: {
  title: string;
  of: readonly { id: string; title: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const { title, of, chosen, onChange } = props;
  const turn = (id: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset class="ticks">
      <legend>{title}</legend>
      {of.map((one) => (
        <Check
          key={one.id}
          label={<span dir="auto">{one.title}</span>}
          checked={chosen.has(one.id)}
          onChange={(isOn) => turn(one.id, isOn)}
        />
      ))}
    </fieldset>
  );
}
