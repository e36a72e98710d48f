import type { Analysis } from '../../contract/agents';
import type { AnalystBrief } from '../../grid/briefs';
import { describeChanges, describeObject } from '../../grid/frame/objects';

const SHOWN_CHANGES = 8;

/**
 * The understudy's analysis: changes between the frames, and the rules inferred by code as the definition.
 * Deterministic.
 */
export function analyzeAction(brief: AnalystBrief): Analysis {
  const { action, rules, diff, objects, levelChanged, actions } = brief;
  const rule = rules.find((one) => one.action === action.id);
  const lines = describeChanges(objects).slice(0, SHOWN_CHANGES);
  const summary = [`${diff.summary}.`, lines.join('; '), levelChanged ? 'Another level followed.' : ''];
  const { moved, recoloured, appeared, vanished } = objects;
  const involved = [...moved, ...recoloured, ...appeared, ...vanished].map(describeObject);
  return {
    interpretation: summary.filter(Boolean).join(' '),
    action_definition: rule ? `rule ${rule.n}` : null,
    is_consistent_with_previous: null,
    objects_involved: involved.length > 0 ? [...new Set(involved)] : null,
    context_description: `Frame ${brief.beforeFrame}, level ${brief.game.level}.`,
    had_effect: diff.hasChanges,
    no_effect_reason: diff.hasChanges ? null : 'No cell changed.',
    environment_updates: null,
    confidence: Math.min(0.95, 0.5 + 0.15 * (actions[action.id]?.streak ?? 0)),
  };
}
