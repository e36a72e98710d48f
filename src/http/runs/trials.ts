import { triedCommands, tryCommands, validActions, validActionsQuery } from '../../contract/adventures';
import { type App, type AppContext, answers, routesOf, runParams } from '../middleware/http';
import { adventureClient, callRoom } from '../middleware/room-client';

/** Takes the key of one run alone for that of an agent that plays it; nothing else tells an agent. */
const askerOf = (c: AppContext): 'person' | 'agent' =>
  c.get('principal').scope.scope === 'room' ? 'agent' : 'person';

/** What commands would do in a text adventure: they are played and taken back, and the run does not notice. */
export function mountTrials(app: App): void {
  const route = routesOf(app, 'adventures', { who: 'key', scopes: ['read', 'experiments', 'room'] });
  route(
    'POST /v1/runs/{id}/try',
    'tryCommands',
    'What a command would do: it is played and taken back',
    {
      refuses: [409],
      description:
        'Of text adventures. Text, score, place and every object that would move or change, from where the story stands or from the outcome of a turn. Nothing is stored, and the run does not notice. A run that is over can be asked about its turns. Of a fair run, a key for that run alone is refused.',
      params: runParams,
      json: tryCommands,
      200: answers(triedCommands, 'What it would do'),
    },
    (c, { params: { id }, json }) =>
      callRoom(adventureClient(c, id), (room) => room.tryCommands(json, askerOf(c)), 'safe'),
  );
  route(
    'GET /v1/runs/{id}/valid-actions',
    'readValidActions',
    'Commands that would change the world',
    {
      refuses: [409],
      description:
        'Of text adventures, after the valid actions of Jericho. Ways, verbs and pairs of things are made of what is in sight and in hand; each is tried and taken back, and of those that leave the same world the first is listed. Deadly ones are left out. Of a fair run, a key for that run alone is refused.',
      params: runParams,
      query: validActionsQuery,
      200: answers(validActions, 'The commands, ways first'),
    },
    (c, { params: { id }, query: { turn } }) =>
      callRoom(adventureClient(c, id), (room) => room.validActions(turn, askerOf(c)), 'safe'),
  );
}
