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
    summary: 'Have the scene go on by itself for a number of rounds',
    description:
      'Rounds follow one another without inputs until `rounds` of them were played or the budget is spent. Each is an ordinary round that can be retried or rolled back. While it goes on, a second request is refused.',
    body: startAutonomyBody,
    answer: { schema: scene, about: 'The scene' },
    run: (room, { body }) => room.accept((state) => startAutonomy(state, body, room.spent()), sceneView),
  }),
  sceneAction({
    name: 'stopAutonomy',
    method: 'delete',
    path: '/autonomy',
    who: 'key',
    summary: 'It goes on by itself no more; the round being played is played to its end',
    description: 'Nothing happens when it does not go on by itself.',
    answer: { schema: scene, about: 'The scene' },
    run: (room) => room.accept((state) => ok(stopAutonomy(state)), sceneView),
  }),
];
