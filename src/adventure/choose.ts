import { isEnterPrompt } from 'zmachine-story';
import { isSmall } from '../base/answerer';
import { suspendOn } from '../base/suspend';
import {
  type AdventurerAnswer,
  adventurerAnswer,
  type CriticAnswer,
  criticAnswer,
} from '../contract/adventure-agents';
import type { EventDraft, PayloadOf } from '../contract/events/events';
import { type Answer, didRespond } from '../room/step-context';
import { answererOfCall, callsLeftFor, draft, failTurn, putQuestion, readBrief, type Turn } from './ask';
import type { AdventurerBrief } from './briefs';
import { cleanAction } from './command/commands';
import { judgeByMachine, judgeByMemory, judgeByScore } from './command/critic';
import { isFair, toLooks } from './fair/play';
import { listFresh } from './fresh-commands';
import { readObjectiveFields } from './objectives/read-fields';
import { isSameGoal } from './objectives/same-goal';
import { adventurerMessages } from './prompts/adventurer';
import { criticMessages } from './prompts/critic';
import { checkSmall, smallAdventurerMessages, smallAnswer, smallForm } from './prompts/small';
import { nextCommand } from './state';
import type { AdventureState, QueuedCommand } from './state-types';
import { currentTrouble } from './stuck';
import { listHints } from './valid-actions';

export interface Plan {
  commands: string[];
  given: QueuedCommand | null;
  thinking: string | null;
  /** Objectives that the turn's proposals declare or complete, including rejected proposals. */
  declared: NonNullable<PayloadOf<'command.proposed'>['newObjective']>[];
  completed: string[];
}

/** The last proposal is always accepted. */
const MAX_TRIES = 3;

type Proposal = PayloadOf<'command.proposed'>;

/**
 * Returns a person's command, else the first proposal of the adventurer that the critic accepts. Only commands are
 * rejected: objectives of a rejected proposal still count.
 */
