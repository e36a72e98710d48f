import { answererKind } from '../../base/answerer';
import type { CountTokens } from '../../base/tokens';
import type { Event, PayloadOf } from '../../contract/events/events';
import { readAlternatives } from '../../contract/events/fold/edits';
import type { Recollection } from '../../contract/memories';
import { RoundFailure, type StepContext } from '../../room/step-context';
import { inputPersona } from '../history';
import type { Line } from '../state';
import { characterId, findMember, type QueuedInput, type SceneState } from '../state';
import { type AgentInputs, type AgentRequest, gatherInputs } from './agents';
import { askAgent } from './ask-agent';
import { askCharacter } from './ask-character';
import { askDraft } from './ask-draft';
import { askNarrator } from './ask-narrator';
import { type Cue, characterName, plainCue } from './director';
import { lineEvents, streamLine } from './lines';
import { listPresent, numberLines, refreshRecalled, writeMemories } from './memories';
import { Recorder } from './record';
import { countUnsummarized, summarizeDue } from './summaries';

const NARRATOR = 'narrator';

/**
 * A round in which only the narrator speaks; the director is not asked.
 *
 * @throws RoundFailure if the narrator is unreachable or gives no usable line
 */
export async function playNarration(ctx: StepContext<SceneState>, count: CountTokens): Promise<void> {
  const { state, seed } = ctx;
  const recorder = new Recorder();
  const agentInputs = gatherInputs(ctx, countUnsummarized(state));
  const { round } = agentInputs;
  const request = askNarrator(agentInputs, { count, seed });
  const cue = plainCue(NARRATOR);
  const { thoughts } = state.settings;
  const turn = { round, pass: 1 as const, cue, actor: NARRATOR, name: 'Narrator', thoughts };
  await recorder.keep(round, async () => {
    const { line } = await askAgent(ctx, recorder, NARRATOR, NARRATOR, request, {
      decide: ({ answer, profile }) =>
        answer.ok ? streamLine(turn, answer, profile) : new RoundFailure(answer.failure, NARRATOR),
      events: (spoken) => lineEvents(turn, spoken),
    });
    const ownLines = numberLines([{ line, present: listPresent(ctx.state) }], ctx.played());
    const messages = [...agentInputs.past, ...ownLines.map((one) => one.line)];
    await summarizeDue(ctx, recorder, agentInputs, messages, { count, seed });
    const memories = writeMemories(ctx.state, recorder, ownLines);
    await ctx.commit('close', [...memories, ...recorder.close(round, [NARRATOR])]);
  });
}

/**
 * A round that rewrites a line: regenerates it as a chosen alternative, or continues it. The character gets
 * the knowledge and cue that it had then.
 *
 * @param input names the line; its text is guidance for this attempt
 * @throws RoundFailure if the line is too far back, or there is no usable answer
 */
export async function playRewriting(
  ctx: StepContext<SceneState>,
  count: CountTokens,
  input: QueuedInput,
): Promise<void> {
  const { state, seed } = ctx;
  const { line: seq = 0, text: direction = '' } = input;
  const goesOn = input.type === 'continue';
  const agentInputs = gatherInputs(ctx);
  const { round } = agentInputs;
  const line = agentInputs.past.find((one) => one.seq === seq);
  const id = line && findMember(state, characterId(line.actor))?.id;
  if (!line || id === undefined) {
    const detail = `line ${seq} is not a character's line within the history window`;
    throw new RoundFailure({ code: 'conflict', detail, fix: 'Edit it, or roll back to its round.' }, '');
  }
  const toldThen = readNarration(ctx.past(), line, id);
  const earlier = agentInputs.past.filter((one) => one.seq !== null && one.seq < seq + (goesOn ? 1 : 0));
  const sameRound = earlier.filter((one) => one.round === line.round);
  const own: AgentInputs = {
    ...agentInputs,
    round: line.round,
    past: earlier.filter((one) => one.round < line.round),
    inputs: sameRound.filter(({ actor }) => !actor.startsWith('character:')),
    replies: sameRound.filter(({ actor }) => actor.startsWith('character:')),
    memories: refreshRecalled(state, () => ctx.past(), id, toldThen.memories),
    state: before(state, line.round),
  };
  const wishes = [toldThen.cue.guidance ?? '', goesOn ? CONTINUE : '', direction].filter(
    (wish) => wish !== '',
  );
  const cue = { ...toldThen.cue, guidance: wishes.length > 0 ? wishes.join('\n') : null };
  const rewrites = { notAgain: goesOn ? [] : listWordings(state, ctx.past(), line) };
  const request = withoutSpeaker(askCharacter(own, 1, toldThen.openGuidance, cue, { count, seed }, rewrites));
  const recorder = new Recorder();
  const step = `${input.type}:${id}`;
  await recorder.keep(round, async () => {
    await askAgent(ctx, recorder, step, line.actor, request, {
      decide: ({ answer }) => (answer.ok ? answer : new RoundFailure(answer.failure, step)),
      events: ({ value, rung, ...answer }) => {
        const by = { by: 'model', ...answererKind(answer), rung } as const;
        const payload: PayloadOf<'line.edited'> = goesOn
          ? { seq, text: `${line.text.trimEnd()} ${value.text}`, continues: true, ...by }
          : { seq, text: value.text, kind: value.kind, ...by };
        return [{ kind: 'line.edited', actor: line.actor, audience: line.audience, round, payload }];
      },
    });
    recorder.note(
      `${characterName(state, id)} ${goesOn ? `went on with line ${seq}` : `spoke line ${seq} anew`}`,
    );
    await ctx.commit('close', recorder.close(round, []));
  });
}

