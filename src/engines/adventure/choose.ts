import {
  type AdventurerAnswer,
  adventurerAnswer,
  type CriticAnswer,
  criticAnswer,
} from '../../api/adventure-agents';
import type { EventDraft, PayloadOf } from '../../events/events';
import type { StoryPlayer } from '../../games/zmachine/types';
import { type Answer, wasReached } from '../../room/step-context';
import { answeredBy, draft, failTurn, leftFor, putQuestion, type Turn } from './ask';
import type { AdventurerBrief, CriticBrief } from './briefs';
import { cleanAction } from './command/commands';
import { ruleByMachine, ruleByScore } from './command/critic';
import { isSameGoal, readObjectiveFields } from './objectives/objectives';
import { adventurerMessages } from './prompts/adventurer';
import { criticMessages } from './prompts/critic';
import { toBeTyped } from './state';
import type { AdventureState, Given } from './state-types';
import { troubleNow } from './stuck';

/** Commands of a turn and their source. */
export interface Plan {
  commands: string[];
  by: 'adventurer' | 'player';
  given: Given | null;
  thinking: string | null;
  /** Objectives that the proposals of the turn declare and name as done, rejected proposals included. */
  declared: NonNullable<PayloadOf<'command.proposed'>['newObjective']>[];
  completed: string[];
}

/** Proposals of a turn; the last one is taken. */
const MAX_TRIES = 3;

/**
 * Chooses a command that a person took over, else one that the adventurer proposes and the critic accepts. A rejection
 * is of the command alone: a goal stays one, and what is done stays done.
 */
export async function chooseCommands(turn: Turn): Promise<Plan> {
  const { ctx } = turn;
  const [takenOver] = toBeTyped(ctx.state);
  if (takenOver) {
    return {
      commands: [takenOver.command],
      by: 'player',
      given: takenOver,
      thinking: null,
      declared: [],
      completed: [],
    };
  }
  const rejections: AdventurerBrief['rejected'] = [];
  const newObjectives: Plan['declared'] = [];
  const doneNames: Plan['completed'] = [];
  for (let k = 0; ; k += 1) {
    const proposal = await propose(turn, `adventurer:${k}`, rejections);
    const { newObjective, completeObjective, thinking } = proposal;
    // Asked again, it may well say the same again.
    if (newObjective && !newObjectives.some(({ text }) => isSameGoal(text, newObjective.text)))
      newObjectives.push(newObjective);
    if (completeObjective !== null && !doneNames.includes(completeObjective))
      doneNames.push(completeObjective);
    const command = proposal.commands.join(', ');
    const ruling = await rule(turn, `critic:${k}`, proposal, k);
    if (ruling.accepted) {
      // What can't be typed at all becomes a look around.
      const commands = proposal.commands.length > 0 ? proposal.commands : ['look'];
      return {
        commands,
        by: 'adventurer',
        given: null,
        thinking,
        declared: newObjectives,
        completed: doneNames,
      };
    }
    rejections.push({ command, reason: ruling.reason });
  }
}

async function propose(
  turn: Turn,
  step: string,
  rejected: AdventurerBrief['rejected'],
): Promise<PayloadOf<'command.proposed'>> {
  const { player } = turn;
  const { state, seed } = turn.ctx;
  const snapshot = state.story?.snapshot;
  if (!snapshot) throw new Error('no episode is being played');
  const brief: AdventurerBrief = {
    task: 'adventurer',
    seed,
    state,
    rejected: [...rejected],
    suggested: state.given.findLast(({ mode }) => mode === 'suggest')?.command ?? null,
    vocabulary: player.vocabulary,
    attempt: (commands) => player.attempt(snapshot, commands),
    exits: () => player.exits(snapshot),
  };
  return putQuestion(
    turn,
    {
      step,
      role: 'adventurer',
      purpose: 'next_command',
      brief,
      write: adventurerMessages,
      schema: adventurerAnswer,
    },
    {
      // One in which nothing is usable counts as one: the turn looks around.
      decide: (answer) =>
        wasReached(answer) ? readProposal(step, answer, state) : failTurn(state, step, answer),
      events: (proposed) => [draft(state, 'command.proposed', 'agent', proposed)],
    },
  );
}

function readProposal(
  step: string,
  answer: Answer<AdventurerAnswer>,
  { story }: AdventureState,
): PayloadOf<'command.proposed'> {
  const value = answer.ok ? answer.value : null;
  const action = readAction(value?.action ?? '', story?.awaits === 'key');
  return {
    step,
    thinking:
      value === null
        ? 'Nothing usable was answered: the service looks around.'
        : readThinking(value.thinking),
    action: value?.action ?? '',
    ...action,
    ...readObjectiveFields(value?.new_objective, value?.complete_objective),
    fallback: value === null,
    ...answeredBy(answer),
  };
}

/** Thoughts in another form than a text are none, unless they are a list of texts. */
function readThinking(raw: unknown): string {
  const thoughts = Array.isArray(raw) ? raw : [raw];
  return thoughts.filter((thought) => typeof thought === 'string').join(' ');
}

