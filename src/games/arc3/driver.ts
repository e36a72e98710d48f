import type { JsonObject } from '../../contract/json';
import type { GameDriver, Outcome } from '../driver';
import type { ArcClient, ArcOutcome } from './client';
import type { CookieJar } from './cookies';

/** What a run keeps of its session with the server. A type alias, so that it counts as plain JSON. */
type Session = { card: string; guid: string; cookies: CookieJar };

/** The session is the operator's, not the tenant's: what is sealed never leaves the room (src/rooms/sealed.ts). */
const seal = (session: Session): JsonObject => ({ sealed: session });

/** A game of the ARC-AGI-3 service. What was sent to it can't be taken back, so nothing is sent twice. */
export function driveArc(client: ArcClient, gameId: string): GameDriver {
  return {
    afterCut: 'doubted',
    async begin(snapshot) {
      const session = readSession(snapshot);
      if (session) {
        const { card: cardId, guid, cookies } = session;
        return toOutcome(await client.reset({ gameId, cardId, guid, cookies }), cardId, guid);
      }
      const opened = await client.openScorecard(['proscenium']);
      if (!opened.ok) {
        const { failure } = opened;
        return { kind: 'unsent', message: 'detail' in failure ? String(failure.detail) : failure.code };
      }
      const { cardId, cookies } = opened.value;
      return toOutcome(await client.reset({ gameId, cardId, cookies }), cardId, null);
    },
    async act(snapshot, action) {
      const session = readSession(snapshot);
      if (!session) return { kind: 'refused', message: 'the game has not been started' };
      const { card, guid, cookies } = session;
      return toOutcome(await client.act({ gameId, guid, action, cookies }), card, guid);
    },
    async end(snapshot) {
      const session = readSession(snapshot);
      if (!session) return;
      const closed = await client.closeScorecard(session.card, session.cookies);
      // It stays open on the server until it expires: the run has ended all the same.
      if (!closed.ok) console.warn('scorecard not closed', closed.failure.code);
    },
  };
}

function readSession(snapshot: JsonObject | null): Session | null {
  const sealed = snapshot?.sealed;
  return sealed === undefined ? null : (sealed as unknown as Session);
}

function toOutcome(got: ArcOutcome, card: string, guid: string | null): Outcome {
  const { cookies } = got;
  if (got.kind !== 'answered') {
    const { kind, message } = got;
    // The server moves its cookies on with every answer, of whatever kind.
    return guid === null ? { kind, message } : { kind, message, snapshot: seal({ card, guid, cookies }) };
  }
  const { frame } = got;
  const snapshot = seal({ card, guid: frame.guid, cookies });
  const lost = frame.fullReset ? ['The server took the game back to its very beginning.'] : [];
  const notes = [...lost, ...frame.notes];
  return {
    kind: 'step',
    step: {
      snapshot,
      frames: frame.frames,
      state: frame.needsReset && frame.state === 'NOT_FINISHED' ? 'GAME_OVER' : frame.state,
      levelsCompleted: frame.levelsCompleted,
      availableActions: frame.availableActions,
    },
    note: notes.length > 0 ? notes.join(' ') : null,
  };
}
