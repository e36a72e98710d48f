import type { AnyScene } from '../who';

/** Chooses who hears a whisper: characters and other players. */
export function Hearers(props: {
  scene: AnyScene;
  speaker: string | undefined;
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}) {
  const { scene, speaker, chosen } = props;
  const people = [
    ...scene.cast.map(({ id, name }) => ({ who: `character:${id}`, name })),
    ...scene.personas
      .filter(({ id }) => id !== speaker)
      .map(({ id, name }) => ({ who: `persona:${id}`, name })),
  ];
  return (
    <fieldset class="hearers">
      <legend class="label">Only these hear it</legend>
      {people.map(({ who, name }) => (
        <label key={who}>
          <input
            type="checkbox"
            checked={chosen.includes(who)}
            onChange={(changed) =>
              props.onChoose(
                changed.currentTarget.checked ? [...chosen, who] : chosen.filter((other) => other !== who),
              )
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
