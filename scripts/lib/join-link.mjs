/** Label of seats that `npm start -- --share` makes, by which it finds one that nobody has taken yet. */
const LABEL = 'npm start -- --share';
const SCENES_LOOKED_AT = 20;

/**
 * Makes the link by which somebody takes a seat.
 *
 * @param {string} origin of the stage, as others reach it, without a trailing slash
 * @param {string} invitation `si_…`
 */
export const joinLink = (origin, invitation) => `${origin}/#/join?invitation=${invitation}`;

/**
 * Reads the invitation out of what a person pasted: the link, or the invitation itself.
 *
 * @param {string} text
 * @returns {{ origin: string | null, invitation: string } | null} null: it is neither. `origin` null: it names none
 */
export function readJoinLink(text) {
  const invitation = /\bsi_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}\b/.exec(text)?.[0];
  if (invitation === undefined) return null;
  const link = text.trim();
  return { origin: /^https?:/.test(link) && URL.canParse(link) ? new URL(link).origin : null, invitation };
}

/**
 * Makes a link by which one person joins a scene as a player: the scene that is named, else the newest open one with a part
 * that nobody has, else a new one of the first template. A seat of an earlier start that nobody took is used again.
 *
 * @param {string} url of the stage on this machine, without a trailing slash
 * @param {string} key the operator's
 * @param {string} origin as others reach it
 * @param {string} [scene] id
 * @returns {Promise<{ link: string, scene: { id: string, title: string }, persona: string, until: string | null }>}
 *   `persona`: name of the part; `until`: when the invitation ends
 * @throws Error with the problem in words
 */
export async function makeJoinLink(url, key, origin, scene) {
  const ask = async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok)
      throw new Error(
        `There is no link to join: ${answer.detail ?? `the stage answered ${response.status}`} ${answer.fix ?? ''}`,
      );
    return answer;
  };
  /** Finds a part of a scene that somebody can be invited to. */
  const findPart = async (id) => {
    const { title, status, personas } = await ask('GET', `/scenes/${id}`);
    if (status === 'finished') return null;
    const { items: seats } = await ask('GET', `/scenes/${id}/seats`);
    const waiting = seats.find((seat) => seat.label === LABEL && seat.status === 'invited' && seat.persona);
    const isTaken = (persona) =>
      seats.some((seat) => seat.persona === persona && ['invited', 'taken'].includes(seat.status));
    const persona = personas.find(waiting ? (one) => one.id === waiting.persona : (one) => !isTaken(one.id));
    return persona === undefined ? null : { scene: { id, title }, persona, seat: waiting?.id };
  };
  const findScene = async () => {
    const { items } = await ask('GET', `/scenes?limit=${SCENES_LOOKED_AT}`);
    for (const { id } of items) {
      const part = await findPart(id);
      if (part !== null) return part;
    }
    const templates = await ask('GET', '/templates');
    const { id } = await ask('POST', '/scenes', { template: templates.items[0]?.id });
    return findPart(id);
  };
  const part = scene === undefined ? await findScene() : await findPart(scene);
  if (part === null)
    throw new Error(
      `There is no link to join: every part of the scene ${scene} is given away, or it is finished. Take a seat back, or name another scene.`,
    );
  const newSeat = await (part.seat === undefined
    ? ask('POST', `/scenes/${part.scene.id}/seats`, {
        ...{ role: 'player', persona: part.persona.id, label: LABEL },
      })
    : ask('POST', `/scenes/${part.scene.id}/seats/${part.seat}/invitation`, {}));
  return {
    link: joinLink(origin, newSeat.invitation),
    scene: part.scene,
    persona: part.persona.name,
    until: newSeat.seat.invitationEndsAt,
  };
}
