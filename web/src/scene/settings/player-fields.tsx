import { AreaField, TextField } from '../../kit/form/fields';
import { ChooseMany } from '../../library/choose-many';
import type { PersonaDraft, SettingsDraft } from './settings-form';

/** Edits the personas that people play, and adds more. Personas are never removed. */
export function PlayerFields(props: { draft: SettingsDraft; set: (change: Partial<SettingsDraft>) => void }) {
  const { draft, set } = props;
  const change = (id: string, part: Partial<PersonaDraft>) =>
    set({ personas: draft.personas.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  return (
    <>
      {draft.personas.map((one) => (
        <fieldset key={one.id} class="person-fields">
          <legend class="sr-only">{one.name}</legend>
          <TextField
            label="Name"
            pointer={`/personas/change/${one.id}/name`}
            value={one.name}
            onChange={(name) => change(one.id, { name })}
          />
          <AreaField
            label={`Who ${one.name || 'it'} is`}
            pointer={`/personas/change/${one.id}/description`}
            rows={2}
            value={one.description}
            onChange={(description) => change(one.id, { description })}
          />
          <AreaField
            label={`What only ${one.name || 'it'} knows`}
            pointer={`/personas/change/${one.id}/secrets`}
            hint="For who plays it, and the director."
            rows={2}
            value={one.secrets}
            onChange={(secrets) => change(one.id, { secrets })}
          />
        </fieldset>
      ))}
      <TextField
        label="One more player, called"
        pointer="/personas/add"
        value={draft.newPersona}
        onChange={(newPersona) => set({ newPersona })}
      />
      <ChooseMany
        label="More personas out of the library"
        kind="persona"
        pointer="/personas/add"
        value={draft.newPersonas}
        onChange={(newPersonas) => set({ newPersonas })}
      />
    </>
  );
}
