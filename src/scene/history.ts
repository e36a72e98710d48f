import type { Line } from '../context/envelope';
import type { Event } from '../contract/events';
import type { Stage } from '../contract/stage';
import type { LineEdited } from './payloads';
import type { QueuedInput, SceneState } from './state';

/** Edits that a window is expected to hold. */
const EDITS = 16;

/**
 * The conversation before this round, as it was played: each input stands with the round that answered it, which is
 * not where the ledger has it when it had to wait. Inputs that still wait have not been heard yet. A line that was
 * edited says what it says now.
 *
 * @param least at least so many lines, where there are as many
 * @returns at most `historyWindow` lines (or `least`), oldest first
 */
export function readPast(stage: Stage<SceneState>, least = 0): Line[] {
  const { historyWindow, queue } = stage.state;
  const window = Math.max(historyWindow, least);
  // Every line comes with at most one start of a round; edits and waiting inputs must not crowd lines out.
  const limit = 2 * window + queue.length + EDITS;
  const events = stage.recent(['player.spoke', 'character.spoke', 'round.started', 'line.edited'], limit);
  const inputs = new Map<number, Event>();
  const edits = new Map<number, string>();
  const lines: Line[] = [];
  for (const event of events) {
    if (event.kind === 'player.spoke') inputs.set(event.seq, event);
    else if (event.kind === 'character.spoke') lines.push(toLine(event, event.round ?? 0));
    else if (event.kind === 'line.edited') {
      const { seq, text } = event.payload as LineEdited;
      edits.set(seq, text);
    } else {
      const answered = Array.isArray(event.payload.inputs) ? event.payload.inputs : [];
      for (const seq of answered) {
        const input = inputs.get(Number(seq));
        if (input) lines.push(toLine(input, event.round ?? 0));
        inputs.delete(Number(seq));
      }
    }
  }
  return lines.slice(-window).map((line) => {
    const text = line.seq === null ? undefined : edits.get(line.seq);
    return text === undefined ? line : { ...line, text };
  });
}

/** What this round answers, as lines; nothing that has no words. */
export function readInputs(state: SceneState, round: number): Line[] {
  return state.answering.map((input) => ({
    seq: input.seq,
    round,
    actor: input.personaId === undefined ? 'system' : `persona:${input.personaId}`,
    name: personaOf(state, input)?.name ?? 'Somebody',
    kind: 'say',
    text: input.text ?? '',
    to: input.to,
    audience: ['*'],
  }));
}

export const personaOf = (state: SceneState, input: QueuedInput | undefined) =>
  state.personas.find((persona) => persona.id === input?.personaId) ?? null;

function toLine(event: Event, round: number): Line {
  const { name, text, kind, to } = event.payload;
  return {
    seq: event.seq,
    round,
    actor: event.actor,
    name: String(name ?? ''),
    kind: String(kind ?? 'say'),
    text: String(text ?? ''),
    to: Array.isArray(to) ? to.map(String) : [],
    audience: event.audience,
  };
}
