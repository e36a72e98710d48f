import { useEffect, useRef, useState } from 'preact/hooks';
import { type CallFilter, CHOICES, callsAddress } from './call-filter';

/** Typing is answered this long after the last letter. */
const REST_MS = 300;
const TITLES = { role: 'Role', status: 'Status', rung: 'Rung' } as const;
const DAYS = { from: 'From (UTC)', to: 'To (UTC)' } as const;
const TEXTS = { text: 'Search', model: 'Model', room: 'Room' } as const;
type TextName = keyof typeof TEXTS;

/** What calls are looked for. */
export function CallSearch(props: { filter: CallFilter; onChange: (filter: CallFilter) => void }) {
  const { filter, onChange } = props;
  // Open where the address asks for more than a text; who folds it away, or opens it, is not contradicted.
  const [isNarrowed] = useState(() => callsAddress({ ...filter, text: '' }) !== '/calls');
  const set = (change: Partial<CallFilter>) => onChange({ ...filter, ...change });
  return (
    <search class="call-search">
      <TextFilter name="text" value={filter.text} onChange={(text) => set({ text })} />
      <details open={isNarrowed}>
        <summary>Narrow down</summary>
        <div class="filters">
          {(['role', 'status', 'rung'] as const).map((name) => (
            <label key={name} class="field">
              {TITLES[name]}
              <select
                value={filter[name]}
                onChange={(changed) => set({ [name]: changed.currentTarget.value })}
              >
                <option value="">any</option>
                {CHOICES[name].map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
          ))}
          {(['model', 'room'] as const).map((name) => (
            <TextFilter
              key={name}
              name={name}
              value={filter[name]}
              onChange={(text) => set({ [name]: text })}
            />
          ))}
          {(['from', 'to'] as const).map((name) => (
            <label key={name} class="field">
              {DAYS[name]}
              <input
                type="date"
                value={filter[name]}
                onChange={(changed) => set({ [name]: changed.currentTarget.value })}
              />
            </label>
          ))}
        </div>
      </details>
    </search>
  );
}

/** A text that is looked for when typing rests; what is being typed is never replaced by what was looked for. */
function TextFilter(props: { name: TextName; value: string; onChange: (text: string) => void }) {
  const { name, value, onChange } = props;
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const sent = useRef(value);
  if (told !== value) {
    setTold(value);
    // From elsewhere: a link, back, "All calls". What was sent from here may have been typed on since.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (text.trim() === told) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      change.current(text.trim());
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, told]);
  return (
    <label class="field">
      {TEXTS[name]}
      <input
        type="search"
        value={text}
        maxLength={200}
        placeholder={name === 'text' ? 'role, purpose, step or model' : 'any'}
        autocomplete="off"
        spellcheck={false}
        onInput={(typed) => setText(typed.currentTarget.value)}
      />
    </label>
  );
}
