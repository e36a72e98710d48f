import { Pencil } from 'lucide';
import { AreaField } from '../../kit/form/fields';
import { Icon } from '../../kit/icon';
import { Markdown } from '../../kit/markdown';
import type { ScenePlan } from '../scene-plan';
import { joinScenarios, type Member } from './card-words';

/** Shows the cards' scenarios with placeholders filled in, or an editor for a custom one. */
export function Scenario(props: {
  members: readonly Member[];
  plan: ScenePlan;
  change: (part: Partial<ScenePlan>) => void;
}) {
  const { members, plan, change } = props;
  const ofCards = joinScenarios(members, plan.you);
  if (plan.scenario === null && ofCards !== '')
    return (
      <section class="told-scenario wide" aria-label="Scenario">
        <div class="row between">
          <strong>Scenario</strong>
          <button
            type="button"
            class="plain"
            onClick={() => change({ scenario: joinScenarios(members, null) })}
          >
            <Icon of={Pencil} /> Write another
          </button>
        </div>
        <div class="greeting-text" dir="auto">
          <Markdown text={ofCards} />
        </div>
      </section>
    );
  return (
    <AreaField
      label="Scenario"
      pointer="/scenario"
      value={plan.scenario ?? ''}
      onChange={(scenario) => change({ scenario })}
      hint="The setting and the situation."
      rows={4}
    />
  );
}
