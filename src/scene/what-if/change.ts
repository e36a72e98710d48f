import type { Event, EventDraft } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import type { ScriptRound } from '../../contract/what-if';
import { editLine, findLine } from '../actions/lines';
import type { SceneState } from '../state';
import { guardWords } from '../table/state';

/**
 * Gives a line another text: a line that the branch copies is edited; a player's line of a later round is
 * replaced.
 *
 * @param past events that the branch copies
 * @returns the edit, if there is one, and the script; `invalid` for other lines
 */
export function changeLine(
  state: SceneState,
  past: readonly Event[],
  script: readonly ScriptRound[],
  { seq, text }: { seq: number; text: string },
): Result<{ edits: EventDraft[]; script: readonly ScriptRound[] }> {
  if (seq <= state.head) {
    const line = findLine(
      state,
      {
        page: (after, limit) => past.filter((event) => event.seq > after).slice(0, limit),
        walk: (from) => past.filter((event) => event.seq >= from),
        roundEvents: (n) => {
          const own = past.filter(({ round }) => round === n);
          const inputs = own.flatMap((event) => (event.kind === 'round.started' ? event.payload.inputs : []));
          return past.filter((event) => event.round === n || inputs.includes(event.seq));
        },
      },
      seq,
    );
    const edits = editLine(state, line, text);
    return edits.ok ? ok({ edits: edits.value, script }) : edits;
  }
  const at = script.findIndex(({ before, inputs }) =>
    before.some((event) => event.seq === seq && event.kind === 'player.spoke' && inputs.includes(seq)),
  );
  if (at < 0) {
    const message = `line ${seq} is neither a line before the first replayed round nor a player's line in a replayed round`;
    return fail({ code: 'invalid', errors: [{ pointer: '/line/seq', message }] });
  }
  if (state.table && guardWords(state.table).leaks(text)) {
    return fail({ code: 'invalid', errors: [{ pointer: '/line/text', message: 'contains a dealt word' }] });
  }
  const replaced = script.map((round, index) =>
    index === at ? { ...round, before: round.before.map((event) => withText(event, seq, text)) } : round,
  );
  return ok({ edits: [], script: replaced });
}

const withText = (event: Event, seq: number, text: string): Event =>
  event.seq === seq && event.kind === 'player.spoke'
    ? { ...event, payload: { ...event.payload, text } }
    : event;
