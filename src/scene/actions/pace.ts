import { startAutonomy as startAutonomyBody } from '../../contract/pace';
import { ok } from '../../contract/problems';
import { scene } from '../../contract/scenes';
import { startAutonomy, stopAutonomy } from '../autonomy';
import { sceneView } from '../views';
import { sceneAction } from './scene-room';

export const PACE_ACTIONS = [
  sceneAction({
    name: 'startAutonomy',
    method: 'post',
    path: '/autonomy',
    who: 'key',
    summary: 'Start auto-play',
    description:
      'Plays rounds without inputs until `rounds` were played or the budget is exhausted. Each is an ordinary round that can be retried or rolled back. Returns 409 while auto-play is on.',
    body: startAutonomyBody,
    answer: { schema: scene, about: 'The scene' },
    run: (room, { body }) => room.accept((state) => startAutonomy(state, body, room.spent()), sceneView),
  }),
  sceneAction({
    name: 'stopAutonomy',
    method: 'delete',
    path: '/autonomy',
    who: 'key',
    summary: 'Stop auto-play',
    description: 'The current round is completed first. Has no effect if auto-play is off.',
    answer: { schema: scene, about: 'The scene' },
    run: (room) => room.accept((state) => ok(stopAutonomy(state)), sceneView),
  }),
];
