import { useState } from 'preact/hooks';
import type { Scene } from '../../../src/contract/scenes';
import { api, get } from '../api/api';
import { experiments } from '../api/experiments';
import { rooms } from '../api/library';
import { onSubmit } from '../kit/form/on-submit';
import { SelectField, TypedField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { Choice, listModels } from './experiment-form';
import { buildBody, listLines, type SceneFormFields } from './scene-body';

const EMPTY: SceneFormFields = {
  ...{ name: '', base: '', as: '', lines: '', more: '', seeds: '3' },
  ...{ contains: '', absent: '', maxWords: '', criteria: '', judge: '' },
};

/** The form for an experiment over a scene. */
export function SceneForm({ onMade }: { onMade: (id: string) => void }) {
  const { value: scenes, problem: unlisted } = useRead(
    () => rooms.scenes({ limit: 100, order: 'activity' }),
    'scenes',
  );
  const { value: providers } = useRead(api.providers, 'providers');
  const [typed, setTyped] = useState(EMPTY);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { busy, problem, act } = useAct();
  const base = typed.base || scenes?.items[0]?.id || '';
  const { value: scene } = useRead(base === '' ? null : () => get<Scene>(`/scenes/${base}`), base);
  const personas = scene?.personas ?? [];
  // The chosen persona may belong to the scene chosen before.
  const as = personas.find(({ id }) => id === typed.as)?.id ?? personas[0]?.id ?? '';
  const models = [...chosen, ...listLines(typed.more)];
  const count = Math.max(1, models.length) * (Number(typed.seeds) || 0);
  const field = (name: keyof SceneFormFields) => ({
    value: typed[name],
    onChange: (text: string) => setTyped((last) => ({ ...last, [name]: text })),
  });
  const begin = async () => {
    const body = buildBody({ ...typed, base, as: personas.length > 1 ? as : '' }, models);
    const view = await act((key) => experiments.create(body, key), JSON.stringify(body));
    if (view) onMade(view.id);
  };
  if (scenes?.items.length === 0) return <p class="quiet">No scenes yet.</p>;
  return (
    <form class="experiment-form" onSubmit={onSubmit(begin)}>
      {unlisted && <ProblemNote problem={unlisted} />}
      <TypedField label="Name" maxLength={100} required {...field('name')} />
      <SelectField
        label="Scene to copy"
        options={(scenes?.items ?? []).map(({ id, title }) => [id, title] as const)}
        {...field('base')}
        value={base}
      />
      {personas.length > 1 && (
        <SelectField
          label="Speaker"
          options={personas.map(({ id, name }) => [id, name] as const)}
          {...field('as')}
          value={as}
        />
      )}
      <TypedField label="Lines, one per round" rows={4} required {...field('lines')} />
      <Choice
        title="Models"
        of={listModels(providers?.items).map((id) => ({ id, title: id }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <TypedField
        label="More models, one per line"
        rows={2}
        placeholder="qwen3:8b by local"
        {...field('more')}
      />
      <div class="row short-fields">
        <TypedField label="Seeds" isNumber min={1} max={100} required {...field('seeds')} />
        <TypedField label="Max words per line" isNumber min={1} max={10_000} {...field('maxWords')} />
      </div>
      <TypedField label="Texts that should appear, one per line" rows={2} {...field('contains')} />
      <TypedField label="Texts that should not appear, one per line" rows={2} {...field('absent')} />
      <TypedField
        label="Criteria for the judge, one per line"
        rows={2}
        placeholder="The host is kind to the guest."
        {...field('criteria')}
      />
      <TypedField label="Model of the judge" placeholder="qwen3:8b by local" {...field('judge')} />
      <div class="row">
        <button type="submit" class="primary" disabled={busy || base === '' || typed.lines.trim() === ''}>
          Start
        </button>
        <span class="quiet">{count === 1 ? '1 run' : `${count} runs`}</span>
      </div>
      {problem && <ProblemNote problem={problem} />}
    </form>
  );
}
