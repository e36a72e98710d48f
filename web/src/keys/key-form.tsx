import { useState } from 'preact/hooks';
import { readKey, storeKey } from '../api/credentials';

/**
 * Asks for an API key.
 *
 * @param props `refused`: the one in store was not accepted; `onKey` is called once a key is stored
 */
export function KeyForm({ refused, onKey }: { refused: boolean; onKey?: () => void }) {
  const [value, setValue] = useState('');
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if (!value.trim()) return;
    storeKey(value.trim());
    onKey?.();
  };
  return (
    <form class="card key-form" onSubmit={submit}>
      <h2>{refused ? 'This key was not accepted' : 'Enter your key'}</h2>
      <p>
        <code>npm start</code> and <code>npm run link</code> print a sign-in link. Or paste the key here; it
        is stored in this browser.
      </p>
      <label for="key">API key</label>
      <div class="row">
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="ps_…"
          value={value}
          onInput={(typed) => setValue(typed.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={!value.trim()}>
          Use this key
        </button>
      </div>
      {refused && readKey() && (
        <button type="button" class="plain" onClick={() => storeKey(null)}>
          Forget the old key
        </button>
      )}
    </form>
  );
}
