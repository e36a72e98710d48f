import { useEffect, useState } from 'preact/hooks';
import type { Template } from '../../../src/api/scenes';
import { api, type PageProblem } from '../api/api';
import { TextField } from '../kit/form/fields';
import { Options } from '../kit/form/options';
import { beginScene } from './begin';
import { RoomOptionFields } from './room-options';
import { NO_OPTIONS, toRequest } from './scene-plan';
import { StartCard } from './start-card';

/** Begins a scene from a template at one press, or opens the form for a new one. */
export function SceneStart({ onProblem }: { onProblem: (problem: PageProblem | null) => void }) {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [chosenId, setChosen] = useState('');
  const [you, setYou] = useState('');
  const [options, setOptions] = useState(NO_OPTIONS);
  const template = templates?.find(({ id }) => id === chosenId) ?? templates?.[0];
  const [player] = template?.personas.length === 1 ? template.personas : [];

  useEffect(() => {
    void api.templates().then((reply) => {
      if (reply.ok) setTemplates(reply.value.items);
      else onProblem(reply.problem);
    });
  }, []);

  const play = async () => {
    if (!template) return null;
    const name = you.trim();
    const personas = player && name !== '' ? [{ id: player.id, name, description: '' }] : null;
    return beginScene({ template: template.id, ...(personas && { personas }), ...toRequest(options) }, true);
  };

  return (
    <StartCard
      title="Scene"
      what={template?.description ?? 'A director, a cast, and you. Everyone answers what was just said.'}
      verb="Play a scene"
      verbing="Raising the curtain…"
      isReady={template !== undefined}
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
      {template && <p class="quiet">With {template.characters.join(', ')}.</p>}
      <label class="field">
        Template
        <select
          value={template?.id ?? ''}
          disabled={!templates}
          onChange={(changed) => setChosen(changed.currentTarget.value)}
        >
          <Options of={templates?.map(({ id, title }) => [id, title] as const) ?? []} />
        </select>
      </label>
    </StartCard>
  );
}
