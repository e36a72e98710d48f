import { useState } from 'preact/hooks';
import type { Scene } from '../../../src/contract/scenes';
import { hand } from '../api-scene';
import { changesIn, draftOf, type SettingsDraft } from '../settings-form';
import { useAct } from '../use-act';
import { FactRows } from './fact-rows';
import { PaceFields } from './pace-fields';
import { ProblemNote } from './problem-note';
import { Sheet } from './sheet';

const NOTES = [
  ['world', 'Of the world'],
  ['campaign', 'Of the campaign'],
  ['arc', 'Of the arc'],
  ['scene', 'Of this scene'],
] as const;

/** Changes a scene while it goes on. What is not touched here stays as it is, whoever changes it meanwhile. */
export function SceneSettings(props: { scene: Scene; onDone: () => void; onClose: () => void }) {
  const { scene } = props;
  const [opened] = useState(() => draftOf(scene));
  const [draft, setDraft] = useState(opened);
  const { busy, problem, act } = useAct(props.onDone);
  const set = (change: Partial<SettingsDraft>) => setDraft((held) => ({ ...held, ...change }));
  const changes = changesIn(opened, draft);
  const send = async () => {
    if (changes && (await act(() => hand.change(scene.id, changes)))) props.onClose();
  };
  const isGame = scene.game !== null;
  return (
    <Sheet
      title="Settings of the scene"
      verb="Change"
      busy={busy}
      ready={changes !== null}
      onSend={() => void send()}
      onClose={props.onClose}
    >
      {scene.round && (
        <p class="quiet">A round is being played: it is played on as it began, and changes hold after it.</p>
      )}
      <label class="field">
        <span>Title</span>
        <input
          maxLength={200}
          required
          value={draft.title}
          onInput={(typed) => set({ title: typed.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>Scenario</span>
        <textarea
          rows={4}
          maxLength={20_000}
          value={draft.scenario}
          onInput={(typed) => set({ scenario: typed.currentTarget.value })}
        />
      </label>
      <PaceFields draft={draft} set={set} />
      <details>
        <summary>Author's notes</summary>
        {NOTES.map(([level, title]) => (
          <label class="field" key={level}>
            <span>{title}</span>
            <textarea
              rows={2}
              maxLength={8000}
              value={draft.notes[level]}
              onInput={(typed) => set({ notes: { ...draft.notes, [level]: typed.currentTarget.value } })}
            />
          </label>
        ))}
      </details>
      {!isGame && <CastFields scene={scene} draft={draft} set={set} />}
      <details>
        <summary>Facts of the world, trackers</summary>
        <FactRows title="Fact" rows={draft.world} onChange={(world) => set({ world })} />
        <FactRows title="Tracker" rows={draft.trackers} onChange={(trackers) => set({ trackers })} />
      </details>
      <label class="field">
        <span>Lines kept word for word in prompts</span>
        <input
          type="number"
          min={2}
          max={500}
          required
          value={draft.historyWindow}
          onInput={(typed) => set({ historyWindow: typed.currentTarget.value })}
        />
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={draft.finished}
          onChange={(ticked) => set({ finished: ticked.currentTarget.checked })}
        />
        The scene is finished: it takes no more turns until this is taken back
      </label>
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}

/** Who is there, and one more. Nobody is removed: who is away can come back. */
function CastFields(props: {
  scene: Scene;
  draft: SettingsDraft;
  set: (change: Partial<SettingsDraft>) => void;
}) {
  const { scene, draft, set } = props;
  const toggle = (id: string, there: boolean) =>
    set({ present: there ? [...draft.present, id] : draft.present.filter((one) => one !== id) });
  return (
    <details>
      <summary>Cast</summary>
      <fieldset class="ticks">
        <legend class="quiet small">Who is there</legend>
        {scene.cast.map((one) => (
          <label class="tick" key={one.id}>
            <input
              type="checkbox"
              checked={draft.present.includes(one.id)}
              onChange={(ticked) => toggle(one.id, ticked.currentTarget.checked)}
            />
            {one.name}
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>Name of a new character</span>
        <input
          maxLength={80}
          value={draft.newName}
          onInput={(typed) => set({ newName: typed.currentTarget.value })}
        />
      </label>
      {draft.newName.trim() !== '' && (
        <>
          <label class="field">
            <span>Who it is</span>
            <textarea
              rows={2}
              maxLength={8000}
              value={draft.newDescription}
              onInput={(typed) => set({ newDescription: typed.currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>How it is</span>
            <textarea
              rows={2}
              maxLength={2000}
              value={draft.newPersonality}
              onInput={(typed) => set({ newPersonality: typed.currentTarget.value })}
            />
          </label>
        </>
      )}
    </details>
  );
}
