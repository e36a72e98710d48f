import { buildEnvelope, type EnvelopeInput, type Line } from '../context/envelope';
import { renderCharacterPrompt, renderDirectorPrompt } from '../context/prompt';
import { type CountTokens, loadTokenizer } from '../context/tokens';
import {
  type DirectorPlan,
  type DirectorReconciliation,
  directorPlan,
  directorReconciliation,
  type SpokenLine,
} from '../contract/agents';
import type { EventDraft } from '../contract/events';
import { type Answer, type Ask, RoundFailure, type Stage } from '../contract/stage';
import { writeInstruction } from '../output/instruction';
import { toProviderSchema } from '../output/json-schema';
import type { CharacterBrief, DirectorBrief } from './briefs';
import {
  type Cue,
  checkPlan,
  nameOf,
  passEvents,
  type Ruling,
  rulePlan,
  ruleReconciliation,
} from './director';
import { personaOf, readInputs, readPast } from './history';
import { heardLine, lineEvent, type Turn } from './lines';
import type { FactChange, WorldUpdated } from './payloads';
import { applyChanges, type SceneState } from './state';
import { castNames, talkOf } from './talk';

/** Names that begin the steps of a round; together they make the version of its journal. */
export const ROUND_STEPS = [
  'director.1',
  'director.2',
  'cue.1',
  'cue.2',
  'character.1',
  'character.2',
  'group.1',
  'group.2',
  'close',
] as const;

/**
 * Play one round (Design §6): director, characters in order, director again, at most one more pass of characters,
 * close. An explicitly empty list of actors, with nobody addressed and nobody leaving, closes the round at once: there
 * is nothing to reconcile.
 *
 * A character that fails is skipped and recorded.
 * @throws RoundFailure when the director fails; what was stored before stays, and a retry goes on from that ask
 */
export async function playRound(stage: Stage<SceneState>): Promise<void> {
  await new RoundPlay(stage, await loadTokenizer()).play();
}

class RoundPlay {
  readonly #stage: Stage<SceneState>;
  readonly #count: CountTokens;
  readonly #n: number;
  readonly #shared: Pick<EnvelopeInput, 'round' | 'past' | 'inputs' | 'type' | 'persona'>;
  /** Lines of this round, in the order they were heard. */
  readonly #replies: Line[] = [];
  readonly #skipped: string[] = [];
  /** Changes of world and trackers, seen by everyone from now on and stored once, at the close. */
  readonly #world: FactChange[] = [];
  readonly #trackers: FactChange[] = [];

  constructor(stage: Stage<SceneState>, count: CountTokens) {
    const { state } = stage;
    if (!state.open) throw new TypeError('no round is open');
    this.#stage = stage;
    this.#count = count;
    this.#n = state.open.n;
    const newest = state.answering.at(-1);
    this.#shared = {
      round: this.#n,
      past: readPast(stage),
      inputs: readInputs(state, this.#n),
      type: newest?.type ?? 'continuation',
      persona: personaOf(state, newest),
    };
  }

  async play(): Promise<void> {
    const mentioned = [...new Set(this.#stage.state.answering.flatMap((input) => input.to))];
    const first = await this.#direct<DirectorPlan>(1, directorPlan, (state, plan) =>
      rulePlan(state, plan, mentioned),
    );
    let leftOver: string[] = [];
    if (first.plan.actingCharacters?.length !== 0 || first.ruling.groups.length > 0) {
      await this.#perform(1, first.plan.openGuidance, first.ruling);
      const second = await this.#direct<DirectorReconciliation>(
        2,
        directorReconciliation,
        ruleReconciliation,
      );
      leftOver = await this.#perform(2, second.plan.openGuidance, second.ruling);
    }
    await this.#close(leftOver);
  }

