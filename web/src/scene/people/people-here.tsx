import type { AnyScene } from '../who';

export function PeopleHere({ scene }: { scene: AnyScene }) {
  if (scene.people.length === 0) return null;
  const names = new Map(scene.personas.map(({ id, name }) => [id, name]));
  return (
    <ul class="people-here" aria-label="People who are here">
      {scene.people.map((person) => {
        const plays = person.persona === null ? null : names.get(person.persona);
        return (
          <li key={person.id}>
            <span class="dot" aria-hidden="true" /> {person.name}
            <span class="quiet">{plays ? (plays === person.name ? '' : ` as ${plays}`) : ' watches'}</span>
          </li>
        );
      })}
    </ul>
  );
}
