import { useState } from 'preact/hooks';
import type { NewTenant } from '../../../src/contract/access';
import type { TenantSummary, TenantView } from '../../../src/contract/tenants';
import { access, type ListQuery } from '../api/library';
import { onSubmit } from '../kit/form/on-submit';
import { ListMore } from '../kit/listing';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useList } from '../kit/use-list';
import { When } from '../kit/when';
import { NewSecret } from './new-secret';

const PAGE = 50;
const readTenants = ({ cursor = null }: ListQuery) => access.tenants(cursor);

export function Tenants({ own }: { own: string }) {
  const list = useList(readTenants, PAGE);
  const [newTenant, setNewTenant] = useState<NewTenant | null>(null);
  const { busy, problem: refusal, act } = useAct();
  const problem = refusal ?? list.problem;

  const make = async (name: string) => {
    // The name identifies the request: asking again returns its result.
    const tenant = await act((key) => access.createTenant(name, 'first key', key), name);
    if (!tenant) return false;
    setNewTenant(tenant);
    void list.refresh();
    return true;
  };

  return (
    <section class="tenants" aria-labelledby="tenants">
      <h2 id="tenants">Tenants</h2>
      <p class="quiet">Each tenant has its own rooms, library and keys, and cannot see the others.</p>
      {problem && <ProblemNote problem={problem} />}
      {newTenant?.key.key && (
        <NewSecret
          title={`The first key of ${newTenant.name}`}
          secret={newTenant.key.key}
          onDone={() => setNewTenant(null)}
        />
      )}
      <NameForm
        label="Name of the new tenant"
        placeholder="lowercase letters and digits"
        verb="Create a tenant"
        busy={busy}
        onSend={make}
      />
      {list.items?.length === 0 && <p class="quiet">No tenants other than yours, {own}.</p>}
      <ul class="item-list">
        {list.items?.map((tenant) => (
          <TenantRow key={tenant.name} tenant={tenant} isOwn={tenant.name === own} />
        ))}
      </ul>
      <ListMore list={list} />
    </section>
  );
}

function TenantRow({ tenant, isOwn }: { tenant: TenantSummary; isOwn: boolean }) {
  const { name } = tenant;
  const [view, setView] = useState<TenantView | null>(null);
  const [typedName, setTypedName] = useState<string | null>(null);
  const { problem, act } = useAct();
  const look = async () => {
    const tenant = await act(() => access.tenant(name));
    if (tenant) setView(tenant);
  };
  const remove = async () => {
    if (typedName !== name) return;
    const deletion = await act(() => access.deleteTenant(name));
    if (!deletion) return;
    setTypedName(null);
    setView(deletion);
  };
  return (
    <li>
      <div class="key-row">
        <span class="title">{name}</span>
        <span class="quiet">
          since <When at={tenant.createdAt} />
          {view && ` · ${view.keys} keys, ${view.rooms} rooms`}
        </span>
        {view?.deletion && <span class="mark out">deleting: {view.deletion.phase}</span>}
        <span class="row">
          <button type="button" aria-label={`View ${name}`} onClick={() => void look()}>
            {view ? 'Refresh' : 'View'}
          </button>
          {!isOwn && !view?.deletion && (
            <button type="button" aria-label={`Delete ${name}`} onClick={() => setTypedName('')}>
              Delete…
            </button>
          )}
        </span>
      </div>
      {typedName !== null && (
        <form class="notice" onSubmit={onSubmit(remove)}>
          <p>
            This permanently deletes <strong>{name}</strong> with its keys, rooms, library and files. Type its
            name to confirm.
          </p>
          <div class="row">
            <input
              type="text"
              aria-label={`Type ${name} to delete it`}
              autocomplete="off"
              spellcheck={false}
              value={typedName}
              onInput={(event) => setTypedName(event.currentTarget.value)}
            />
            <button type="submit" class="danger" disabled={typedName !== name}>
              Delete permanently
            </button>
            <button type="button" onClick={() => setTypedName(null)}>
              Keep
            </button>
          </div>
        </form>
      )}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}

function NameForm(props: {
  label: string;
  placeholder: string;
  verb: string;
  busy: boolean;
  class?: string;
  /** Returns true if it was created; the field is then cleared. */
  onSend: (name: string) => Promise<boolean>;
}) {
  const [text, setText] = useState('');
  const name = text.trim();
  const send = async () => {
    if (name !== '' && !props.busy && (await props.onSend(name))) setText('');
  };
  return (
    <form class="row make-key" onSubmit={onSubmit(send)}>
      <input
        type="text"
        aria-label={props.label}
        placeholder={props.placeholder}
        maxLength={80}
        autocapitalize="off"
        spellcheck={false}
        value={text}
        onInput={(typed) => setText(typed.currentTarget.value)}
      />
      <button type="submit" class={props.class} disabled={props.busy || name === ''}>
        {props.verb}
      </button>
    </form>
  );
}
