import type { SpokenLine } from '../../contract/agents';
import type { EventDraft } from '../../contract/events/events';
import { type AgentResult, askAgent, awaitAll } from './ask-agent';
import { askCharacter } from './ask-character';
import type { AnyPlan, Cue, ResolvedPlan } from './director';
import type { EarlySpeaker } from './early-speaker';
import { decideLine, lineEvents } from './lines';
import { listPresent } from './memories';
import type { RoundProgress } from './round-progress';

/** One pass of the director. `plan` is null if its answer was unusable and the fallback rule decided. */
export interface Pass {
  plan: AnyPlan | null;
  resolvedPlan: ResolvedPlan;
}

/**
 * Runs the groups in order. Members of one group act at the same time and do not see each other's lines.
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
    const cues = round.sortByCast(group);
    const next = groups[index + 1];
    const following = next ? round.announce(pass, next) : after;
    const [only, ...others] = cues;
    const early = pass === 1 && index === 0 ? await earlySpeaker?.awaitTurn(round.recorder) : null;
    if (early) {
      const { turn, spokenTurn, present } = early;
      await round.ctx.commit('group.1:0', [...lineEvents(turn, spokenTurn), ...following]);
      skippedIds.push(round.recordTurn(turn, spokenTurn, present));
    } else if (only && others.length === 0) {
      skippedIds.push(await act(round, pass, openGuidance, only, following));
    } else {
      skippedIds.push(...(await actTogether(round, pass, openGuidance, cues, index, following)));
    }
  }
  return skippedIds.filter((id) => id !== null);
}

async function act(
  round: RoundProgress,
  pass: 1 | 2,
  openGuidance: string | null,
  cue: Cue,
  following: EventDraft[],
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
      events: (decided) => [...lineEvents(turn, decided), ...following],
    },
  );
  return round.recordTurn(turn, result, present);
}

async function actTogether(
  round: RoundProgress,
  pass: 1 | 2,
  openGuidance: string | null,
  cues: Cue[],
  index: number,
  following: EventDraft[],
): Promise<(string | null)[]> {
  const present = listPresent(round.ctx.state);
  // Build every prompt before the first answer arrives, so that no member sees another's line.
  const requests = cues.map((cue) => ({
    turn: round.turn(pass, cue),
    request: askCharacter(round.listInputs(cue.id), pass, openGuidance, cue, round.tools),
  }));
  const { agents } = round.recorder.record;
  const since = agents.length;
  const turns = await awaitAll(
    requests.map(({ turn, request }) => {
      const decide = (result: AgentResult<SpokenLine>) => ({ turn, spoken: decideLine(turn, result) });
      return askAgent(round.ctx, round.recorder, `character.${pass}:${turn.cue.id}`, turn.actor, request, {
        decide,
      });
    }),
  );
  // Answers arrive in any order; sort them so that a replay produces the same record.
  agents.push(...agents.splice(since).sort((a, b) => (a.step < b.step ? -1 : 1)));
  await round.ctx.commit(`group.${pass}:${index}`, [
    ...turns.flatMap(({ turn, spoken }) => lineEvents(turn, spoken)),
    ...following,
  ]);
  return turns.map(({ turn, spoken }) => round.recordTurn(turn, spoken, present));
}
