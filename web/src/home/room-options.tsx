import { ChooseProfile } from '../library/choose-profile';
import { LimitFields } from '../scene/settings/limit-fields';
import type { RoomOptions } from './scene-plan';

export function RoomOptionFields(props: {
  options: RoomOptions;
  onChange: (change: Partial<RoomOptions>) => void;
}) {
  const { options, onChange } = props;
  return (
    <>
      <ChooseProfile value={options.profile} onChange={(profile) => onChange({ profile })} />
      <LimitFields limits={options} pointer="/budgets" onChange={onChange} />
    </>
  );
}
