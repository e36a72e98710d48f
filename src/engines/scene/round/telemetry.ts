import type { AuditEntry, Telemetry } from '../../../api/rounds';
import type { Event } from '../../../events/events';

/** Prompts that telemetry goes back. */
const MAX_PROMPTS = 500;

/** The audit records among these events, in their order. */
export const auditEntries = (events: Iterable<Event>): AuditEntry[] =>
  [...events].flatMap(({ kind, seq, at, round, payload }) =>
    kind === 'round.audited' ? [{ round: round ?? 0, seq, at, record: payload }] : [],
  );

/**
 * What the last {@link MAX_PROMPTS} prompts came to, section by section. Nothing is counted up as it happens: it is
 * read from the records of the rounds.
 *
 * @param newestFirst events of the room; no more are taken than are needed
 */
export function readTelemetry(newestFirst: Iterable<Event>): Telemetry {
  const prompts: Telemetry['prompts'] = [];
  const told = new Set<string>();
  for (const { kind, at, round = 0, payload } of newestFirst) {
    if (kind !== 'round.audited') continue;
    const { agents = [] } = payload;
    for (const { step, agent, provider, rung, calls, usage, prompt } of agents.toReversed()) {
      // A retry that resumes tells again what the failed attempt had told.
      const key = `${round} ${step}`;
      if (told.has(key)) continue;
      told.add(key);
      prompts.push({ round, at, step, agent, provider, rung, calls, ...usage, prompt });
    }
    if (prompts.length >= MAX_PROMPTS) break;
  }
  const sections: Telemetry['sections'] = {};
  const taken = prompts.slice(0, MAX_PROMPTS);
  for (const { prompt } of taken) {
    for (const [name, use] of Object.entries(prompt.sections)) {
      const section = name as keyof typeof sections;
      const total = sections[section] ?? { prompts: 0, tokens: 0, share: 0, dropped: 0, cut: 0 };
      sections[section] = {
        prompts: total.prompts + 1,
        tokens: total.tokens + use.tokens,
        share: total.share + use.share,
        dropped: total.dropped + use.dropped,
        cut: total.cut + Number(use.cut),
      };
    }
  }
  return { prompts: taken, sections };
}
