import { CopyButton } from '../kit/copy-button';
import { capitalise } from './call-list';
import type { CallGroup } from './find-calls';
import { MarkedWords } from './marked-words';
import type { OpenApi } from './openapi';

/** The start page: an introduction, how to make requests, and the groups of endpoints. */
export function Overview(props: { document: OpenApi; groups: CallGroup[]; count: number }) {
  const { document, groups, count } = props;
  const example = `curl '${location.origin}/v1/scenes' \\\n  -H "Authorization: Bearer $PROSCENIUM_KEY"`;
  return (
    <article class="overview">
      <h1>API</h1>
      <p class="lead">
        <MarkedWords text={document.info.description ?? ''} />
      </p>
      <section>
        <h2>Making requests</h2>
        <p>
          Send your key in the header <code>Authorization</code>. Request and response bodies are JSON. Errors
          are <code>application/problem+json</code>: <code>detail</code> says what happened, <code>fix</code>{' '}
          how to fix it. Send every <code>POST</code> with an <code>Idempotency-Key</code>; you can then retry
          it safely after a lost connection.
        </p>
        <Example label="Your first request" text={example} />
      </section>
      {/* On a narrow screen the list of calls above says the same. */}
      <section class="of-groups">
        <h2>{count} endpoints</h2>
        <dl class="groups">
          {groups.map(({ name, description, calls }) => (
            <div key={name}>
              <dt>{capitalise(name)}</dt>
              <dd>
                <MarkedWords text={description} />{' '}
                {calls[0] && (
                  <a href={`#${calls[0].id}`}>
                    {calls.length === 1 ? '1 endpoint' : `${calls.length} endpoints`}
                    <span class="sr-only"> of {name}</span>
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>Machine-readable descriptions</h2>
        <ul class="files">
          <li>
            <a href="/openapi.json">openapi.json</a>: this reference as OpenAPI 3.1
          </li>
          <li>
            <a href="/asyncapi.json">asyncapi.json</a>: events, sockets, streams and webhooks
          </li>
          <li>
            <a href="/llms.txt">llms.txt</a>: the API explained to language models
          </li>
          <li>
            <a href="/client.js">client.js</a>: the typed client in one file
          </li>
        </ul>
      </section>
    </article>
  );
}

/** A text in a frame, with a button that copies it. The frame scrolls, so the keyboard reaches it. */
export function Example({ label, text }: { label: string; text: string }) {
  return (
    <figure class="example">
      <figcaption>
        <span>{label}</span>
        <CopyButton class="plain" text={() => text} label="Copy" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must take the keyboard */}
      <section class="frame" tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  );
}