export async function chooseCommands(turn: Turn): Promise<Plan> {
  const [takenOver] = nextCommand(turn.ctx.state);
  if (takenOver) {
    const { command } = takenOver;
    return {
      commands: [command],
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
    // The next proposal often repeats it.
    if (newObjective && !newObjectives.some(({ text }) => isSameGoal(text, newObjective.text)))
      newObjectives.push(newObjective);
    if (completeObjective !== null && !doneNames.includes(completeObjective))
      doneNames.push(completeObjective);
    const reason = await findObjection(turn, `critic:${k}`, proposal, k);
    if (reason !== null) {
      // A refused list has no commands, so show the agent its own text.
      rejections.push({ command: proposal.commands.join(', ') || proposal.action.trim(), reason });
      continue;
    }
    // If no part can be typed, look around.
    const commands = proposal.commands.length > 0 ? proposal.commands : ['look'];
    const objectives = { declared: newObjectives, completed: doneNames };
    return { commands, given: null, thinking, ...objectives };
  }
}

function takeSnapshot({ story }: AdventureState) {
  if (!story) throw new Error('no episode is being played');
  return story.snapshot;
}

async function propose(turn: Turn, step: string, rejected: AdventurerBrief['rejected']): Promise<Proposal> {
  const { ctx, player } = turn;
  const { state } = ctx;
  const snapshot = takeSnapshot(state);
  const looks = toLooks(state, player);
  const facts = {
    rejected: [...rejected],
    suggested: state.given.findLast(({ mode }) => mode === 'suggest')?.command ?? null,
    vocabulary: looks.vocabulary,
    hints: await listHints(state, looks),
    attempt: suspendOn((commands: readonly string[]) => looks.attempt(snapshot, commands)),
    exits: suspendOn(() => looks.exits(snapshot)),
  };
  const brief: AdventurerBrief = readBrief(turn, 'adventurer', facts);
  const common = { step, role: 'adventurer', purpose: 'next_command', brief } as const;
  return putQuestion(
    turn,
    isSmall(state.config.profiles.adventurer)
      ? { ...common, ...askSmall(brief) }
      : { ...common, write: adventurerMessages, schema: adventurerAnswer },
    {
      // An unusable answer counts as a proposal: the turn looks around.
      decide: (answer) =>
        didRespond(answer) ? readProposal(step, answer, state) : failTurn(state, step, answer),
      events: (proposal) => [draft(state, 'command.proposed', 'agent', proposal)],
    },
  );
}

/** The request to a small model. After a rejection it is retried once. */
const askSmall = (brief: AdventurerBrief) => ({
  write: smallAdventurerMessages,
  schema: smallAnswer,
  instruction: smallForm(brief),
  check: (value: AdventurerAnswer) => checkSmall(brief, value),
  ...(brief.rejected.length > 0 && { isLast: true as const }),
});

function readProposal(step: string, answer: Answer<AdventurerAnswer>, state: AdventureState): Proposal {
  const value = answer.ok ? answer.value : null;
  const isKey = state.story?.awaits === 'key';
  const isAtEnter = state.story !== null && isEnterPrompt(state.story);
  const isReplaced = value === null && !isKey && !isAtEnter && isSmall(state.config.profiles.adventurer);
  // Otherwise a small model that repeats itself would look around every turn.
  const action = isReplaced ? (listFresh(state, 1)[0] ?? '') : (value?.action ?? '');
  return {
    step,
    thinking:
      value === null
        ? isReplaced
          ? 'The answer had nothing new: the service types a command that is new here.'
          : 'The answer was not usable: the service looks around.'
        : readThinking(value.thinking),
    action: value?.action ?? '',
    ...(isAtEnter && ENTER.test(action.trim()) ? JUST_ENTER : readAction(action, isKey)),
    ...readObjectiveFields(value?.new_objective, value?.complete_objective),
    fallback: value === null,
    ...answererOfCall(answer),
  };
}

/** Accepts a text or a list of texts. */
function readThinking(raw: unknown): string {
  const thoughts = Array.isArray(raw) ? raw : [raw];
  return thoughts.filter((thought) => typeof thought === 'string').join(' ');
}

/** Actions that press Enter when the story asks for it: an empty one, or the key's name. */
const ENTER = /^[`"'<[(]*(?:(?:press|hit|type)\s+)?(?:enter|return)?[`"'>\])]*$/i;
const JUST_ENTER: Pick<Proposal, 'commands' | 'cleaned'> = { commands: [''], cleaned: [] };
const isJustEnter = ({ commands }: Pick<Proposal, 'commands'>): boolean =>
  commands.length === 1 && commands[0] === '';

/** A key is typed as it is; a line is cleaned. If the line is refused, the reason becomes the last of `cleaned`. */
function readAction(action: string, isKey: boolean): Pick<Proposal, 'commands' | 'cleaned'> {
  if (isKey) return { commands: [action.trim() || 'enter'], cleaned: [] };
  const { commands, cleaned, refused } = cleanAction(action);
  return { commands, cleaned: refused === null ? cleaned : [...cleaned, refused] };
}

/** The reason to reject a proposal; null to accept it. */
async function findObjection(
  turn: Turn,
  step: string,
  proposal: Proposal,
  tries: number,
): Promise<string | null> {
  const { state } = turn.ctx;
  // Don't retry unusable answers, which would repeat; looking around and Enter need no opinion.
  if (proposal.fallback || isJustEnter(proposal)) return null;
  const isLast = tries >= MAX_TRIES - 1 || callsLeftFor(turn) <= 0;
  const reason = await judgeWithoutModel(turn, proposal);
  if (reason !== null) {
    const payload: PayloadOf<'critic.accepted'> = {
      step,
      command: proposal.commands.join(', '),
      by: 'machine',
      score: null,
      reason,
      override: 'out_of_tries',
      provider: null,
      rung: null,
      calls: 0,
      usage: { promptTokens: 0, completionTokens: 0 },
    };
    await turn.ctx.effect(
      step,
      null,
      () => null,
      () => [draftRuling(state, isLast, 'system', payload)],
    );
    return isLast ? null : reason;
  }
  // Keys need no opinion.
  if (!state.config.options.critic.on || callsLeftFor(turn) <= 0 || state.story?.awaits === 'key')
    return null;
  return judgeWithModel(turn, step, proposal, tries);
}

/** `override` explains why a command passes at a low score; rejections have none. */
const draftRuling = (
  state: AdventureState,
  accepted: boolean,
  actor: string,
  payload: PayloadOf<'critic.accepted'>,
): EventDraft =>
  accepted
    ? draft(state, 'critic.accepted', actor, payload)
    : draft(state, 'critic.rejected', actor, { ...payload, override: null });

async function judgeWithoutModel(
  { ctx: { state }, player }: Turn,
  { commands, cleaned }: Proposal,
): Promise<string | null> {
  if (commands.length === 0) return cleaned.at(-1) ?? 'there is no command in it';
  if (state.story?.awaits === 'key' || !state.config.options.critic.on) return null;
  for (const [k, command] of commands.entries()) {
    const reason = isFair(state)
      ? judgeByMemory(command, state)
      : judgeByMachine(command, {
          state,
          trial: await player.attempt(takeSnapshot(state), commands.slice(0, k + 1)),
          vocabulary: player.vocabulary,
        });
    if (reason !== null) return reason;
  }
  return null;
}

async function judgeWithModel(
  turn: Turn,
  step: string,
  { commands, thinking }: Proposal,
  tries: number,
): Promise<string | null> {
  const callsLeft = callsLeftFor(turn);
  const { state } = turn.ctx;
  const snapshot = takeSnapshot(state);
  const command = commands.join(', ');
  const looks = toLooks(state, turn.player);
  const attempt = suspendOn((typed: readonly string[]) => looks.attempt(snapshot, typed));
  const decide = (answer: Answer<CriticAnswer>) => {
    const review = answer.ok ? answer.value : null;
    const { accepted, override } = judgeByScore(review, {
      options: state.config.options,
      // If no call is left for another proposal, this one is the last.
      tries: answer.calls < callsLeft ? tries : MAX_TRIES - 1,
      trouble: currentTrouble(state),
    });
    const payload: PayloadOf<'critic.accepted'> = {
      step,
      command,
      by: 'critic',
      score: review?.score ?? null,
      reason: review?.reason ?? 'nothing usable was answered',
      override,
      ...answererOfCall(answer),
    };
    return { review, accepted, payload };
  };
  const { review, accepted } = await putQuestion(
    turn,
    {
      step,
      role: 'critic',
      purpose: 'command_review',
      brief: readBrief(turn, 'critic', { command, thinking, attempt }),
      write: criticMessages,
      schema: criticAnswer,
    },
    { decide, events: (ruling) => [draftRuling(state, ruling.accepted, 'agent', ruling.payload)] },
  );
  if (accepted) return null;
  const better = review?.suggestion ? ` Better: ${review.suggestion}.` : '';
  return `${review?.reason ?? ''}${better}`;
}
