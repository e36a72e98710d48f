import { useEffect, useRef, useState } from 'preact/hooks';
import type { NewTenant } from '../../../../src/contract/access';
import type { TenantSummary, TenantView } from '../../../../src/contract/tenants';
import { newIdempotencyKey, type PageProblem } from '../../api';
import { access } from '../../api-library';
import { ProblemNote } from '../problem-note';
import { When } from '../when';
import { NewSecret } from './new-secret';

/** For operators: who else lives on this stage. */
export function Tenants({ own }: { own: string }) {
  const [items, setItems] = useState<TenantSummary[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [made, setMade] = useState<NewTenant | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = useRef({ name: '', key: '' });
  const load = async (cursor: string | null) => {
    const reply = await access.tenants(cursor);
    setProblem(reply.ok ? null : reply.problem);
    if (!reply.ok) return;
    setItems((held) => (cursor ? [...(held ?? []), ...reply.value.items] : reply.value.items));
    setNext(reply.value.next);
  };
  useEffect(() => void load(null), []);

  const make = async () => {
    const wanted = name.trim();
    // The same name is the same request: asked again, it answers what became of it.
    if (attempt.current.name !== wanted) attempt.current = { name: wanted, key: newIdempotencyKey() };
    setBusy(true);
    const reply = await access.createTenant(wanted, 'first key', attempt.current.key);
    setBusy(false);
    setProblem(reply.ok ? null : reply.problem);
    if (!reply.ok) return;
    setName('');
    setMade(reply.value);
    void load(null);
  };

  return (
    <section class="tenants" aria-labelledby="tenants">
      <h2 id="tenants">Tenants</h2>
      <p class="quiet">Each has rooms, a library and keys of its own, and sees nothing of the others.</p>
      {problem && <ProblemNote problem={problem} />}
      {made?.key.key && (
        <NewSecret
          title={`The first key of ${made.name}`}
          secret={made.key.key}
          onDone={() => setMade(null)}
        />
      )}
      <form
        class="row make-key"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (name.trim() !== '' && !busy) void make();
        }}
      >
        <input
          type="text"
          aria-label="Name of the new tenant"
          placeholder="lower-case letters and digits"
          autocapitalize="off"
          spellcheck={false}
          value={name}
          onInput={(typed) => setName(typed.currentTarget.value)}
        />
        <button type="submit" disabled={busy || name.trim() === ''}>
          Make a tenant
        </button>
      </form>
      {items?.length === 0 && <p class="quiet">None besides your own, {own}.</p>}
      <ul class="item-list">
        {items?.map((tenant) => (
          <TenantRow key={tenant.name} tenant={tenant} isOwn={tenant.name === own} />
        ))}
      </ul>
      {next && (
        <button type="button" onClick={() => void load(next)}>
          More
        </button>
      )}
    </section>
  );
}

function TenantRow({ tenant, isOwn }: { tenant: TenantSummary; isOwn: boolean }) {
  const { name } = tenant;
  const [view, setView] = useState<TenantView | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const look = async () => {
    const reply = await access.tenant(name);
    setProblem(reply.ok ? null : reply.problem);
    if (reply.ok) setView(reply.value);
  };
  const remove = async () => {
    const reply = await access.deleteTenant(name);
    setProblem(reply.ok ? null : reply.problem);
    if (!reply.ok) return;
    setTyped(null);
    setView(reply.value);
  };
  return (
    <li>
      <div class="key-row">
        <span class="title">{name}</span>
        <span class="quiet">
          since <When at={tenant.createdAt} />
          {view && ` · ${view.keys} keys, ${view.rooms} rooms`}
        </span>
        {view?.deletion && <span class="mark out">being deleted: {view.deletion.phase}</span>}
        <span class="row">
          <button type="button" aria-label={`Look at ${name}`} onClick={() => void look()}>
            {view ? 'Look again' : 'Look'}
          </button>
          {!isOwn && !view?.deletion && (
            <button type="button" aria-label={`Delete ${name}`} onClick={() => setTyped('')}>
              Delete…
            </button>
          )}
        </span>
      </div>
      {typed !== null && (
        <form
          class="notice"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            if (typed === name) void remove();
          }}
        >
          <p>
            This deletes <strong>{name}</strong> with its keys, rooms, library and files, for good. Type its
            name to do it.
          </p>
          <div class="row">
            <input
              type="text"
              aria-label={`Type ${name} to delete it`}
              autocomplete="off"
              spellcheck={false}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
            <button type="submit" class="danger" disabled={typed !== name}>
              Delete for good
            </button>
            <button type="button" onClick={() => setTyped(null)}>
              Keep
            </button>
          </div>
        </form>
      )}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}
