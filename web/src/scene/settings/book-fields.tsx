import type { Scene } from '../../../../src/contract/scenes';
import { Check } from '../../kit/form/typed-field';
import { ChooseMany } from '../../library/choose-many';
import type { SettingsDraft } from './settings-form';

/** Edits the books of the scene: keeps or drops them, and adds books of the library. */
export function BookFields(props: {
  scene: Scene;
  draft: SettingsDraft;
  set: (change: Partial<SettingsDraft>) => void;
}) {
  const { scene, draft, set } = props;
  const had = scene.lorebooks.map(({ id }) => id);
  const keep = (id: string, on: boolean) =>
    set({ books: on ? [...draft.books, id] : draft.books.filter((one) => one !== id) });
  return (
    <>
      {scene.lorebooks.length > 0 && (
        <fieldset class="ticks">
          <legend class="quiet small">Books that the scene has</legend>
          {scene.lorebooks.map(({ id, name }) => (
            <Check key={id} label={name} checked={draft.books.includes(id)} onChange={(on) => keep(id, on)} />
          ))}
        </fieldset>
      )}
      <ChooseMany
        label="More out of the library"
        kind="lorebook"
        pointer="/lorebooks"
        value={draft.books.filter((id) => !had.includes(id))}
        onChange={(more) => set({ books: [...draft.books.filter((id) => had.includes(id)), ...more] })}
      />
      <p class="quiet small">
        When books change, those of the library that are kept are taken as they are there by then.
      </p>
    </>
  );
}
