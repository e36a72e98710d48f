import { useState } from 'preact/hooks';
import type { Connection } from '../../../packages/client/src/index';
import { lookAs, readKey, readSeat } from '../api/credentials';
import { ConnectionMark, ProviderNote, StatusMark } from '../kit/marks';
import { PeopleDialog } from './people/people-dialog';
import { PeopleHere } from './people/people-here';
import { SceneHelp } from './scene-help';
import { type AnyScene, isOwn, seatOf } from './who';

/** Shows title, connection, people here, and links out of the room. */
export function SceneHead({ scene, live }: { scene: AnyScene; live: Connection }) {
  const [people, setPeople] = useState(false);
  const [help, setHelp] = useState(false);
  const seat = seatOf(scene);
  return (
    <header class="room-head">
      <h1>{scene.title}</h1>
      <div class="marks">
        {scene.status === 'finished' && <StatusMark status="finished" />}
        <ConnectionMark state={live} />
        {isOwn(scene) && <a href={`#/calls?room=${scene.id}`}>Calls</a>}
        <a href={`#/scenes/${scene.id}/screen`}>Screen</a>
        {isOwn(scene) && (
          <button type="button" class="plain" onClick={() => setPeople(true)}>
            People
          </button>
        )}
        <button type="button" class="plain" onClick={() => setHelp(true)}>
          Help
        </button>
        <OtherView scene={scene} />
      </div>
      {seat && <p class="quiet">{describeSeat(scene, seat)}</p>}
      <PeopleHere scene={scene} />
      <ProviderNote answeredBy={isOwn(scene) ? scene.answeredBy : [scene.provider]} />
      {help && <SceneHelp scene={scene} onClose={() => setHelp(false)} />}
      {people && isOwn(scene) && <PeopleDialog scene={scene} onClose={() => setPeople(false)} />}
    </header>
  );
}

/** Switches an owner who also has a seat to the other view of the scene. */
function OtherView({ scene }: { scene: AnyScene }) {
  if (readSeat(scene.id) === null || readKey() === null) return null;
  const other = isOwn(scene) ? 'seat' : 'owner';
  return (
    <button type="button" class="plain" onClick={() => lookAs(scene.id, other)}>
      {other === 'owner' ? 'Look as the owner' : 'Back to my seat'}
    </button>
  );
}

const describeSeat = (
  scene: AnyScene,
  { name, role, persona }: { name: string; role: string; persona: string | null },
) => {
  const plays = scene.personas.find(({ id }) => id === persona)?.name;
  if (role === 'spectator') return `${name}, you watch.`;
  return plays ? `${name}, you play ${plays}.` : `${name}, you have no part yet.`;
};
