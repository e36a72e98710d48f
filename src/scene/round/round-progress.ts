import type { CountTokens } from '../../base/tokens';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { Recollection } from '../../contract/memories';
import type { StepContext } from '../../room/step-context';
import { isLineDue } from '../pace';
import { applyChanges, type FactChange, type Line, type SceneState } from '../state';
import { answerAudience, whisperAudience } from '../whispers';
import { type AgentInputs, type AgentTools, gatherInputs } from './agents';
import { type Cue, characterName } from './director';
import { type Lead, resolveLead } from './lead';
import type { SpokenTurn, Turn } from './lines';
import { type HeardLine, readRecalled } from './memories';
import { Recorder } from './record';
import { SecretRedactor } from './secret-redactor';
import { countUnsummarized } from './summaries';
import { readRecipients } from './talk';

/** Reason, for the record, if a round ends early. */
export const LINE_DUE = 'a line was waiting';

export class RoundProgress {
  readonly ctx: StepContext<SceneState>;
  readonly tools: AgentTools;
  readonly n: number;
  readonly shared: AgentInputs;
  readonly recorder = new Recorder();
  readonly lead: Lead;
  memories: ReadonlyMap<string, Recollection[]> = new Map();
  readonly replies: Line[] = [];
  /** Inputs, then lines, each with the characters present. */
  readonly said: HeardLine[] = [];
  readonly skipped: string[] = [];
  /** Changes of world and trackers: visible to everyone at once, stored at the close. */
  readonly world: FactChange[] = [];
  readonly trackers: FactChange[] = [];

  constructor(ctx: StepContext<SceneState>, count: CountTokens) {
    this.ctx = ctx;
    this.tools = { count, seed: ctx.seed };
    this.shared = gatherInputs(ctx, countUnsummarized(ctx.state));
    this.n = this.shared.round;
    this.lead = resolveLead(ctx.state);
  }

  keepRecalled(): void {
    const { memories, counts, notes } = readRecalled(this.ctx.played());
    this.memories = new Map(Object.entries(memories));
    this.recorder.record.memory.recalled = counts;
    this.recorder.note(...notes);
  }

  redactor(): SecretRedactor {
    const { past, inputs } = this.shared;
    return new SecretRedactor(this.ctx.state, [...past, ...inputs, ...this.replies]);
  }

  /** Records a turn and its audience; returns the id of a skipped character, else null. */
  recordTurn({ cue }: Turn, { line }: SpokenTurn, present: string[]): string | null {
    if (!line) {
      this.skipped.push(cue.id);
      return cue.id;
    }
    this.replies.push(line);
    this.said.push({ line, present });
    return null;
  }

  turn(pass: 1 | 2, cue: Cue): Turn {
    const { state } = this.ctx;
    const { inputs } = this.shared;
    return {
      ...{ round: this.n, pass, cue, actor: `character:${cue.id}`, name: characterName(state, cue.id) },
      thoughts: state.settings.thoughts,
      hearers: (line, profile) => {
        const names = readRecipients(profile, line);
        return answerAudience(inputs, cue.id) ?? (names && whisperAudience(state, cue.id, names));
      },
    };
  }

  listInputs(id?: string): AgentInputs {
    const { state } = this.ctx;
    return {
      ...this.shared,
      state,
      world: applyChanges(state.world, this.world),
      trackers: applyChanges(state.trackers, this.trackers),
      replies: [...this.replies],
      skipped: [...this.skipped],
      suggested: this.recorder.record.suggested,
      ...(id !== undefined && { memories: this.memories.get(id) ?? [] }),
    };
  }

  sortByCast(group: Cue[]): Cue[] {
    const { castOrder } = this.ctx.state;
    return group.toSorted((a, b) => castOrder.indexOf(a.id) - castOrder.indexOf(b.id));
  }

  directing(pass: 1 | 2): EventDraft {
    return { kind: 'director.started', actor: 'director', round: this.n, payload: { pass } };
  }

  /**
   * Returns the events that announce what follows a line, or none if a player's line is due, which ends the round. They
   * are stored with the line, so a replay ends at the same place.
   */
  follow(events: EventDraft[]): EventDraft[] {
    return isLineDue(this.ctx.live(), Date.now()) ? [] : events;
  }

  /** True if what these events announce goes on: they were stored. */
  hasFollowed(events: EventDraft[]): boolean {
    const names = new Set(events.map(nameStart));
    return this.ctx.played().some((event) => names.has(nameStart(event)));
  }

  announce(pass: 1 | 2, group: Cue[] | undefined): EventDraft[] {
    const { state } = this.ctx;
    return this.sortByCast(group ?? []).map(({ id }) => ({
      kind: 'character.started',
      actor: `character:${id}`,
      round: this.n,
      payload: { pass, name: characterName(state, id) },
    }));
  }

  overlay(): EventDraft[] {
    if (this.world.length + this.trackers.length === 0) return [];
    const payload: PayloadOf<'world.updated'> = { world: this.world, trackers: this.trackers };
    return [{ kind: 'world.updated', actor: 'director', round: this.n, payload }];
  }
}

const nameStart = ({ kind, actor, payload }: EventDraft): string =>
  kind === 'character.started' || kind === 'director.started' ? `${kind} ${actor} ${payload.pass}` : kind;
