import type { LoreEntry } from '../../../../src/contract/lore';
import {
  area,
  type Choices,
  check,
  choice,
  type FieldList,
  Fields,
  lines,
  number,
  text,
  yesNo,
} from '../../kit/form/field-list';

const LOGIC: Choices<LoreEntry['logic']> = [
  ['any', 'any of these is also present'],
  ['all', 'all of these are also present'],
  ['none', 'none of these is present'],
  ['not-all', 'not all of these are present'],
];

const TEXT: FieldList<LoreEntry> = {
  name: text('Title', { hint: 'For you only; not sent to models.' }),
  content: area('Text', { rows: 4, hint: 'The text added to the prompt.' }),
  enabled: check('Enabled'),
};
const CONSTANT: FieldList<LoreEntry> = { constant: check('Always included, even without a key') };
const KEYS: FieldList<LoreEntry> = {
  keys: lines('Keys', { hint: 'One per line; any match is enough. Use /…/i for a regular expression.' }),
};
const SECONDARY: FieldList<LoreEntry> = {
  secondaryKeys: lines('Secondary keys', { hint: 'One per line.' }),
  logic: choice('Only include if', LOGIC, { when: ({ secondaryKeys }) => secondaryKeys.length > 0 }),
};

const READERS: FieldList<NonNullable<LoreEntry['characterFilter']>> = {
  names: lines('Characters', {
    hint: 'Character names, one per line. Only they see this entry. Empty: everyone, including the narrator.',
  }),
  isExclude: check('All characters except these', { when: ({ names }) => names.length > 0 }),
};
const BOOK_DEFAULT = { inherits: 'Lorebook default' };
const ID = text('Id', { hint: 'Unique within its lorebook.' });
const MORE: FieldList<LoreEntry> = {
  characterFilter: {
    draw: ({ pointer, value, onChange }) => {
      const readers = value ?? { isExclude: false, names: [] };
      const change = (next: typeof readers) => onChange(next.names.length === 0 ? null : next);
      return (
        <Fields
          fields={READERS}
          at={pointer}
          values={readers}
          onChange={(part) => change({ ...readers, ...part })}
        />
      );
    },
  },
  probability: number('Probability (%)', { min: 0, max: 100, step: 'any' }),
  order: number('Order', {
    hint: 'Higher entries come later in the prompt and are kept first when space is short.',
  }),
  group: text('Groups', {
    hint: 'Only one matching entry per group is used. Separate groups with commas.',
  }),
  groupWeight: number('Weight in its group', { min: 1 }),
  groupOverride: check('Takes priority in its group'),
  ignoreBudget: check('Ignore the token budget'),
  scanDepth: number('Messages to search', { min: 0, placeholder: 'lorebook default' }),
  caseSensitive: yesNo('Match case', BOOK_DEFAULT),
  wholeWords: yesNo('Match whole words', BOOK_DEFAULT),
  excludeRecursion: check('Not triggered by other entries'),
  preventRecursion: check('Does not trigger other entries'),
  delayUntilRecursion: check('Only triggered by other entries'),
  delay: number('Only after this many lines', { min: 0 }),
  sticky: number('Stay active for this many lines', { hint: 'After the last key match.', min: 0 }),
  id: ID,
};

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
  const whole = {
    values: entry,
    at,
    onChange: (part: Partial<LoreEntry>) => onChange({ ...entry, ...part }),
  };
  return (
    <div class="entry-form">
      <div class="fields">
        <Fields fields={TEXT} {...whole} />
        {entry.restrictions.length > 0 && (
          <p class="quiet wide">
            This imported entry has conditions that are not supported here: {entry.restrictions.join(', ')}.
            Enable it to use it without them.
          </p>
        )}
        <Fields fields={CONSTANT} {...whole} />
        {!entry.constant && (
          <>
            <Fields fields={KEYS} {...whole} />
            <div>
              <Fields fields={SECONDARY} {...whole} />
            </div>
          </>
        )}
      </div>
      <details class="more">
        <summary>Probability, order, group, search</summary>
        <div class="fields">
          <Fields fields={MORE} {...whole} />
        </div>
      </details>
      <button type="button" class="plain" onClick={onRemove}>
        Remove this entry
      </button>
    </div>
  );
}
