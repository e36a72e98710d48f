import { type AnyScene, isOwn } from '../who';

/** Lists who is here, the host first. */
export function PeopleHere({ scene }: { scene: AnyScene }) {
  const names = new Map(scene.personas.map(({ id, name }) => [id, name]));
  return (
    <ul class="people-here" aria-label="People who are here">
      <li>
        <span class="dot host" aria-hidden="true" /> {isOwn(scene) ? 'You, the host' : 'The host'}
      </li>
      {scene.people.map((person) => {
        const plays = person.persona === null ? null : names.get(person.persona);
        return (
          <li key={person.id} dir="auto">
            <span class="dot" aria-hidden="true" /> {person.name}
            <span class="quiet">{plays ? (plays === person.name ? '' : ` as ${plays}`) : ' watching'}</span>
          </li>
        );
      })}
    </ul>
  );
}
