import type { Event, EventOf } from '../contract/events/events';
import { currentWords } from '../contract/events/fold/edits';
import { withRoundAudience } from '../contract/events/fold/hidden';
import { type HiddenLines, isHiddenLine } from '../contract/events/fold/hidden-lines';
import type { StepContext } from '../room/step-context';
import { sanitizeName } from './prompt/conversation';
import type { Line, QueuedInput, SceneState } from './state';

/**
 * Reads the conversation before this round in playing order: an input comes with the round that answers it,
 * not at its ledger position. Waiting inputs and hidden or deleted lines are left out. Edited lines have
 * their current text.
 *
 * @param least minimum number of lines
 * @returns at most one line more than `historyWindow` (or `least`), oldest first
 */
export function readHistory(ctx: Pick<StepContext<SceneState>, 'state' | 'past'>, least = 0): Line[] {
  const { historyWindow, edits, hiddenLines } = ctx.state;
  // One more line than the window shows that older lines exist.
  const window = Math.max(historyWindow + 1, least);
  const says = currentWords(edits);
  const inputs = new Map<number, EventOf<'player.spoke'>>();
  const lines: Line[] = [];
  for (const event of takeHistory(ctx.past(), window, hiddenLines)) {
    if (event.kind === 'player.spoke') inputs.set(event.seq, event);
    else if (event.kind === 'character.spoke') lines.push(toLine(event, event.round ?? 0));
    else if (event.kind === 'dice.rolled') lines.push(toRollLine(event));
    else if (event.kind === 'handout.shown') lines.push(toHandoutLine(event));
    else {
      for (const seq of event.payload.inputs) {
        const input = inputs.get(seq);
        if (input) lines.push(toLine(withRoundAudience(input), event.round ?? 0));
        inputs.delete(seq);
      }
    }
  }
  return lines.slice(-window).map((line) => {
    const text = line.seq === null ? undefined : says.get(line.seq);
    return text === undefined ? line : { ...line, text };
  });
}

type SpokenLine = EventOf<'character.spoke' | 'player.spoke'>;
type TakenInputs = SpokenLine | EventOf<'dice.rolled' | 'handout.shown' | 'round.started'>;

/** The events of the last `window` lines, oldest first: lines, inputs, and the starts that answer them. */
function takeHistory(newestFirst: Iterable<Event>, window: number, hidden: HiddenLines): TakenInputs[] {
  const events: TakenInputs[] = [];
  const inputSeqs = new Set<number>();
  let lines = 0;
  for (const event of newestFirst) {
    if (lines >= window && inputSeqs.size === 0) break;
    if (isHiddenLine(hidden, event)) {
      inputSeqs.delete(event.seq);
      continue;
    }
    if (event.kind === 'round.started') {
      for (const seq of event.payload.inputs) inputSeqs.add(seq);
      events.push(event);
    } else if (isOwnLine(event)) {
      lines += 1;
      events.push(event);
    } else if (inputSeqs.delete(event.seq) && event.kind === 'player.spoke') {
      lines += 1;
      events.push(event);
    }
  }
  return events.reverse();
}

/**
 * Converts the inputs of the open round to lines. A hidden input, answered on retry, asks the cast to
 * continue.
 */
export function readInputs(state: SceneState, round: number): Line[] {
  return state.answering.map((input) => ({
    seq: input.seq,
    round,
    actor: input.personaId === undefined ? 'system' : `persona:${input.personaId}`,
    name: inputPersona(state, input)?.name ?? 'Somebody',
    kind: 'say',
    text: state.hiddenLines[input.seq] === undefined ? (input.text ?? '') : '',
    to: input.to,
    audience: input.audience ?? ['*'],
  }));
}

export const inputPersona = (state: SceneState, input: QueuedInput | undefined) =>
  state.personas.find((persona) => persona.id === input?.personaId) ?? null;

/** The main input of a round with several: the last one with text, else the last. */
export const newestLine = ({ answering }: Pick<SceneState, 'answering'>): QueuedInput | undefined =>
  answering.findLast(({ type }) => type === 'user') ?? answering.at(-1);

/** True for a line at its place in the ledger; inputs move to the round that answers them. */
const isOwnLine = (event: Event): event is EventOf<'character.spoke' | 'dice.rolled' | 'handout.shown'> =>
  event.kind === 'character.spoke' ||
  event.kind === 'dice.rolled' ||
  (event.kind === 'handout.shown' && event.payload.knownToCast);

const toHandoutLine = ({ seq, round = 0, audience, payload }: EventOf<'handout.shown'>): Line => ({
  ...{ seq, round, actor: 'system', name: 'Handout', kind: 'handout', to: [], audience },
  text: [payload.title, payload.text].filter(Boolean).join('\n'),
});

/** The name is not the persona's, so that no spoken line can look like a roll. */
const toRollLine = ({ seq, round = 0, audience, payload }: EventOf<'dice.rolled'>): Line => ({
  ...{ seq, round, actor: 'system', name: 'Dice', kind: 'roll', to: [], audience },
  text: `${sanitizeName(payload.name)} rolls ${payload.notation}: ${payload.total}`,
});

function toLine(event: SpokenLine, round: number): Line {
  const { name, text } = event.payload;
  return {
    seq: event.seq,
    round,
    actor: event.actor,
    name,
    kind: event.kind === 'character.spoke' ? event.payload.kind : 'say',
    text,
    to: event.kind === 'player.spoke' ? event.payload.to : [],
    audience: event.audience,
  };
}
