import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { Avatar } from '../../kit/marks';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { lower } from '../../words/say';
import { type AnyScene, isOwn } from '../who';
import type { StateChange } from './fold-cast';

type Member = Scene['cast'][number];

const TITLES = {
  mood: 'Mood',
  location: 'Place',
  activity: 'Doing',
  clothing: 'Wears',
  intentions: 'Wants',
} as const;
const isField = (field: string): field is keyof typeof TITLES => field in TITLES;
const MAX_HISTORY = 20;

interface DetailsProps {
  scene: AnyScene;
  member: Member;
  history: readonly StateChange[];
}

/** A cast member's state and history; for the owner, buttons to call on or skip it. */
export function MemberDetails({ scene, member, history }: DetailsProps) {
  const { id, name, state } = member;
  const fields = Object.entries(TITLES).flatMap(([field, title]) => {
    const value = isField(field) ? state[field] : '';
    return value ? [{ title, value }] : [];
  });
  // The newest value of a field is already shown above.
  const seenFields = new Set<string>();
  const old = history.filter(({ field }) => {
    const isNew = !seenFields.has(field);
    seenFields.add(field);
    return !isNew;
  });
  return (
    <div class="member-details">
      <Avatar actor={`character:${id}`} name={name} />
      {fields.length === 0 && <p class="quiet">No details about {name} yet.</p>}
      <dl class="facts">
        {fields.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {isOwn(scene) && !scene.game && scene.status !== 'finished' && <Calls scene={scene} member={member} />}
      {old.length > 0 && (
        <section class="history">
          <h3>Before</h3>
          <ul>
            {old.slice(0, MAX_HISTORY).map((change) => (
              <li key={`${change.seq}-${change.field}`} class="small">
                <span class="quiet">
                  {change.round === null ? 'by hand' : `round ${change.round}`},{' '}
                  {lower(isField(change.field) ? TITLES[change.field] : change.field)}
                </span>{' '}
                {change.value || <em>nothing</em>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Calls({ scene, member }: { scene: Scene; member: Member }) {
  const { busy, problem, act } = useAct();
  const { next, skip } = scene.called;
  const { id, name } = member;
  const isNext = next === id;
  const isSkipped = skip.includes(id);
  return (
    <>
      <p class="buttons">
        <button
          type="button"
          disabled={busy}
          aria-pressed={isNext}
          onClick={() =>
            void act(() =>
              hand.chooseNextSpeaker(scene.id, {
                character: isNext ? null : id,
                skip: skip.filter((one) => one !== id),
              }),
            )
          }
        >
          {isNext ? 'Cancel the call' : 'Call on'}
          <span class="sr-only"> {name}</span>
        </button>
        <button
          type="button"
          disabled={busy}
          aria-pressed={isSkipped}
          onClick={() =>
            void act(() =>
              hand.chooseNextSpeaker(scene.id, {
                character: isNext ? null : next,
                skip: isSkipped ? skip.filter((one) => one !== id) : [...skip, id],
              }),
            )
          }
        >
          {isSkipped ? 'Include' : 'Skip'}
          <span class="sr-only"> {name}</span>
        </button>
      </p>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
