import type { Scene } from '../../../../src/contract/scenes';
import { area, type FieldList, Fields, text } from '../../kit/form/field-list';
import { Check } from '../../kit/form/typed-field';
import { ChooseMany } from '../../library/choose-many';
import type { CardDraft, SettingsDraft } from './settings-form';

const CARD: FieldList<CardDraft> = {
  description: area('Description'),
  mood: text('Mood'),
  location: text('Place'),
  activity: text('Doing'),
  clothing: text('Wears'),
  intentions: text('Wants'),
};

const isNamed = ({ newName }: SettingsDraft) => newName.trim() !== '';
const NEW: FieldList<SettingsDraft> = {
  newName: text("New character's name", { pointer: '/characters/add/0/name' }),
  newDescription: area('Description', { pointer: '/characters/add/0/description', rows: 2, when: isNamed }),
  newPersonality: area('Personality', { pointer: '/characters/add/0/personality', rows: 2, when: isNamed }),
  newCharacters: {
    draw: (field) => (
      <ChooseMany label="Add from library" kind="character" {...field} pointer="/characters/add" />
    ),
  },
};

/** Edits and extends the cast. Characters are never removed, because an absent one can return. */
export function CastFields(props: {
  scene: Scene;
  draft: SettingsDraft;
  set: (change: Partial<SettingsDraft>) => void;
}) {
  const { scene, draft, set } = props;
  const toggle = (id: string, there: boolean) =>
    set({ present: there ? [...draft.present, id] : draft.present.filter((one) => one !== id) });
  return (
    <>
      <fieldset class="ticks">
        <legend class="quiet small">Who is present</legend>
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
              <Fields
                fields={CARD}
                at={`/characters/change/${id}`}
                values={card}
                onChange={(part) => set({ cast: { ...draft.cast, [id]: { ...card, ...part } } })}
              />
            </details>
          )
        );
      })}
      <Fields fields={NEW} values={draft} onChange={set} />
    </>
  );
}
