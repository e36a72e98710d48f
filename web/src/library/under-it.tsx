import { itemHref, KINDS } from './kinds';
import { useNames } from './use-names';

export function UnderIt({ kind, parent }: { kind: 'campaign' | 'arc'; parent: string }) {
  const items = useNames(kind, parent);
  const { many, one, collection } = KINDS[kind];
  return (
    <section class="card under-it" aria-label={many}>
      <h2>{many}</h2>
      {items?.length === 0 && <p class="quiet">None yet.</p>}
      <ul class="plain-list">
        {items?.map(({ id, name }) => (
          <li key={id}>
            <a href={itemHref(kind, id)}>{name}</a>
          </li>
        ))}
      </ul>
      <a class="button" href={`#/library/${collection}/new?under=${parent}`}>
        New {one}
      </a>
    </section>
  );
}
