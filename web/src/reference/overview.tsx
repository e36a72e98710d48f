import { CopyButton } from '../kit/copy-button';
import { capitalise } from './call-list';
import type { CallGroup } from './find-calls';
import { MarkedWords } from './marked-words';
import type { OpenApi } from './openapi';

/** The beginning of the reference: what the API is, how a call is made, and the groups of calls. */
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
        <h2>How a call is made</h2>
        <p>
          Send your key in the header <code>Authorization</code>. Bodies and answers are JSON; a problem is{' '}
          <code>application/problem+json</code> and says in <code>detail</code> what happened, and in{' '}
          <code>fix</code> what helps. Give every <code>POST</code> an <code>Idempotency-Key</code>, and
          repeat it when no answer came: it takes effect once.
        </p>
        <Example label="A first call" text={example} />
      </section>
      {/* On a narrow screen the list of calls above says the same. */}
      <section class="of-groups">
        <h2>{count} calls</h2>
        <dl class="groups">
          {groups.map(({ name, description, calls }) => (
            <div key={name}>
              <dt>{capitalise(name)}</dt>
              <dd>
                <MarkedWords text={description} />{' '}
                {calls[0] && (
                  <a href={`#${calls[0].id}`}>
                    {calls.length === 1 ? '1 call' : `${calls.length} calls`}
                    <span class="sr-only"> of {name}</span>
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>The same for programs</h2>
        <ul class="files">
          <li>
            <a href="/openapi.json">openapi.json</a>: this reference as OpenAPI 3.1
          </li>
          <li>
            <a href="/asyncapi.json">asyncapi.json</a>: events, sockets, streams and webhooks
          </li>
          <li>
            <a href="/llms.txt">llms.txt</a>: how to drive a stage, for language models
          </li>
          <li>
            <a href="/client.js">client.js</a>: the typed client, as one file
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
