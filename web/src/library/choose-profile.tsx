import type { FieldProps } from '../kit/form/fields';
import { ChooseItem } from './choose-item';

/** Chooses a profile of the library, or the operator's default. */
export function ChooseProfile(props: Pick<FieldProps<string>, 'value' | 'onChange'>) {
  return (
    <ChooseItem
      {...props}
      label="Model profile"
      kind="profile"
      none="The operator's model"
      pointer="/profiles"
    />
  );
}
