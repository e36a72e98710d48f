import type { SpokenLine } from '../../contract/agents';
import type { EventDraft } from '../../contract/events/events';
import { type AgentResult, askAgent, awaitAll } from './ask-agent';
import { askCharacter } from './ask-character';
import { type AnyPlan, type Cue, changeEvents, type ResolvedPlan } from './director';
import type { EarlySpeaker } from './early-speaker';
import { decideLine, lineEvents } from './lines';
import { listPresent } from './memories';
import { LINE_DUE, type RoundProgress } from './round-progress';

/** One pass of the director. `plan` is null if its answer was unusable and the fallback rule decided. */
export interface Pass {
  plan: AnyPlan | null;
  resolvedPlan: ResolvedPlan;
}

/**
 * Runs the groups in order. Members of one group act at the same time and do not see each other's lines. If a player's
 * line is due, ends after the current group, with neither the next group's events nor `after`.
 *
 * @param after events stored together with the last line
 * @param earlySpeaker may have started the first speaker already
 * @returns ids of skipped characters
 */
export async function perform(
  round: RoundProgress,
  pass: 1 | 2,
  { plan, resolvedPlan: { groups } }: Pass,
  after: EventDraft[],
  earlySpeaker: EarlySpeaker | null = null,
): Promise<string[]> {
  const openGuidance = plan?.openGuidance ?? null;
  const skippedIds: (string | null)[] = [];
  for (const [index, group] of groups.entries()) {
    if (!round.hasFollowed(round.announce(pass, group))) {
      const cut = groups.slice(index).flat();
      round.recorder.note(`${LINE_DUE}: ${cut.map(({ id }) => id).join(', ')} did not act`);
      // Their exits were announced with the plan.
      const exited = cut.flatMap(({ id, exit }) => (exit === null ? [] : [{ id, status: 'left' as const }]));
      const exits = changeEvents(round.ctx.state, pass, round.n, { updates: [], entered: [], exited });
      if (exits.length > 0) await round.ctx.commit(`group.${pass}:${index}`, exits);
      break;
    }
    const cues = round.sortByCast(group);
    const next = groups[index + 1];
    const following = () => round.follow(next ? round.announce(pass, next) : after);
    const [only, ...others] = cues;
    const early = pass === 1 && index === 0 && earlySpeaker?.hasBegun ? earlySpeaker : null;
    if (only && others.length === 0 && !early)
      skippedIds.push(await act(round, pass, openGuidance, only, following));
    else skippedIds.push(...(await actTogether(round, pass, openGuidance, cues, index, following, early)));
  }
  return skippedIds.filter((id) => id !== null);
}

async function act(
  round: RoundProgress,
  pass: 1 | 2,
  openGuidance: string | null,
  cue: Cue,
  following: () => EventDraft[],
): Promise<string | null> {
  const turn = round.turn(pass, cue);
  const present = listPresent(round.ctx.state);
  const request = askCharacter(round.listInputs(cue.id), pass, openGuidance, cue, round.tools);
  const result = await askAgent(
    round.ctx,
    round.recorder,
    `character.${pass}:${cue.id}`,
    turn.actor,
    request,
    {
      decide: (answer) => decideLine(turn, answer),
      events: (decided) => [...lineEvents(turn, decided), ...following()],
    },
  );
  return round.recordTurn(turn, result, present);
}

/** @param early has asked one of the members already */
async function actTogether(
  round: RoundProgress,
  pass: 1 | 2,
  openGuidance: string | null,
  cues: Cue[],
  index: number,
  following: () => EventDraft[],
  early: EarlySpeaker | null,
): Promise<(string | null)[]> {
  const present = listPresent(round.ctx.state);
  // Build every prompt before the first answer arrives, so that no member sees another's line.
  const others = cues.filter(({ id }) => id !== early?.id);
  const requests = others.map((cue) => ({
    turn: round.turn(pass, cue),
    request: askCharacter(round.listInputs(cue.id), pass, openGuidance, cue, round.tools),
  }));
  const { agents } = round.recorder.record;
  const since = agents.length;
  const asked = requests.map(({ turn, request }) => {
    const decide = (result: AgentResult<SpokenLine>) => ({
      turn,
      spokenTurn: decideLine(turn, result),
      present,
    });
    return askAgent(round.ctx, round.recorder, `character.${pass}:${turn.cue.id}`, turn.actor, request, {
      decide,
    });
  });
  const answered = await awaitAll(early ? [early.awaitTurn(round.recorder), ...asked] : asked);
  const turns = cues.flatMap((cue) => answered.filter(({ turn }) => turn.cue.id === cue.id));
  // Answers arrive in any order; sort them so that a replay produces the same record.
  agents.push(...agents.splice(since).sort((a, b) => (a.step < b.step ? -1 : 1)));
  await round.ctx.commit(`group.${pass}:${index}`, [
    ...turns.flatMap(({ turn, spokenTurn }) => lineEvents(turn, spokenTurn)),
    ...following(),
  ]);
  return turns.map(({ turn, spokenTurn, present }) => round.recordTurn(turn, spokenTurn, present));
}
