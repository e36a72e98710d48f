import { useEffect, useRef, useState } from 'preact/hooks';
import { SelectField } from '../kit/form/typed-field';
import { say } from '../words/say';
import { termLabel } from '../words/terms';
import { type CallFilter, CHOICES, callsAddress } from './call-filter';
import { RUNG_WORDS, STATUS_WORDS } from './call-words';

const REST_MS = 300;
const TITLES = { role: 'Role', status: 'Result', rung: 'Received' } as const;
const WORDS: Partial<Record<string, string>> = { ...STATUS_WORDS, ...RUNG_WORDS };
const DAYS = { from: 'From (UTC)', to: 'To (UTC)' } as const;
const TEXTS = {
  inside: 'Search prompts and replies',
  text: 'Search',
  model: 'Model',
  room: 'Room',
} as const;
const PLACEHOLDERS: Partial<Record<string, string>> = {
  inside: 'at least two letters',
  text: 'role, purpose or model',
};
type TextName = keyof typeof TEXTS;

export function CallSearch(props: { filter: CallFilter; onChange: (filter: CallFilter) => void }) {
  const { filter, onChange } = props;
  // Open if the URL has more than a text filter; afterwards only the visitor toggles it.
  const [isNarrowed] = useState(() => callsAddress({ ...filter, text: '', inside: '' }) !== '/calls');
  const patch = (change: Partial<CallFilter>) => onChange({ ...filter, ...change });
  return (
    <search class="call-search">
      <div class="call-words">
        <TextFilter name="text" value={filter.text} onChange={(text) => patch({ text })} />
        <TextFilter
          name="inside"
          value={filter.inside}
          onChange={(text) => {
            if (text.length !== 1) patch({ inside: text });
          }}
        />
      </div>
      <details open={isNarrowed}>
        <summary>Filters</summary>
        <div class="filters">
          {(['role', 'status', 'rung'] as const).map((name) => (
            <SelectField
              key={name}
              label={TITLES[name]}
              options={[
                ['', say('any')],
                ...CHOICES[name].map((one) => [one, WORDS[one] ?? termLabel(one)] as const),
              ]}
              value={filter[name]}
              onChange={(chosen) => patch({ [name]: chosen })}
            />
          ))}
          {(['model', 'room'] as const).map((name) => (
            <TextFilter
              key={name}
              name={name}
              value={filter[name]}
              onChange={(text) => patch({ [name]: text })}
            />
          ))}
          {(['from', 'to'] as const).map((name) => (
            <label key={name} class="field">
              {DAYS[name]}
              <input
                type="date"
                value={filter[name]}
                onChange={(changed) => patch({ [name]: changed.currentTarget.value })}
              />
            </label>
          ))}
        </div>
      </details>
    </search>
  );
}

/** A text filter that searches when typing pauses. Results never replace text being typed. */
function TextFilter(props: { name: TextName; value: string; onChange: (text: string) => void }) {
  const { name, value, onChange } = props;
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const sentText = useRef(value);
  if (lastValue !== value) {
    setLastValue(value);
    // The value came from a link, the back button or "All calls". Values sent from here may be outdated by more typing.
    if (value !== sentText.current) setText(value);
    sentText.current = value;
  }
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (text.trim() === lastValue) return;
    const timer = setTimeout(() => {
      sentText.current = text.trim();
      change.current(text.trim());
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, lastValue]);
  return (
    <label class="field">
      {TEXTS[name]}
      <input
        type="search"
        value={text}
        maxLength={200}
        placeholder={PLACEHOLDERS[name] ?? 'any'}
        autocomplete="off"
        spellcheck={false}
        onInput={(typed) => setText(typed.currentTarget.value)}
      />
    </label>
  );
}