  async #direct<T extends DirectorPlan | DirectorReconciliation>(
    pass: 1 | 2,
    schema: Ask<T>['schema'],
    rule: (state: SceneState, plan: T) => Ruling,
  ): Promise<{ plan: T; ruling: Ruling }> {
    const stage = this.#stage;
    const { state } = stage;
    const step = `director.${pass}`;
    await stage.commit(`${step}:start`, [
      { kind: 'director.started', actor: 'director', round: this.#n, payload: { pass } },
    ]);
    const envelope = this.#envelope('director', writeInstruction(toProviderSchema(schema)), {
      directorPass: pass,
    });
    const brief: DirectorBrief = { task: 'director', pass, seed: `${stage.seed}/director.${pass}`, envelope };
    const ask: Ask<T, DirectorBrief> = {
      role: 'director',
      purpose: pass === 1 ? 'direct the round' : 'reconcile the round',
      brief,
      messages: renderDirectorPrompt(envelope, this.#count),
      schema,
      schemaName: pass === 1 ? 'director_plan' : 'director_reconciliation',
      profile: state.profiles.director,
      check: (plan) => checkPlan(state, plan),
    };
    const answer = await stage.ask(step, ask, (settled) =>
      settled.ok ? passEvents(state, pass, this.#n, settled, rule(state, settled.value)) : [],
    );
    if (!answer.ok) throw new RoundFailure(answer.failure, step);
    const ruling = rule(state, answer.value);
    this.#world.push(...ruling.world);
    this.#trackers.push(...ruling.trackers);
    return { plan: answer.value, ruling };
  }

  /**
   * Let the groups act one after the other; those of one group at the same time, not hearing each other.
   *
   * @returns ids of those who were skipped
   */
  async #perform(pass: 1 | 2, openGuidance: string | null, { groups }: Ruling): Promise<string[]> {
    const skipped: (string | null)[] = [];
    for (const [index, group] of groups.entries()) {
      const castOrder = this.#stage.state.castOrder;
      const cues = group.toSorted((a, b) => castOrder.indexOf(a.id) - castOrder.indexOf(b.id));
      await this.#announce(`cue.${pass}:${index}`, pass, cues);
      const [only, ...others] = cues;
      if (only && others.length === 0) skipped.push(await this.#act(pass, openGuidance, only));
      else skipped.push(...(await this.#actTogether(pass, openGuidance, cues, index)));
    }
    return skipped.filter((id) => id !== null);
  }

  async #act(pass: 1 | 2, openGuidance: string | null, cue: Cue): Promise<string | null> {
    const turn = this.#turn(pass, cue);
    const ask = this.#characterAsk(pass, openGuidance, cue);
    const answer = await this.#stage.ask(`character.${pass}:${cue.id}`, ask, (settled) => [
      lineEvent(turn, settled),
    ]);
    return this.#hear(turn, answer);
  }

  async #actTogether(
    pass: 1 | 2,
    openGuidance: string | null,
    cues: Cue[],
    index: number,
  ): Promise<(string | null)[]> {
    // Every prompt is made before the first answer, so nobody hears anybody.
    const asks = cues.map((cue) => ({
      turn: this.#turn(pass, cue),
      ask: this.#characterAsk(pass, openGuidance, cue),
    }));
    const answers = await Promise.all(
      asks.map(async ({ turn, ask }) => ({
        turn,
        answer: await this.#stage.ask(`character.${pass}:${turn.cue.id}`, ask),
      })),
    );
    await this.#stage.commit(
      `group.${pass}:${index}`,
      answers.map(({ turn, answer }) => lineEvent(turn, answer)),
    );
    return answers.map(({ turn, answer }) => this.#hear(turn, answer));
  }

  #announce(step: string, pass: 1 | 2, cues: Cue[]): Promise<void> {
    const { state } = this.#stage;
    return this.#stage.commit(
      step,
      cues.map(({ id }) => ({
        kind: 'character.started',
        actor: `character:${id}`,
        round: this.#n,
        payload: { pass, name: nameOf(state, id) },
      })),
    );
  }

  #characterAsk(pass: 1 | 2, openGuidance: string | null, cue: Cue): Ask<SpokenLine, CharacterBrief> {
    const { state, seed } = this.#stage;
    const profile = state.profiles.character;
    const { guidance, entry, exit } = cue;
    const talk = talkOf(profile, castNames(state));
    const { mayEmit } = talk;
    const envelope = this.#envelope(`character:${cue.id}`, talk.instruction, {
      openGuidance,
      directive: { guidance, entry, exit },
    });
    return {
      role: 'character',
      purpose: `${nameOf(state, cue.id)} speaks`,
      brief: {
        task: 'character',
        seed: `${seed}/character.${pass}/${cue.id}`,
        mayEmit,
        envelope,
        ...(talk.sample && { extra: talk.sample }),
      },
      messages: renderCharacterPrompt(envelope, talk.mode === 'prose' ? null : mayEmit, this.#count),
      schema: talk.schema,
      schemaName: 'spoken_line',
      profile,
      fromProse: talk.fromProse,
      speaker: { actor: `character:${cue.id}` },
      ...(talk.mode === 'prose' && { mode: talk.mode }),
      ...(talk.check && { check: talk.check, instruction: talk.instruction }),
    };
  }

  /** Remember what a character came to; null when it was skipped. */
  #hear(turn: Turn, answer: Answer<SpokenLine>): string | null {
    if (answer.ok) this.#replies.push(heardLine(turn, answer.value));
    else this.#skipped.push(turn.cue.id);
    return answer.ok ? null : turn.cue.id;
  }

  #turn(pass: 1 | 2, cue: Cue): Turn {
    const { state } = this.#stage;
    return { round: this.#n, pass, cue, name: nameOf(state, cue.id), profile: state.profiles.character };
  }

  /** @param instruction the gateway ends the prompt with it, so it must fit as well */
  #envelope(viewer: EnvelopeInput['viewer'], instruction: string, own: Partial<EnvelopeInput>) {
    const { state } = this.#stage;
    const schemaTokens = this.#count(instruction);
    return buildEnvelope({
      ...this.#shared,
      state,
      viewer,
      schemaTokens,
      world: applyChanges(state.world, this.#world),
      trackers: applyChanges(state.trackers, this.#trackers),
      replies: [...this.#replies],
      skipped: [...this.#skipped],
      ...own,
    });
  }

  async #close(leftOver: string[]): Promise<void> {
    const round = this.#n;
    const drafts: EventDraft[] = [];
    if (this.#world.length + this.#trackers.length > 0) {
      const payload: WorldUpdated = { world: this.#world, trackers: this.#trackers };
      drafts.push({ kind: 'world.updated', actor: 'director', round, payload });
    }
    if (leftOver.length > 0) {
      const notes = leftOver.map((id) => `${id} was still to act and could not`);
      const audience = ['owner'];
      drafts.push({ kind: 'round.audited', actor: 'system', audience, round, payload: { pass: 2, notes } });
    }
    const actors = [...new Set(this.#replies.map((line) => line.actor.slice('character:'.length)))];
    const payload = { actors, skipped: this.#skipped };
    drafts.push({ kind: 'round.completed', actor: 'system', round, payload });
    await this.#stage.commit('close', drafts);
  }
}
