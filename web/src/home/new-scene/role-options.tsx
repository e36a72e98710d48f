import { useState } from 'preact/hooks';
import { LimitFields } from '../../scene/settings/limit-fields';
import { ProfileFields } from '../../scene/settings/profile-fields';
import { ROLES } from '../../scene/settings/roles';
import type { ScenePlan } from '../scene-plan';

const asked = Object.entries(ROLES).map(([key, label]) => ({ key, label, pointer: `/profiles/${key}` }));

export function RoleOptions(props: { plan: ScenePlan; change: (change: Partial<ScenePlan>) => void }) {
  const { plan, change } = props;
  const [isOpen, setOpen] = useState(Object.values(plan.roles).some((id) => id !== ''));
  return (
    <>
      <details class="more" open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>A different model for one role</summary>
        {isOpen && (
          <div class="fields">
            <ProfileFields
              asked={asked}
              value={plan.roles}
              first={() => [['', 'same as above']]}
              onChange={(roles) => change({ roles })}
            />
          </div>
        )}
      </details>
      <details class="more">
        <summary>Spending limit per player</summary>
        <div class="fields">
          <LimitFields
            limits={plan.perSeat}
            pointer="/budgets/perSeat"
            onChange={(limits) => change({ perSeat: { ...plan.perSeat, ...limits } })}
          />
        </div>
      </details>
    </>
  );
}
