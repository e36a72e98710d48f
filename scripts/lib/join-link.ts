import { isProblem, type Stage } from '../../packages/client/src/index';
import { joinLink } from '../../packages/client/src/links';

/** Label of seats that `npm start -- --share` creates, to find an unused one again. */
const LABEL = 'npm start -- --share';
const MAX_SCENES = 20;

interface Joining {
  link: string;
  scene: { id: string; title: string };
  persona: string;
  until: string | null;
}

/**
 * Creates a link for one person to join a scene as a player: the given scene, else the newest open one with a
 * free persona, else a new one from the first template. An unused seat of an earlier start is used again.
 *
 * @param stage with the operator's key
 * @param origin of the stage as others reach it
 * @throws Error with the problem in words
 */
export async function createJoinLink(stage: Stage, origin: string, scene?: string): Promise<Joining> {
  const findPart = async (id: string) => {
    const { title, status, personas } = await stage.GET('/v1/scenes/{id}', { path: { id } });
    if (status === 'finished') return null;
    const { items: seats } = await stage.GET('/v1/scenes/{id}/seats', { path: { id } });
    const waiting = seats.find((seat) => seat.label === LABEL && seat.status === 'invited' && seat.persona);
    const isTaken = (persona: string) =>
      seats.some((seat) => seat.persona === persona && ['invited', 'taken'].includes(seat.status));
    const persona = personas.find(waiting ? (one) => one.id === waiting.persona : (one) => !isTaken(one.id));
    return persona === undefined ? null : { scene: { id, title }, persona, seat: waiting?.id };
  };
  const findScene = async () => {
    const { items } = await stage.GET('/v1/scenes', { query: { limit: MAX_SCENES } });
    for (const { id } of items) {
      const part = await findPart(id);
      if (part !== null) return part;
    }
    const [template] = (await stage.GET('/v1/templates')).items;
    if (!template) return null;
    return findPart((await stage.POST('/v1/scenes', { body: { template: template.id } })).id);
  };
  try {
    const part = scene === undefined ? await findScene() : await findPart(scene);
    if (part === null)
      throw new Error(
        `No invitation could be created: all personas of the scene ${scene} are taken, or it is finished. Revoke a seat, or use another scene.`,
      );
    const { id } = part.scene;
    const newSeat = await (part.seat === undefined
      ? stage.POST('/v1/scenes/{id}/seats', {
          ...{ path: { id }, body: { role: 'player', persona: part.persona.id, label: LABEL } },
        })
      : stage.POST('/v1/scenes/{id}/seats/{seat}/invitation', { path: { id, seat: part.seat }, body: {} }));
    return {
      link: joinLink(origin, newSeat.invitation ?? ''),
      scene: part.scene,
      persona: part.persona.name,
      until: newSeat.seat.invitationEndsAt,
    };
  } catch (error) {
    if (!isProblem(error)) throw error;
    throw new Error(`No invitation could be created: ${error.problem.detail} ${error.fix ?? ''}`);
  }
}
