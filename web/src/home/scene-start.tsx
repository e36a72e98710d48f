import { useEffect, useState } from 'preact/hooks';
import type { Template } from '../../../src/api/scenes';
import { api, type PageProblem } from '../api/api';
import { TextField } from '../kit/form/fields';
import { Options } from '../kit/form/options';
import { beginScene } from './begin';
import { RoomOptionFields } from './room-options';
import { NO_OPTIONS, toRequest } from './scene-plan';
import { StartCard } from './start-card';

/** Begins a scene from a template, at one press; or leads to one of one's own. */
export function SceneStart({ onProblem }: { onProblem: (problem: PageProblem | null) => void }) {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [chosenId, setChosen] = useState('');
  const [you, setYou] = useState('');
  const [options, setOptions] = useState(NO_OPTIONS);
  const chosen = templates?.find(({ id }) => id === chosenId) ?? templates?.[0];
  const [player] = chosen?.personas.length === 1 ? chosen.personas : [];

  useEffect(() => {
    void api.templates().then((reply) => {
      if (reply.ok) setTemplates(reply.value.items);
      else onProblem(reply.problem);
    });
  }, []);

  const play = async () => {
    if (!chosen) return null;
    const name = you.trim();
    const personas = player && name !== '' ? [{ id: player.id, name, description: '' }] : null;
    return beginScene({ template: chosen.id, ...(personas && { personas }), ...toRequest(options) }, true);
  };

  return (
    <StartCard
      title="Scene"
      what={chosen?.description ?? 'A director, a cast, and you. Everyone answers what was just said.'}
      verb="Play a scene"
      verbing="Raising the curtain…"
      isReady={chosen !== undefined}
      onStart={play}
      onProblem={onProblem}
      options={
        <>
          {player && (
            <TextField
              label="Your name in it"
              pointer="/personas"
              placeholder={player.name}
              value={you}
              onChange={setYou}
            />
          )}
          <RoomOptionFields
            options={options}
            onChange={(change) => setOptions((held) => ({ ...held, ...change }))}
          />
        </>
      }
      aside={<a href="#/scenes/new">With your own cast…</a>}
    >
      {chosen && <p class="quiet">With {chosen.characters.join(', ')}.</p>}
      <label class="field">
        Template
        <select
          value={chosen?.id ?? ''}
          disabled={!templates}
          onChange={(changed) => setChosen(changed.currentTarget.value)}
        >
          <Options of={templates?.map(({ id, title }) => [id, title] as const) ?? []} />
        </select>
      </label>
    </StartCard>
  );
}
