import type { FieldProps } from '../kit/form/fields';
import { ChooseItem } from './choose-item';

/** Who answers in a room: a profile of the library, or as the operator has it. */
export function ChooseProfile(props: Pick<FieldProps<string>, 'value' | 'onChange'>) {
  return (
    <ChooseItem
      {...props}
      label="Who answers"
      kind="profile"
      none="The operator's model"
      pointer="/profiles"
    />
  );
}