/**
 * A round that drafts a line for a player. Only the player sees it, and it is not part of the conversation.
 *
 * @param input names the persona; its text is guidance
 * @throws RoundFailure if there is no usable line
 */
export async function playDraft(
  ctx: StepContext<SceneState>,
  count: CountTokens,
  input: QueuedInput,
): Promise<void> {
  const { state, seed } = ctx;
  const agentInputs: AgentInputs = { ...gatherInputs(ctx), inputs: [] };
  const { round } = agentInputs;
  const persona = inputPersona(state, input);
  if (!persona) throw new TypeError('a draft is for a persona');
  const actor = `persona:${persona.id}`;
  const request = withoutSpeaker(askDraft(agentInputs, persona, input.text ?? '', { count, seed }));
  const recorder = new Recorder();
  await recorder.keep(round, async () => {
    await askAgent(ctx, recorder, 'draft', actor, request, {
      decide: ({ answer }) => (answer.ok ? answer : new RoundFailure(answer.failure, 'draft')),
      events: ({ value: { text }, rung, ...answer }) => {
        const payload: PayloadOf<'draft.written'> = {
          ...{ personaId: persona.id, text, rung },
          ...answererKind(answer),
        };
        return [{ kind: 'draft.written', actor, audience: [actor], round, payload }];
      },
    });
    await ctx.commit('close', recorder.close(round, []));
  });
}

const CONTINUE = 'Continue your last line from where it ends. Write only the new part, and repeat nothing.';

/**
 * Finds the director's cue for one of a character's lines, and the memories it recalled then; empty for a
 * round without a record. A character may speak in both passes of a round, with a different cue in each.
 */
function readNarration(
  newestFirst: Iterable<Event>,
  { seq, round }: Pick<Line, 'seq' | 'round'>,
  id: string,
): { cue: Cue; openGuidance: string | null; memories: Recollection[] } {
  const passes: PayloadOf<'round.audited'>['passes'] = [];
  let linePass: number | null = null;
  let memories: Recollection[] = [];
  for (const event of newestFirst) {
    if (event.round !== undefined && event.round < round) break;
    if (event.round !== round) continue;
    if (event.kind === 'memory.recalled') memories = event.payload.memories[id] ?? [];
    if (event.kind === 'round.audited') passes.push(...event.payload.passes);
    if (event.kind === 'character.spoke' && event.seq === seq) linePass = event.payload.pass;
  }
  for (const { pass, acting, openGuidance } of passes) {
    const cue = pass === linePass && acting.flat().find((one) => one.id === id);
    if (cue) return { cue, openGuidance, memories };
  }
  return { cue: plainCue(id), openGuidance: null, memories };
}

function listWordings(
  { edits }: SceneState,
  newestFirst: Iterable<Event>,
  { seq, text }: Pick<Line, 'seq' | 'text'>,
): string[] {
  const { texts = [] } = (seq !== null && readAlternatives(edits).get(seq)) || {};
  const firstWords = texts.length > 0 ? findFirstWords(newestFirst, seq) : null;
  return [...new Set([firstWords, ...texts, text].filter((words) => words !== null))];
}

function findFirstWords(newestFirst: Iterable<Event>, seq: number | null): string | null {
  for (const event of newestFirst) {
    if (event.seq === seq) return event.kind === 'character.spoke' ? event.payload.text : null;
  }
  return null;
}

/** Otherwise the streamed sentences would appear as a new line of the round. */
function withoutSpeaker<T>({ ask, use, fallback }: AgentRequest<T>): AgentRequest<T> {
  const { speaker: _speaker, ...silent } = ask;
  return { ask: silent, use, ...(fallback && { fallback: () => withoutSpeaker(fallback()) }) };
}

function before(state: SceneState, round: number): SceneState {
  const { summary } = state;
  const running = summary.throughRound < round ? summary.running : null;
  const bullets = summary.bullets.filter((bullet) => bullet.round < round);
  return { ...state, summary: { ...summary, running, bullets } };
}
