import type { RoomOptions } from '../../library/scene-plan';
import { NumberField } from '../form/fields';
import { ChooseItem } from '../library/choose-item';

/** Who answers in a scene, and how much it may spend. */
export function RoomOptionFields(props: {
  options: RoomOptions;
  onChange: (change: Partial<RoomOptions>) => void;
}) {
  const { options, onChange } = props;
  return (
    <>
      <ChooseItem
        label="Who answers"
        kind="profile"
        none="The operator's model"
        pointer="/profiles"
        value={options.profile}
        onChange={(profile) => onChange({ profile })}
      />
      <NumberField
        label="Most tokens"
        pointer="/budgets/tokens"
        placeholder="no limit"
        min={0}
        value={options.tokens}
        onChange={(tokens) => onChange({ tokens })}
      />
      <NumberField
        label="Most calls of models"
        pointer="/budgets/calls"
        placeholder="no limit"
        min={0}
        value={options.calls}
        onChange={(calls) => onChange({ calls })}
      />
    </>
  );
}
