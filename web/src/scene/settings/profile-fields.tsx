import { ChoiceField } from '../../kit/form/fields';
import { useNames } from '../../library/use-names';

/** Chooses a library profile for each of several roles or characters. */
export function ProfileFields(props: {
  asked: readonly { key: string; label: string; pointer: string }[];
  /** Chosen options by key; a missing key means the first option. */
  value: Readonly<Record<string, string>>;
  /** Options before the profiles of the library, for a key: value and words. */
  first: (key: string) => readonly (readonly [string, string])[];
  onChange: (value: Record<string, string>) => void;
}) {
  const { asked, value, first, onChange } = props;
  const profiles = useNames('profile');
  return (
    <>
      {asked.map(({ key, label, pointer }) => (
        <ChoiceField
          key={key}
          label={label}
          pointer={pointer}
          value={(Object.hasOwn(value, key) && value[key]) || ''}
          onChange={(chosen) => onChange({ ...value, [key]: chosen })}
          options={[...first(key), ...(profiles ?? []).map(({ id, name }) => [id, name] as const)]}
        />
      ))}
      {profiles?.length === 0 && (
        <p class="quiet small">
          No profiles yet. <a href="#/library/profiles/new">Create a profile</a>
        </p>
      )}
    </>
  );
}
