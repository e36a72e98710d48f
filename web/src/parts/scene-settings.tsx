import { useState } from 'preact/hooks';
import type { Scene } from '../../../src/contract/scenes';
import { hand } from '../api-scene';
import { changesIn, draftOf, type SettingsDraft } from '../settings-form';
import { useAct } from '../use-act';
import { FactRows } from './fact-rows';
import { Check, TypedField } from './form/typed-field';
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
      <TypedField
        label="Title"
        maxLength={200}
        required
        value={draft.title}
        onText={(text) => set({ title: text })}
      />
      <TypedField
        label="Scenario"
        rows={4}
        maxLength={20_000}
        value={draft.scenario}
        onText={(text) => set({ scenario: text })}
      />
      <PaceFields draft={draft} set={set} />
      <details>
        <summary>Author's notes</summary>
        {NOTES.map(([level, title]) => (
          <TypedField
            key={level}
            label={title}
            rows={2}
            maxLength={8000}
            value={draft.notes[level]}
            onText={(text) => set({ notes: { ...draft.notes, [level]: text } })}
          />
        ))}
      </details>
      {!isGame && <CastFields scene={scene} draft={draft} set={set} />}
      <details>
        <summary>Facts of the world, trackers</summary>
        <FactRows title="Fact" rows={draft.world} onChange={(world) => set({ world })} />
        <FactRows title="Tracker" rows={draft.trackers} onChange={(trackers) => set({ trackers })} />
      </details>
      <TypedField
        label="Lines kept word for word in prompts"
        isNumber
        min={2}
        max={500}
        required
        value={draft.historyWindow}
        onText={(text) => set({ historyWindow: text })}
      />
      <Check
        label="The scene is finished: it takes no more turns until this is taken back"
        checked={draft.finished}
        onChange={(finished) => set({ finished })}
      />
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
          <Check
            key={one.id}
            label={one.name}
            checked={draft.present.includes(one.id)}
            onChange={(isThere) => toggle(one.id, isThere)}
          />
        ))}
      </fieldset>
      <TypedField
        label="Name of a new character"
        maxLength={80}
        value={draft.newName}
        onText={(text) => set({ newName: text })}
      />
      {draft.newName.trim() !== '' && (
        <>
          <TypedField
            label="Who it is"
            rows={2}
            maxLength={8000}
            value={draft.newDescription}
            onText={(text) => set({ newDescription: text })}
          />
          <TypedField
            label="How it is"
            rows={2}
            maxLength={2000}
            value={draft.newPersonality}
            onText={(text) => set({ newPersonality: text })}
          />
        </>
      )}
    </details>
  );
}
