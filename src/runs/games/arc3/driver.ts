import type { JsonObject } from '../../../base/json';
import type { ScorecardOptions } from '../../../contract/run-parts';
import type { DriverOutcome, GameDriver } from '../driver';
import { type ArcClient, type ArcOutcome, isKeyRefusal, toFailure } from './client';
import { type CookieJar, isUnknown } from './exchange';
import { unknownGame } from './list';

/** A run's session. A type alias, so that it counts as plain JSON. */
type Session = { card: string; guid: string; cookies: CookieJar };

/** The session belongs to the operator, so its data never leaves the room (src/room/sealed.ts). */
const seal = (session: Session): JsonObject => ({ sealed: session });

/**
 * A game of the ARC-AGI-3 service. Actions cannot be undone, so none is sent twice. If a session is gone
 * (scorecard closed, server restarted), the game restarts on a scorecard of its own.
 */
export function driveArc(
  client: ArcClient,
  gameId: string,
  { tags = [], sourceUrl, id: sharedId, cookies: sharedCookies = {} }: ScorecardOptions = {},
): GameDriver {
  const closeOwn = async (card: string, cookies: CookieJar) =>
    card === sharedId ? null : client.closeScorecard(card, cookies);

  /** Opens a session on the shared scorecard, or on a new one if that is closed. */
  async function open(): Promise<DriverOutcome> {
    if (sharedId !== undefined) {
      const got = await client.reset({ gameId, cardId: sharedId, cookies: sharedCookies });
      if (got.kind !== 'refused' || isKeyRefusal(got)) return toOutcome(got, sharedId, null);
    }
    const scorecard = await client.openScorecard(['proscenium', ...tags], sourceUrl);
    if (!scorecard.ok) {
      const { failure } = scorecard;
      return {
        kind: 'unsent',
        message: 'detail' in failure ? String(failure.detail) : failure.code,
        failure,
      };
    }
    const { cardId, cookies } = scorecard.value;
    const got = await client.reset({ gameId, cardId, cookies });
    const outcome = toOutcome(got, cardId, null);
    // Close the unused scorecard. Don't try if the server is busy.
    if (outcome.kind === 'refused' || outcome.kind === 'doubt')
      await client.closeScorecard(cardId, got.cookies);
    if (got.kind !== 'refused' || outcome.kind !== 'refused' || outcome.failure) return outcome;
    const gameList = await client.listGames();
    const isListed = !gameList.ok || gameList.value.some(({ id }) => id === gameId);
    // A listed game may only be temporarily unknown, so it can be retried.
    return isListed ? { ...outcome, kind: 'unsent' } : { ...outcome, failure: unknownGame(gameId) };
  }

  /** Reads the scorecard, which is safe: if the service is down, an action would be lost. */
  async function findOutage(card: string, cookies: CookieJar): Promise<DriverOutcome | null> {
    const answer = await client.readScorecard(card, cookies);
    if (answer.ok || answer.failure.code !== 'unavailable') return null;
    const { failure } = answer;
    return { kind: failure.fix === undefined ? 'unsent' : 'refused', message: failure.detail, failure };
  }

  return {
    afterCut: 'doubted',
    async begin(snapshot) {
      const session = readSession(snapshot);
      if (!session) return open();
      const { card: cardId, guid, cookies } = session;
      const got = await client.reset({ gameId, cardId, guid, cookies });
      if (got.kind === 'refused' && isUnknown(got)) {
        const opened = await open();
        // Keep the old scorecard open until a new session has begun: the old session may come back.
        if (opened.kind === 'step') await closeOwn(cardId, got.cookies);
        return markRestarted(opened);
      }
      const outcome = toOutcome(got, cardId, guid);
      // The server may open a new session on its own, with another id.
      return got.kind === 'answered' && got.frame.guid !== guid ? markRestarted(outcome) : outcome;
    },
    async act(snapshot, action, { reasoning, afterDoubt } = {}) {
      const session = readSession(snapshot);
      if (!session) return { kind: 'refused', message: 'the game has not been started', gone: true };
      const { card, guid, cookies } = session;
      const outage = afterDoubt ? await findOutage(card, cookies) : null;
      if (outage) return outage;
      const got = await client.act({ gameId, guid, action, cookies, ...(reasoning && { reasoning }) });
      const outcome = toOutcome(got, card, guid);
      if (got.kind !== 'refused' || outcome.kind !== 'refused' || !isUnknown(got)) return outcome;
      // A session ends with its scorecard, which can be read safely.
      const cardAnswer = await client.readScorecard(card, got.cookies);
      const isGone = !cardAnswer.ok && cardAnswer.failure.code === 'not_found';
      return isGone
        ? { ...outcome, message: `${outcome.message}; its session is gone`, gone: true }
        : outcome;
    },
    async end(snapshot) {
      const session = readSession(snapshot);
      if (!session) return;
      const closing = await closeOwn(session.card, session.cookies);
      // The scorecard stays open until it expires; the run ends anyway.
      if (closing && !closing.ok) console.warn('scorecard not closed', closing.failure.code);
    },
  };
}

const markRestarted = (outcome: DriverOutcome): DriverOutcome =>
  outcome.kind === 'step'
    ? {
        ...outcome,
        anew: true,
        note: ['The session was lost; a new one was opened.', outcome.note ?? ''].join(' ').trim(),
      }
    : outcome;

function readSession(snapshot: JsonObject | null): Session | null {
  const sealedSession = snapshot?.sealed;
  return sealedSession === undefined ? null : (sealedSession as unknown as Session);
}

function toOutcome(got: ArcOutcome, card: string, guid: string | null): DriverOutcome {
  const { cookies } = got;
  if (got.kind !== 'answered') {
    const { kind, message } = got;
    const failure = isKeyRefusal(got) ? { failure: toFailure(got, 'a command') } : {};
    // The server updates its cookies with every response.
    const newSnapshot = guid === null ? {} : { snapshot: seal({ card, guid, cookies }) };
    return { kind, message, ...newSnapshot, ...failure };
  }
  const { frame } = got;
  const snapshot = seal({ card, guid: frame.guid, cookies });
  const resetNotes = frame.fullReset ? ['The server took the game back to its very beginning.'] : [];
  const notes = [...resetNotes, ...frame.notes];
  return {
    kind: 'step',
    step: {
      snapshot,
      frames: frame.frames,
      state: frame.needsReset && frame.state === 'NOT_FINISHED' ? 'GAME_OVER' : frame.state,
      levelsCompleted: frame.levelsCompleted,
      ...(frame.winLevels !== null && { winLevels: frame.winLevels }),
      availableActions: frame.availableActions,
    },
    note: notes.length > 0 ? notes.join(' ') : null,
  };
}