/** A key is typed as it is; a line is cleaned. What can't be sent as it stands is looked at by the critic. */
function readAction(
  action: string,
  isKey: boolean,
): Pick<PayloadOf<'command.proposed'>, 'commands' | 'cleaned'> {
  if (isKey) return { commands: [action.trim() || 'enter'], cleaned: [] };
  const { commands, cleaned, refused } = cleanAction(action);
  return { commands, cleaned: refused === null ? cleaned : [...cleaned, refused] };
}

type CriticRuling = { accepted: true } | { accepted: false; reason: string };

async function rule(
  turn: Turn,
  step: string,
  proposed: PayloadOf<'command.proposed'>,
  tries: number,
): Promise<CriticRuling> {
  const { ctx, player } = turn;
  const { state } = ctx;
  // Nothing usable was answered: whoever gives nothing gives it again, and a look around needs nobody's opinion.
  if (proposed.fallback) return ACCEPTED;
  const isLast = tries >= MAX_TRIES - 1 || leftFor(turn) <= 0;
  const machine = ruleWithoutModel(state, player, proposed);
  if (machine !== null) {
    const payload = byMachine(step, proposed, machine, isLast ? 'out_of_tries' : null);
    await ctx.effect(
      step,
      null,
      () => null,
      () => [draftRuling(state, isLast, 'system', payload)],
    );
    return isLast ? ACCEPTED : { accepted: false, reason: machine };
  }
  // A key is no matter of opinion.
  if (!state.config.options.critic.on || leftFor(turn) <= 0 || state.story?.awaits === 'key') return ACCEPTED;
  return ruleWithModel(turn, step, proposed, tries);
}

/** A command passes whatever its score where `override` says why; one that does not pass has none. */
const draftRuling = (
  state: AdventureState,
  accepted: boolean,
  actor: string,
  payload: PayloadOf<'critic.accepted'>,
): EventDraft =>
  accepted
    ? draft(state, 'critic.accepted', actor, payload)
    : draft(state, 'critic.rejected', actor, { ...payload, override: null });

const ACCEPTED = { accepted: true } as const;

/** Returns the reason why the story itself rules the proposal out; null when it does not. */
function ruleWithoutModel(
  state: AdventureState,
  player: StoryPlayer,
  { commands, cleaned }: PayloadOf<'command.proposed'>,
): string | null {
  const [first] = commands;
  if (first === undefined) return cleaned.at(-1) ?? 'there is no command in it';
  const snapshot = state.story?.snapshot;
  if (!snapshot || state.story?.awaits === 'key' || !state.config.options.critic.on) return null;
  for (const [k, command] of commands.entries()) {
    const trial = player.attempt(snapshot, commands.slice(0, k + 1));
    const ruling = ruleByMachine(command, { state, trial, vocabulary: player.vocabulary });
    if (ruling) return ruling.reason;
  }
  return null;
}

const byMachine = (
  step: string,
  { commands }: PayloadOf<'command.proposed'>,
  reason: string,
  override: PayloadOf<'critic.accepted'>['override'],
): PayloadOf<'critic.accepted'> => ({
  step,
  command: commands.join(', '),
  by: 'machine',
  score: null,
  reason,
  override,
  provider: null,
  rung: null,
  calls: 0,
  usage: { promptTokens: 0, completionTokens: 0 },
});

async function ruleWithModel(
  turn: Turn,
  step: string,
  { commands, thinking }: PayloadOf<'command.proposed'>,
  tries: number,
): Promise<CriticRuling> {
  const { player } = turn;
  const callsLeft = leftFor(turn);
  const { state, seed } = turn.ctx;
  const snapshot = state.story?.snapshot;
  if (!snapshot) return ACCEPTED;
  const command = commands.join(', ');
  const attempt = (typed: readonly string[]) => player.attempt(snapshot, typed);
  const brief: CriticBrief = { task: 'critic', seed, state, command, thinking, attempt };
  const decide = (answer: Answer<CriticAnswer>) => {
    const review = answer.ok ? answer.value : null;
    const { accepted, override } = ruleByScore(review, {
      options: state.config.options,
      // Where no other proposal can be asked for, this one is the last.
      tries: answer.calls < callsLeft ? tries : MAX_TRIES - 1,
      trouble: troubleNow(state),
    });
    const payload: PayloadOf<'critic.accepted'> = {
      step,
      command,
      by: 'critic',
      score: review?.score ?? null,
      reason: review?.reason ?? 'nothing usable was answered',
      override,
      ...answeredBy(answer),
    };
    return { said: review, accepted, payload };
  };
  const { said, accepted } = await putQuestion(
    turn,
    {
      step,
      role: 'critic',
      purpose: 'command_review',
      brief,
      write: criticMessages,
      schema: criticAnswer,
    },
    {
      decide,
      events: (ruled) => [draftRuling(state, ruled.accepted, 'agent', ruled.payload)],
    },
  );
  if (accepted) return ACCEPTED;
  const better = said?.suggestion ? ` Better: ${said.suggestion}.` : '';
  return { accepted: false, reason: `${said?.reason ?? ''}${better}` };
}
