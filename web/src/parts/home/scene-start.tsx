import { useEffect, useState } from 'preact/hooks';
import type { Template } from '../../../../src/contract/scenes';
import { api, newIdempotencyKey, type PageProblem } from '../../api';
import { rooms } from '../../api-library';
import { NO_OPTIONS, toRequest } from '../../library/scene-plan';
import { go } from '../../router';
import { TextField } from '../form/fields';
import { RoomOptionFields } from './room-options';

/** Begins a scene from a template, at one press; or leads to one of one's own. */
export function SceneStart({ onProblem }: { onProblem: (problem: PageProblem | null) => void }) {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [chosenId, setChosen] = useState('');
  const [you, setYou] = useState('');
  const [options, setOptions] = useState(NO_OPTIONS);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const chosen = templates?.find(({ id }) => id === chosenId) ?? templates?.[0];
  const [player] = chosen?.personas.length === 1 ? chosen.personas : [];

  useEffect(() => {
    void api.templates().then((reply) => {
      if (reply.ok) setTemplates(reply.value.items);
      else onProblem(reply.problem);
    });
  }, []);

  const play = async () => {
    if (!chosen || busy) return;
    setBusy(true);
    const name = you.trim();
    const made = await rooms.createScene({
      template: chosen.id,
      ...(player && name !== '' && { personas: [{ id: player.id, name, description: '' }] }),
      ...toRequest(options),
    });
    if (made.ok) {
      // The cast opens the scene, so that something is on stage at once; a failure shows in the room.
      await api.turn(made.value.id, { type: 'continuation', to: [] }, newIdempotencyKey());
      return go(`/scenes/${made.value.id}`);
    }
    setBusy(false);
    onProblem(made.problem);
  };

  return (
    <form
      class="card start"
      aria-labelledby="scene-title"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void play();
      }}
    >
      <h2 id="scene-title">Scene</h2>
      <p>{chosen?.description ?? 'A director, a cast, and you. Everyone answers what was just said.'}</p>
      {chosen && <p class="quiet">With {chosen.characters.join(', ')}.</p>}
      <label class="field">
        Template
        <select
          value={chosen?.id ?? ''}
          disabled={!templates}
          onChange={(changed) => setChosen(changed.currentTarget.value)}
        >
          {templates?.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <details class="more" open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>Options</summary>
        {/* The profiles of the library are asked for when somebody looks. */}
        {isOpen && (
          <div class="fields one-column">
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
          </div>
        )}
      </details>
      <a href="#/scenes/new">With your own cast…</a>
      <button type="submit" class="primary big" disabled={!chosen || busy}>
        {busy ? 'Raising the curtain…' : 'Play a scene'}
      </button>
    </form>
  );
}
