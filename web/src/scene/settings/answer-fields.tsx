import type { ProfileRole } from '../../../../src/contract/create-scene';
import type { Scene } from '../../../../src/contract/scenes';
import { ProfileFields } from './profile-fields';
import { ROLES } from './roles';
import { BY_DEFAULT, type ProfilesDraft } from './settings-form';

const roles = Object.entries(ROLES) as [ProfileRole, string][];

export function AnswerFields(props: {
  scene: Scene;
  draft: ProfilesDraft;
  set: (change: Partial<ProfilesDraft>) => void;
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
          ['', `Current: ${describe(currentProfiles.get(key))}`],
          [BY_DEFAULT, 'Default model settings'],
        ]}
        onChange={(profiles) => set({ profiles })}
      />
      <details>
        <summary>A different model for one character</summary>
        <ProfileFields
          asked={scene.cast.map(({ id, name }) => ({
            ...{ key: id, label: name, pointer: `/profiles/characters/${id}` },
          }))}
          value={draft.characterProfiles}
          first={(id) =>
            Object.hasOwn(characters, id)
              ? [
                  ['', `Current: ${describe(characters[id])}`],
                  [BY_DEFAULT, 'same as the characters'],
                ]
              : [['', 'same as the characters']]
          }
          onChange={(characterProfiles) => set({ characterProfiles })}
        />
      </details>
    </>
  );
}

const describe = (one: { provider: string; model: string } | undefined): string =>
  one ? [one.provider, one.model].filter((word) => word !== '').join(', ') : 'same as the director';
