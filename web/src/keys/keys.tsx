import { KeyRound } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { Caller, KeySummary, NewKey } from '../../../src/contract/access';
import { newIdempotencyKey, type PageProblem } from '../api/api';
import { storeKey } from '../api/credentials';
import { access } from '../api/library';
import { DangerNote } from '../kit/danger-note';
import { EmptyNote } from '../kit/empty-note';
import { SelectField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useTitle } from '../kit/use-title';
import { When } from '../kit/when';
import { MakeKey, ScopeWords } from './make-key';
import { NewSecret } from './new-secret';
import { Tenants } from './tenants';
import '../kit/form/form.css';
import '../library/library.css';

/** How long a rotated key keeps working. */
const GRACES: readonly (readonly [seconds: number, words: string])[] = [
  [0, 'stops working now'],
  [3600, 'works for another hour'],
  [24 * 3600, 'works for another day'],
  [7 * 24 * 3600, 'works for another week'],
];

/** Lists the API keys of the tenant and, for operators, the tenants. */
export function Keys() {
  const [keys, setKeys] = useState<KeySummary[] | null>(null);
  const [me, setMe] = useState<Caller | null>(null);
  const [newKey, setNewKey] = useState<NewKey | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const load = async () => {
    const [keyList, caller] = await Promise.all([access.keys(), access.me()]);
    const failure = [keyList, caller].find((reply) => !reply.ok);
    setProblem(failure && !failure.ok ? failure.problem : null);
    if (keyList.ok) setKeys(keyList.value.items);
    if (caller.ok) setMe(caller.value);
  };
  useTitle('Keys');
  useEffect(() => void load(), []);
  const show = (key: NewKey) => {
    setNewKey(key);
    void load();
  };
  const now = new Date().toISOString();
  const works = (key: KeySummary) =>
    key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
  const endedKeys = keys?.filter((key) => !works(key)) ?? [];
  return (
    <div class="library keys">
      <h1>Keys</h1>
      <p class="lead">
        Full-access keys can change everything in {me ? <strong>{me.tenant}</strong> : 'its tenant'}. Share a
        limited key instead. We store only a hash.
      </p>
      {me?.operator && (
        <p class="quiet">
          You're signed in with the operator key. It is set in the server's configuration and not listed here.
        </p>
      )}
      {problem && <ProblemNote problem={problem} onRetry={() => void load()} />}
      {newKey?.key && (
        <NewSecret title={`The key “${newKey.label}”`} secret={newKey.key} onDone={() => setNewKey(null)}>
          <button
            type="button"
            onClick={() => {
              storeKey(newKey.key);
              void load();
            }}
          >
            Use in this browser
          </button>
        </NewSecret>
      )}
      {keys?.length !== 0 && <MakeKey onMade={show} />}
      {!keys && !problem && <p class="quiet">Loading…</p>}
      {keys?.length === 0 && (
        <EmptyNote
          icon={KeyRound}
          text="No keys yet. Create one for each program or person, with a label such as “laptop”, so that you can revoke it alone."
        >
          <MakeKey onMade={show} />
        </EmptyNote>
      )}
      {keys && keys.length > 0 && keys.length === endedKeys.length && <p class="quiet">No active keys.</p>}
      <ul class="item-list">
        {keys?.filter(works).map((key) => (
          <KeyRow
            key={key.id}
            item={key}
            isMine={key.id === me?.key}
            onMade={(fresh) => {
              // A visitor who rotates the current key continues with the new one.
              if (key.id === me?.key && fresh.key) storeKey(fresh.key);
              show(fresh);
            }}
            onChanged={load}
          />
        ))}
      </ul>
      {endedKeys.length > 0 && (
        <details class="more">
          <summary>Inactive keys ({endedKeys.length})</summary>
          <ul class="item-list">
            {endedKeys.map((key) => (
              <li key={key.id} class="ended">
                <span class="title" dir="auto">
                  {key.label}
                </span>{' '}
                <span class="quiet">
                  {key.revokedAt ? 'revoked' : 'expired'}{' '}
                  <When at={key.revokedAt ?? key.expiresAt ?? key.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {me?.operator && <Tenants own={me.tenant} />}
    </div>
  );
}

function KeyRow(props: {
  item: KeySummary;
  isMine: boolean;
  onMade: (key: NewKey) => void;
  onChanged: () => Promise<void>;
}) {
  const { item, isMine, onMade, onChanged } = props;
  const [mode, setMode] = useState<'rotate' | 'revoke' | null>(null);
  const [grace, setGrace] = useState(24 * 3600);
  const { busy, problem, act } = useAct();

  const rotate = async () => {
    const newKey = await act(() => access.rotateKey(item.id, grace, newIdempotencyKey()));
    if (!newKey) return;
    setMode(null);
    onMade(newKey);
  };
  const revoke = async () => {
    if (!(await act(() => access.revokeKey(item.id)))) return;
    setMode(null);
    void onChanged();
  };

  return (
    <li>
      <div class="key-row">
        <span class="title" dir="auto">
          {item.label}
        </span>
        {isMine && <span class="mark in">used here</span>}
        <ScopeWords scope={item.scope} room={item.room} />
        <span class="quiet">
          created <When at={item.createdAt} />
          {item.expiresAt && (
            <>
              , expires <When at={item.expiresAt} />
            </>
          )}
          {item.lastUsedAt ? (
            <>
              , last used <When at={item.lastUsedAt} />
            </>
          ) : (
            ', never used'
          )}
        </span>
        <span class="row">
          <button type="button" aria-label={`Rotate ${item.label}`} onClick={() => setMode('rotate')}>
            Rotate
          </button>
          <button type="button" aria-label={`Revoke ${item.label}`} onClick={() => setMode('revoke')}>
            Revoke
          </button>
        </span>
      </div>
      {mode === 'rotate' && (
        <div class="notice">
          <p>A new key replaces this one. Update your programs while the old key still works.</p>
          <div class="row">
            <SelectField label="Old key" options={GRACES} value={grace} onChange={setGrace} />
            <button type="button" class="primary" disabled={busy} onClick={() => void rotate()}>
              Create the new key
            </button>
            <button type="button" onClick={() => setMode(null)}>
              Cancel
            </button>
          </div>
        </div>
      )}
      {mode === 'revoke' && (
        <DangerNote
          verb="Revoke"
          keep="Keep"
          busy={busy}
          onConfirm={() => void revoke()}
          onKeep={() => setMode(null)}
        >
          <p>
            Revoke “{item.label}”? Programs that use it lose access within 30 seconds.
            {isMine ? ' This browser uses it too, so you will need another key.' : ''}
          </p>
        </DangerNote>
      )}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}
