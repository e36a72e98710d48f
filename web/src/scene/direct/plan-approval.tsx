import { ChevronDown, ChevronUp, X } from 'lucide';
import { useState } from 'preact/hooks';
import type { Directive, DirectorPlan } from '../../../../src/contract/agents';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { SelectField, TypedField } from '../../kit/form/typed-field';
import { Icon } from '../../kit/icon';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';

interface ApprovalProps {
  scene: Scene;
  proposal: NonNullable<Scene['proposal']>;
  onDone: () => void;
}

/** The plan that waits for the owner, to play as it is or after changes. */
export function PlanApproval({ scene, proposal, onDone }: ApprovalProps) {
  const [plan, setPlan] = useState(proposal.plan);
  const { busy, problem, act } = useAct(onDone);
  const actors = plan.actingCharacters ?? [];
  const nameOf = (id: string) => scene.cast.find((member) => member.id === id)?.name ?? id;
  const others = scene.cast.filter(({ id }) => !actors.some((one) => one.id === id));
  const change = (part: Partial<DirectorPlan>) => setPlan({ ...plan, ...part });
  const setActors = (list: readonly Directive[]) => change({ actingCharacters: [...list] });
  const setGuidance = (id: string, guidance: string) =>
    setActors(actors.map((one) => (one.id === id ? { ...one, guidance } : one)));
  const move = (index: number, by: 1 | -1) => {
    const list = actors.toSpliced(index, 1).toSpliced(index + by, 0, ...actors.slice(index, index + 1));
    setActors(list.map((one, place) => ({ ...one, order: place + 1 })));
  };
  const add = (id: string) =>
    setActors([...actors, { id, order: (actors.at(-1)?.order ?? 0) + 1, guidance: null, priority: null }]);
  return (
    <form
      class="plan"
      aria-label="The director's plan"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!busy)
          void act((key) => hand.approvePlan(scene.id, proposal.n, { plan }, key), JSON.stringify(plan));
      }}
    >
      <div class="plan-parts">
        <p>
          <strong>The director's plan</strong> <span class="quiet small">Waiting for your approval</span>
        </p>
        <TypedField
          label="Guidance for everyone"
          value={plan.openGuidance ?? ''}
          onChange={(text) => change({ openGuidance: text || null })}
        />
        {actors.length === 0 && <p class="quiet">No one acts, and the round ends.</p>}
        <ol class="plan-actors">
          {actors.map(({ id, guidance }, index) => (
            <li key={id}>
              <TypedField
                label={nameOf(id)}
                rows={2}
                placeholder="No guidance"
                value={guidance ?? ''}
                onChange={(text) => setGuidance(id, text)}
              />
              <span class="buttons">
                <PlanButton
                  label={`Move ${nameOf(id)} up`}
                  of={ChevronUp}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <PlanButton
                  label={`Move ${nameOf(id)} down`}
                  of={ChevronDown}
                  disabled={index === actors.length - 1}
                  onClick={() => move(index, 1)}
                />
                <PlanButton
                  label={`Leave out ${nameOf(id)}`}
                  of={X}
                  onClick={() => setActors(actors.toSpliced(index, 1))}
                />
              </span>
            </li>
          ))}
        </ol>
        {others.length > 0 && (
          <SelectField
            label="Add a character"
            value=""
            options={[['', 'Choose…'], ...others.map(({ id, name }) => [id, name] as const)]}
            onChange={(id) => id && add(id)}
          />
        )}
        <Extras plan={plan} nameOf={nameOf} change={change} />
      </div>
      {problem && <ProblemNote problem={problem} />}
      <p class="buttons">
        <button type="submit" class="primary" disabled={busy}>
          Play this plan
        </button>
      </p>
    </form>
  );
}

/** Entrances, exits and changes of the plan; each can be removed. */
function Extras(props: {
  plan: DirectorPlan;
  nameOf: (id: string) => string;
  change: (part: Partial<DirectorPlan>) => void;
}) {
  const { plan, nameOf, change } = props;
  const listOf = <K extends 'activations' | 'deactivations' | 'stateUpdates' | 'worldUpdates' | 'trackers'>(
    field: K,
    describe: (one: NonNullable<DirectorPlan[K]>[number]) => string,
  ) => {
    const list: NonNullable<DirectorPlan[K]>[number][] = plan[field] ?? [];
    return list.map((one, index) => ({
      text: describe(one),
      remove: () => change({ [field]: list.toSpliced(index, 1) }),
    }));
  };
  const describeFact = ({ key, value }: { key: string; value: string | null }) => `${key} → ${value ?? '–'}`;
  const extras = [
    ...listOf('activations', ({ id }) => `${nameOf(id)} enters`),
    ...listOf('deactivations', ({ id }) => `${nameOf(id)} leaves`),
    ...listOf('stateUpdates', ({ id, field, value }) => `${nameOf(id)}, ${field} → ${value}`),
    ...listOf('worldUpdates', describeFact),
    ...listOf('trackers', describeFact),
  ];
  if (extras.length === 0) return null;
  return (
    <ul class="plan-extras">
      {extras.map(({ text, remove }) => (
        <li key={text}>
          <span dir="auto">{text}</span>
          <PlanButton label={`Remove: ${text}`} of={X} onClick={remove} />
        </li>
      ))}
    </ul>
  );
}

function PlanButton(props: {
  label: string;
  of: Parameters<typeof Icon>[0]['of'];
  disabled?: boolean;
  onClick: () => void;
}) {
  const { label, of, disabled, onClick } = props;
  return (
    <button
      type="button"
      class="plain"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon of={of} />
    </button>
  );
}
