import type { LoreEntry } from '../../../../src/contract/lore';
import { bindFields, toNumberField } from '../../kit/form/bind-fields';
import {
  AreaField,
  CheckField,
  ChoiceField,
  InheritedField,
  NumberField,
  TextField,
} from '../../kit/form/fields';
import { LinesField } from '../../kit/form/list-fields';

const LOGIC: readonly (readonly [LoreEntry['logic'], string])[] = [
  ['any', 'any of these is there, too'],
  ['all', 'all of these are there, too'],
  ['none', 'none of these is there'],
  ['not-all', 'not all of these are there'],
];

/**
 * Edits one entry of a lorebook.
 *
 * @param at JSON Pointer of the entry
 */
export function LoreEntryForm(props: {
  entry: LoreEntry;
  at: string;
  onChange: (entry: LoreEntry) => void;
  onRemove: () => void;
}) {
  const { entry, at, onChange, onRemove } = props;
  const field = bindFields(entry, (name, value) => onChange({ ...entry, [name]: value }), at);
  const readers = entry.characterFilter ?? { isExclude: false, names: [] };
  const filter = (characterFilter: LoreEntry['characterFilter']) => onChange({ ...entry, characterFilter });
  const filterField = bindFields(
    readers,
    (name, value) => filter({ ...readers, [name]: value }),
    `${at}/characterFilter`,
  );
  return (
    <div class="entry-form">
      <div class="fields">
        <TextField label="Title" {...field('name')} hint="For you; models never see it." />
        <AreaField label="Text" {...field('content')} rows={4} hint="What comes into the prompt." />
        <CheckField label="Switched on" {...field('enabled')} />
        {entry.restrictions.length > 0 && (
          <p class="quiet wide">
            The imported entry has conditions that cannot be checked here: {entry.restrictions.join(', ')}.
            Switch it on to use it without them.
          </p>
        )}
        <CheckField label="Always in, without any key" {...field('constant')} />
        {!entry.constant && (
          <>
            <LinesField
              label="Keys"
              {...field('keys')}
              hint="One in a line, any of them is enough. /…/i is a regular expression."
            />
            <div>
              <LinesField label="Secondary keys" {...field('secondaryKeys')} hint="One in a line." />
              {entry.secondaryKeys.length > 0 && (
                <ChoiceField label="In only when" {...field('logic')} options={LOGIC} />
              )}
            </div>
          </>
        )}
      </div>
      <details class="more">
        <summary>Chance, order, group, search</summary>
        <div class="fields">
          <LinesField
            label="Characters"
            {...filterField('names')}
            onChange={(names) => filter(names.length === 0 ? null : { ...readers, names })}
            hint="Names, one in a line. Only these characters read the entry. Empty: everyone, the narrator too."
          />
          {readers.names.length > 0 && (
            <CheckField label="All characters but these" {...filterField('isExclude')} />
          )}
          <NumberField
            label="Probability, in percent"
            {...toNumberField(field('probability'))}
            min={0}
            max={100}
            step="any"
          />
          <NumberField
            label="Order"
            {...toNumberField(field('order'))}
            hint="High: last in the prompt, and kept first when not all fit."
          />
          <TextField
            label="Groups"
            {...field('group')}
            hint="Of those of a group that are found, one is used. Separated by commas."
          />
          <NumberField label="Weight in its group" {...toNumberField(field('groupWeight'))} min={1} />
          <CheckField label="Wins its group" {...field('groupOverride')} />
          <CheckField label="In whatever the budget is" {...field('ignoreBudget')} />
          <NumberField
            label="Messages searched"
            {...field('scanDepth')}
            min={0}
            placeholder="as the book says"
          />
          <InheritedField label="Case matters" {...field('caseSensitive')} inherits="As the book says" />
          <InheritedField label="Whole words only" {...field('wholeWords')} inherits="As the book says" />
          <CheckField label="Not found by other entries" {...field('excludeRecursion')} />
          <CheckField label="Brings in no others" {...field('preventRecursion')} />
          <CheckField label="Only after another came in" {...field('delayUntilRecursion')} />
          <NumberField label="Only after so many lines" {...toNumberField(field('delay'))} min={0} />
          <NumberField
            label="Lines that it stays in for"
            {...toNumberField(field('sticky'))}
            hint="After its keys were last found."
            min={0}
          />
          <TextField label="Id" {...field('id')} hint="Unique in its book." />
        </div>
      </details>
      <button type="button" class="plain" onClick={onRemove}>
        Remove this entry
      </button>
    </div>
  );
}
