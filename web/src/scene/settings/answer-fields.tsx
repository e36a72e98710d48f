import type { ProfileRole } from '../../../../src/contract/create-scene';
import type { Scene } from '../../../../src/contract/scenes';
import { ProfileFields } from './profile-fields';
import { ROLES } from './roles';
import { BY_DEFAULT, type SettingsDraft } from './settings-form';

const roles = Object.entries(ROLES) as [ProfileRole, string][];

export function AnswerFields(props: {
  scene: Scene;
  draft: SettingsDraft;
  set: (change: Partial<SettingsDraft>) => void;
}) {
  const { scene, draft, set } = props;
  const { characters, ...byRole } = scene.profiles;
  const currentProfiles = new Map(Object.entries({ ...byRole, ...characters }));
  return (
    <>
      <ProfileFields
        asked={roles.map(([key, label]) => ({ key, label, pointer: `/profiles/${key}` }))}
        value={draft.profiles}
        first={(key) => [
          ['', `as now: ${describe(currentProfiles.get(key))}`],
          [BY_DEFAULT, 'as if no profile had been given'],
        ]}
        onChange={(profiles) => set({ profiles })}
      />
      <details>
        <summary>Another model for one character</summary>
        <ProfileFields
          asked={scene.cast.map(({ id, name }) => ({
            ...{ key: id, label: name, pointer: `/profiles/characters/${id}` },
          }))}
          value={draft.characterProfiles}
          first={(id) =>
            Object.hasOwn(characters, id)
              ? [
                  ['', `as now: ${describe(characters[id])}`],
                  [BY_DEFAULT, 'that of the characters'],
                ]
              : [['', 'that of the characters']]
          }
          onChange={(characterProfiles) => set({ characterProfiles })}
        />
      </details>
    </>
  );
}

const describe = (one: { provider: string; model: string } | undefined): string =>
  one ? [one.provider, one.model].filter((word) => word !== '').join(', ') : 'the director’s';
