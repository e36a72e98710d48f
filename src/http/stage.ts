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
import { countDemo, visitorOf } from './middleware/gate';
import { type App, answers, routesOf } from './middleware/http';
import { callRoom, sceneClientOf, tenantClient } from './middleware/room-client';
import { randomId } from './rooms/lifecycle';

/** `/v1/stage`: what is offered here, and whom Cloudflare Access names; and `/v1/demo`. */
export function mountStage(app: App): void {
  const route = routesOf(app, 'access', { who: 'anyone' });
  route(
    'GET /v1/stage',
    'readStage',
    'What the stage offers to whoever comes',
    {
      description:
        'Anyone may ask. A page learns from it how its visitor can sign in, and whether that is done.',
      refuses: [401],
      200: answers(stageView, 'What is offered'),
    },
    async (c) => {
      const { demo, passkeys, access } = readConfig(c.env);
      const visitor = await visitorOf(c);
      if (!visitor.ok) return visitor;
      const owner = (email: string) => access?.tenant != null && isAccessOwner(access.owners, email);
      return ok({
        demo,
        passkeys,
        visitor: visitor.value && { email: visitor.value.email, owner: owner(visitor.value.email) },
      });
    },
  );
  mountDemo(app);
}

const OFF: Failure = {
  code: 'forbidden',
  needs: 'a key: this stage has no demo rooms',
  fix: 'Ask whoever runs it for a key. Its operator can set DEMO=on.',
};

const HOUR_MS = 3_600_000;
/** The name of a visitor, as the scene has it. */
const VISITOR = 'A visitor';

/**
 * The scene that visitors play: the first template, by the understudy alone, which no budget counts; no other model may be
 * called. Nothing is remembered, as memories may be embedded by a model that costs.
 */
function demoScene(): NewScene {
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('there is no template');
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

/** `/v1/demo`: two minutes for somebody without a key, where the operator allows it. */
function mountDemo(app: App): void {
  const route = routesOf(app, 'seats', { who: 'anyone' });
  route(
    'POST /v1/demo',
    'startDemo',
    'Play for two minutes without a key, in a room that is deleted after it',
    {
      description:
        'Anyone may ask where `GET /v1/stage` says `demo`. The answer is the seat of a player in a scene of its own, which the understudy plays, never a model. `endsAt` of the seat says when the time is over; a minute later the scene is deleted.',
      refuses: [403],
      201: answers(seatAccepted, 'The scene, the seat and its token'),
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
      // What is left half made is deleted like a room that was played.
      const room = sceneClientOf(c.env, DEMO_TENANT, id);
      return callRoom(room, (scene) => seatVisitor(scene, id), 'once');
    },
  );
}

/** Makes the scene and takes the seat of its first persona. */
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
