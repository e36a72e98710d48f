import type { RoomOptions } from '../../library/scene-plan';
import { bindFields } from '../form/bind-fields';
import { NumberField } from '../form/fields';
import { ChooseProfile } from '../library/choose-profile';

/** Who answers in a scene, and how much it may spend. */
export function RoomOptionFields(props: {
  options: RoomOptions;
  onChange: (change: Partial<RoomOptions>) => void;
}) {
  const { options, onChange } = props;
  const most = bindFields(
    options,
    (field, value) => onChange({ [field]: value } as Partial<RoomOptions>),
    '/budgets',
  );
  return (
    <>
      <ChooseProfile value={options.profile} onChange={(profile) => onChange({ profile })} />
      <NumberField label="Most tokens" {...most('tokens')} placeholder="no limit" min={0} />
      <NumberField label="Most calls of models" {...most('calls')} placeholder="no limit" min={0} />
    </>
  );
}
