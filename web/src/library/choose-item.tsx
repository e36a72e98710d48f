import type { LibraryKind } from '../../../src/contract/library';
import { ChoiceField, type FieldProps } from '../kit/form/fields';
import { itemHref, KINDS } from './kinds';
import { useNames } from './use-names';

export function ChooseItem(props: FieldProps<string> & { kind: LibraryKind; none: string; parent?: string }) {
  const { kind, value, none } = props;
  const items = useNames(kind, props.parent);
  const unknown = value !== '' && items !== null && !items.some(({ id }) => id === value);
  return (
    <div class="choose-item">
      <ChoiceField
        label={props.label}
        pointer={props.pointer}
        value={value}
        onChange={props.onChange}
        {...(props.hint !== undefined && { hint: props.hint })}
        options={[
          ['', items === null ? 'Loading…' : none],
          ...(items ?? []).map(({ id, name }) => [id, name] as const),
          ...(unknown || (items === null && value !== '') ? [[value, value] as const] : []),
        ]}
      />
      {value !== '' && <a href={itemHref(kind, value)}>Open this {KINDS[kind].one}</a>}
    </div>
  );
}
