import type { Scene } from '../../../../src/contract/scenes';
import { AreaField, TextField } from '../../kit/form/fields';
import { Check } from '../../kit/form/typed-field';
import { ChooseMany } from '../../library/choose-many';
import type { CardDraft, SettingsDraft } from './settings-form';

const STATE = {
  mood: 'Mood',
  location: 'Place',
  activity: 'Doing',
  clothing: 'Wears',
  intentions: 'Wants',
} as const;
const fields = Object.entries(STATE) as [keyof typeof STATE, string][];

/** Edits the cast and adds to it. Characters are never removed, because an absent one can come back. */
export function CastFields(props: {
  scene: Scene;
  draft: SettingsDraft;
  set: (change: Partial<SettingsDraft>) => void;
}) {
  const { scene, draft, set } = props;
  const toggle = (id: string, there: boolean) =>
    set({ present: there ? [...draft.present, id] : draft.present.filter((one) => one !== id) });
  const change = (id: string, part: Partial<CardDraft>) => {
    const card = draft.cast[id];
    if (card) set({ cast: { ...draft.cast, [id]: { ...card, ...part } } });
  };
  return (
    <>
      <fieldset class="ticks">
        <legend class="quiet small">Who is there</legend>
        {scene.cast.map((one) => (
          <Check
            key={one.id}
            label={one.name}
            checked={draft.present.includes(one.id)}
            onChange={(on) => toggle(one.id, on)}
          />
        ))}
      </fieldset>
      {scene.cast.map(({ id, name }) => {
        const card = draft.cast[id];
        return (
          card && (
            <details key={id}>
              <summary dir="auto">{name}</summary>
              <AreaField
                label="Who it is"
                pointer={`/characters/change/${id}/description`}
                value={card.description}
                onChange={(description) => change(id, { description })}
              />
              {fields.map(([field, label]) => (
                <TextField
                  key={field}
                  label={label}
                  pointer={`/characters/change/${id}/${field}`}
                  value={card[field]}
                  onChange={(value) => change(id, { [field]: value })}
                />
              ))}
            </details>
          )
        );
      })}
      <TextField
        label="Name of a new character"
        pointer="/characters/add/0/name"
        value={draft.newName}
        onChange={(newName) => set({ newName })}
      />
      {draft.newName.trim() !== '' && (
        <>
          <AreaField
            label="Who it is"
            pointer="/characters/add/0/description"
            rows={2}
            value={draft.newDescription}
            onChange={(newDescription) => set({ newDescription })}
          />
          <AreaField
            label="How it is"
            pointer="/characters/add/0/personality"
            rows={2}
            value={draft.newPersonality}
            onChange={(newPersonality) => set({ newPersonality })}
          />
        </>
      )}
      <ChooseMany
        label="More out of the library"
        kind="character"
        pointer="/characters/add"
        value={draft.newCharacters}
        onChange={(newCharacters) => set({ newCharacters })}
      />
    </>
  );
}
