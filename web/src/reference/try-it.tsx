import { useId, useState } from 'preact/hooks';
import { credentialFor } from '../api/credentials';
import { addressOf, headersOf, placeOf, type Values } from './curl';
import type { Call, OpenApi, ParameterObject } from './openapi';
import { Example } from './overview';
import { resolveSchema } from './schema-words';

/** Longest answer that is shown, in characters. */
const SHOWN = 200_000;
/** Longest wait for a response, in milliseconds. */
const LONGEST_MS = 30_000;

/** Endpoints that only read and respond at once: a stream would not end. */
export const canTry = (call: Call): boolean =>
  call.method === 'GET' && !call.answers.some(({ status }) => status === '101');

interface Tried {
  words: string;
  text: string | null;
}

/** Sends a request with this browser's key and shows the response. */
export function TryIt(props: {
  document: OpenApi;
  call: Call;
  values: Values;
  onChange: (values: Values) => void;
}) {
  const { document, call, values, onChange } = props;
  const [answer, setAnswer] = useState<Tried | null>(null);
  const [isAsking, setAsking] = useState(false);
  const credential = credentialFor(call.path.replace(/^\/v1/, ''));
  const lacksKey = call.credentials.length > 0 && credential === null;
  const send = async (event: Event) => {
    event.preventDefault();
    setAsking(true);
    setAnswer(await ask(call, values));
    setAsking(false);
  };
  return (
    <form class="try" onSubmit={(event) => void send(event)}>
      <h2>Try it</h2>
      {call.parameters.map((parameter) => (
        <ParameterField
          key={placeOf(parameter)}
          document={document}
          parameter={parameter}
          value={values[placeOf(parameter)] ?? ''}
          onChange={(value) => onChange({ ...values, [placeOf(parameter)]: value })}
        />
      ))}
      {lacksKey && (
        <p class="quiet">
          This browser has no key. <a href="/">Add one</a> to send requests as yourself.
        </p>
      )}
      <button type="submit" class="primary" disabled={isAsking}>
        {isAsking ? 'Sending…' : 'Send'}
      </button>
      <p role="status">{answer?.words}</p>
      {answer?.text != null && <Example label="Server response" text={answer.text} />}
    </form>
  );
}

function ParameterField(props: {
  document: OpenApi;
  parameter: ParameterObject;
  value: string;
  onChange: (value: string) => void;
}) {
  const { document, parameter, value, onChange } = props;
  const id = useId();
  const { enum: choices } = resolveSchema(document, parameter.schema ?? {});
  return (
    <div class="field">
      <label for={id}>
        <code>{parameter.name}</code>
        {parameter.required && <span class="needed"> required</span>}
      </label>
      {choices ? (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">–</option>
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {String(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          autocomplete="off"
          spellcheck={false}
          required={parameter.required ?? false}
          value={value}
          onInput={(typed) => onChange(typed.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** Sends the request with this browser's key or seat for its path. */
async function ask(call: Call, values: Values): Promise<Tried> {
  const address = addressOf(call, values);
  const credential = call.credentials.length > 0 ? credentialFor(address.replace(/^\/v1/, '')) : null;
  const headers = new Headers(headersOf(call, values));
  if (credential !== null) headers.set('Authorization', `Bearer ${credential}`);
  const start = performance.now();
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(LONGEST_MS) });
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
    const bytes = await response.arrayBuffer();
    const took = Math.round(performance.now() - start);
    const words = `Status ${response.status}, ${bytes.byteLength.toLocaleString('en')} bytes in ${took} ms`;
    if (!/json|^text\//.test(type)) return { words: type ? `${words}: ${type}` : words, text: null };
    return { words, text: toShow(new TextDecoder().decode(bytes), type) };
  } catch {
    return { words: 'No response: the connection was lost, or the server is not responding.', text: null };
  }
}

function toShow(body: string, type: string): string {
  const text = type.endsWith('json') ? indent(body) : body;
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
