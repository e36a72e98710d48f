import { isAccessOwner } from '../auth/access-identity';
import { UNDERSTUDY_NAME } from '../base/answerer';
import { DEMO, DEMO_TENANT } from '../base/demo';
import { readConfig } from '../config';
import type { NewScene } from '../contract/create-scene';
import { OWNER } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import { type NewSeat, type SeatAccepted, seatAccepted } from '../contract/seats';
import { stageView } from '../contract/stage';
import type { SceneApi } from '../room/rpc';
import { TEMPLATES } from '../scene/setup/templates';
import { countDemo, findVisitor, isAtLocalStage } from './middleware/gate';
import { type App, answers, routeApp } from './middleware/http';
import { callRoom, sceneClientFor, tenantClient } from './middleware/room-client';
import { randomId } from './rooms/lifecycle';

/** `/v1/stage`, with the stage's features and the visitor according to Cloudflare Access; and `/v1/demo`. */
export function mountStage(app: App): void {
  const route = routeApp(app, 'access', { who: 'anyone' });
  route(
    'GET /v1/stage',
    'readStage',
    'Get features of the stage',
    {
      description:
        'No credential required. Returns the ways to sign in to the stage, and whether the visitor is signed in.',
      refuses: [401],
      200: answers(stageView, 'Features of the stage'),
    },
    async (c) => {
      const { demo, passkeys, worldCode, access } = readConfig(c.env);
      const visitor = await findVisitor(c);
      if (!visitor.ok) return visitor;
      const owner = (email: string) => access?.tenant != null && isAccessOwner(access.owners, email);
      return ok({
        demo,
        passkeys,
        worldCode,
        localModels: isAtLocalStage(c),
        visitor: visitor.value && { email: visitor.value.email, owner: owner(visitor.value.email) },
      });
    },
  );
  mountDemo(app);
}

const OFF: Failure = {
  code: 'forbidden',
  needs: 'a key, because this stage has no demo rooms',
  fix: 'Ask the operator for a key, or to set DEMO=on.',
};

const HOUR_MS = 3_600_000;
/** Name of a visitor in the scene. */
const VISITOR = 'A visitor';

/**
 * The scene for demos: the first template, played only by the understudy, which no budget counts. Memories are off,
 * because a paid model might embed them.
 */
function demoScene(): NewScene {
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('no template exists');
  const { scene } = template;
  const understudy = { provider: UNDERSTUDY_NAME };
  return {
    ...scene,
    ...(scene.settings && {
      settings: { ...scene.settings, memory: { ...scene.settings.memory, enabled: false } },
    }),
    profiles: { director: understudy, character: understudy },
    budgets: { calls: 0 },
  };
}

/** `/v1/demo`: two minutes without a key, if the operator allows it. */
function mountDemo(app: App): void {
  const route = routeApp(app, 'seats', { who: 'anyone' });
  route(
    'POST /v1/demo',
    'startDemo',
    'Start a demo',
    {
      description:
        'No credential required; only available if `GET /v1/stage` returns `demo`. Returns a player seat in a new scene, played by the understudy without a model. `endsAt` of the seat is two minutes from now; the scene is deleted a minute later.',
      refuses: [403],
      201: answers(seatAccepted, 'The scene and the seat with its token'),
    },
    async (c) => {
      if (!readConfig(c.env).demo) return fail(OFF);
      const rate = countDemo(c);
      if (!rate.ok) return rate;
      const id = `scn_${randomId()}`;
      const claim = await callRoom(
        tenantClient(c.env, DEMO_TENANT),
        (tenant) => tenant.claimDemo(id),
        'safe',
      );
      if (!claim.ok) return claim;
      // A partly created room is deleted on the same schedule.
      const room = sceneClientFor(c.env, DEMO_TENANT, id);
      return callRoom(room, (scene) => seatVisitor(scene, id), 'once');
    },
  );
}

/** Creates the scene and takes the seat of its first persona. */
async function seatVisitor(room: SceneApi, id: string): Promise<Result<SeatAccepted>> {
  const body = demoScene();
  const scene = await room.create({ tenant: DEMO_TENANT, id }, body, null);
  if (!scene.ok) return scene;
  const seat = {
    ...{ role: 'player', persona: body.personas?.[0]?.id ?? null, label: '' },
    ...{ invitationHours: 1, seatHours: DEMO.seatMs / HOUR_MS },
  };
  const newSeat = await room.perform('createSeat', { params: {}, query: {}, body: seat }, null, OWNER);
  if (!newSeat.ok) return newSeat;
  const { invitation } = newSeat.value as unknown as NewSeat;
  return room.acceptSeat({ invitation: invitation ?? '', name: VISITOR }, null);
}
