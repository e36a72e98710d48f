import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Event } from '../../../../src/contract/events/events';
import type { Scene } from '../../../../src/contract/scenes';
import { Drawer } from '../../kit/drawer';
import { Avatar } from '../../kit/marks';
import { termLabel } from '../../words/terms';
import type { Line, Names, Progress } from '../lines/fold-scene';
import { type AnyScene, isOwn } from '../who';
import { foldStates, readLeaving } from './fold-cast';
import { MemberDetails } from './member-details';
import { TableView } from './table-view';

export interface CastProps {
  scene: AnyScene;
  names: Names;
  /** Events of rounds that count. */
  events: readonly Event[];
  lines: readonly Line[];
  progress: Progress | null;
  /** Id of the persona that speaks here; undefined: none. */
  persona: string | undefined;
  onDone: () => void;
}

/** The cast in its own column, if there is space. */
export function CastColumn(props: CastProps) {
  const isWide = useWide();
  return isWide ? (
    <aside class="cast" aria-label="Cast">
      <CastPanel {...props} />
    </aside>
  ) : null;
}

const WIDE = '(min-width: 60rem)';

/** Returns true while the cast has a column of its own; follows the window. */
function useWide(): boolean {
  const [wide, setWide] = useState(() => window.matchMedia(WIDE).matches);
  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const follow = () => setWide(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return wide;
}

/** The cast, in its column or in a drawer. */
export function CastPanel(props: CastProps) {
  const { scene, names, events, progress } = props;
  const [shownId, setShownId] = useState<string | null>(null);
  const states = useMemo(() => foldStates(events), [events]);
  const round = scene.round?.n;
  const leaving = useMemo(() => readLeaving(round === undefined ? [] : events, round ?? 0), [events, round]);
  const facts = Object.entries({ ...scene.world, ...scene.trackers }).filter(([, value]) => value);
  const member = scene.cast.find(({ id }) => id === shownId);
  const speaking = new Set(
    progress?.state === 'running'
      ? progress.steps.flatMap(({ key, state }) =>
          state === 'running' ? [key.slice(0, key.lastIndexOf('.'))] : [],
        )
      : [],
  );
  return (
    <>
      <TableView scene={scene} names={names} events={events} persona={props.persona} />
      <ul class="members">
        {scene.cast.map((one) => (
          <MemberCard
            key={one.id}
            scene={scene}
            member={one}
            leaving={leaving.has(one.id)}
            isSpeaking={speaking.has(one.id)}
            onShow={() => setShownId(one.id)}
          />
        ))}
      </ul>
      <h3>Players</h3>
      <ul class="members">
        {scene.personas.map((one) => {
          const person = scene.people.find(({ persona }) => persona === one.id);
          return (
            <li key={one.id} class={person ? 'player here' : 'player'}>
              <Avatar actor={`persona:${one.id}`} name={one.name} />
              <div>
                <strong dir="auto">{one.name}</strong>
                {person && person.name !== one.name && <span class="quiet small"> {person.name}</span>}
                {one.description && (
                  <p class="quiet small" dir="auto">
                    {one.description}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {facts.length > 0 && (
        <>
          <h3>World</h3>
          <dl class="facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {member && (
        <Drawer title={member.name} onClose={() => setShownId(null)}>
          <MemberDetails
            key={member.id}
            scene={scene}
            member={member}
            history={states.get(member.id) ?? []}
            lines={props.lines}
            onDone={props.onDone}
          />
        </Drawer>
      )}
    </>
  );
}

interface CardProps {
  scene: AnyScene;
  member: Scene['cast'][number];
  leaving: boolean;
  /** True while its line is being written; highlights it. */
  isSpeaking: boolean;
  onShow: () => void;
}

/** A cast member: picture, name and current state. A click shows the rest. */
function MemberCard({ scene, member, leaving, isSpeaking, onShow }: CardProps) {
  const { id, name, active, state } = member;
  const there = leaving ? 'leaving' : active ? 'present' : 'away';
  const now = [state.mood, state.activity, state.location].filter(Boolean).join(' · ');
  return (
    <li>
      <button type="button" class={`member ${there}${isSpeaking ? ' speaking' : ''}`} onClick={onShow}>
        <Avatar actor={`character:${id}`} name={name} />
        <span class="member-body">
          <span>
            <strong dir="auto">{name}</strong>
            {there !== 'present' && <span class="quiet small"> {termLabel(there)}</span>}
            {isSpeaking && <span class="sr-only"> speaks</span>}
            {isOwn(scene) && scene.called.next === id && <span class="mark">next</span>}
            {isOwn(scene) && scene.called.skip.includes(id) && <span class="mark">skipped</span>}
          </span>
          {now && (
            <span class="quiet small" dir="auto">
              {now}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
