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
  ['any', 'any of these is there, too'],
  ['all', 'all of these are there, too'],
  ['none', 'none of these is there'],
  ['not-all', 'not all of these are there'],
];

const TEXT: FieldList<LoreEntry> = {
  name: text('Title', { hint: 'For you; models never see it.' }),
  content: area('Text', { rows: 4, hint: 'What comes into the prompt.' }),
  enabled: check('Switched on'),
};
const CONSTANT: FieldList<LoreEntry> = { constant: check('Always in, without any key') };
const KEYS: FieldList<LoreEntry> = {
  keys: lines('Keys', { hint: 'One in a line, any of them is enough. /…/i is a regular expression.' }),
};
const SECONDARY: FieldList<LoreEntry> = {
  secondaryKeys: lines('Secondary keys', { hint: 'One in a line.' }),
  logic: choice('In only when', LOGIC, { when: ({ secondaryKeys }) => secondaryKeys.length > 0 }),
};

const READERS: FieldList<NonNullable<LoreEntry['characterFilter']>> = {
  names: lines('Characters', {
    hint: 'Names, one in a line. Only these characters read the entry. Empty: everyone, the narrator too.',
  }),
  isExclude: check('All characters but these', { when: ({ names }) => names.length > 0 }),
};
const BOOK_SAYS = { inherits: 'As the book says' };
const ID = text('Id', { hint: 'Unique in its book.' });
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
  probability: number('Probability, in percent', { min: 0, max: 100, step: 'any' }),
  order: number('Order', { hint: 'High: last in the prompt, and kept first when not all fit.' }),
  group: text('Groups', {
    hint: 'Of those of a group that are found, one is used. Separated by commas.',
  }),
  groupWeight: number('Weight in its group', { min: 1 }),
  groupOverride: check('Wins its group'),
  ignoreBudget: check('In whatever the budget is'),
  scanDepth: number('Messages searched', { min: 0, placeholder: 'as the book says' }),
  caseSensitive: yesNo('Case matters', BOOK_SAYS),
  wholeWords: yesNo('Whole words only', BOOK_SAYS),
  excludeRecursion: check('Not found by other entries'),
  preventRecursion: check('Brings in no others'),
  delayUntilRecursion: check('Only after another came in'),
  delay: number('Only after so many lines', { min: 0 }),
  sticky: number('Lines that it stays in for', { hint: 'After its keys were last found.', min: 0 }),
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
            The imported entry has conditions that cannot be checked here: {entry.restrictions.join(', ')}.
            Switch it on to use it without them.
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
        <summary>Chance, order, group, search</summary>
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
