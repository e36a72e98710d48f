import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField } from '../kit/form/typed-field';
import { Tabs } from '../kit/tabs';
import { curlOf, type Values } from './curl';
import { MarkedWords, Method } from './marked-words';
import {
  type Answer,
  type AnswerGroup,
  type Call,
  groupAnswers,
  type Media,
  type OpenApi,
  type ParameterObject,
  readProblem,
} from './openapi';
import { Example } from './overview';
import { Rules, SchemaTree } from './schema-tree';
import { typeWords } from './schema-words';
import { canTry, TryIt } from './try-it';

/** One endpoint: its description, parameters and responses, next to a command and examples. */
export function CallView({ document, call }: { document: OpenApi; call: Call }) {
  const [values, setValues] = useState<Values>({});
  const [choice, setChoice] = useState(0);
  const examples = call.body?.media[0]?.examples ?? [];
  const example = examples[choice];
  return (
    <article class="call">
      <header>
        <a class="to-list" href="#all">
          All endpoints
        </a>
        <h1>
          <MarkedWords text={call.summary} />
        </h1>
        <p class="call-address">
          <Method of={call.method} /> <code class="call-path">{call.path}</code>
        </p>
      </header>
      <div class="call-text">
        {call.description && (
          <p>
            <MarkedWords text={call.description} />
          </p>
        )}
        <Credentials call={call} />
        <Parameters document={document} parameters={call.parameters} />
        {call.body && (
          <section>
            <h2>Body {call.body.required || <span class="rules">optional</span>}</h2>
            <Forms document={document} media={call.body.media} label="Body variants" />
          </section>
        )}
        <section>
          <h2>Responses</h2>
          {groupAnswers(call.answers).map((group) => (
            <AnswerView key={group.answers[0]?.status} document={document} group={group} />
          ))}
        </section>
      </div>
      <aside class="call-side" aria-label="Examples">
        {examples.length > 1 && (
          <SelectField
            label="Example body"
            options={examples.map(({ name }, i) => [i, name] as const)}
            value={choice}
            onChange={setChoice}
          />
        )}
        <Example label="Command" text={curlOf(call, location.origin, values, example?.value)} />
        {canTry(call) && <TryIt document={document} call={call} values={values} onChange={setValues} />}
        <AnswerExamples call={call} />
      </aside>
      {/* On narrow screens, the request comes before the possible problems. */}
      <Problems problems={call.problems} />
    </article>
  );
}

function Credentials({ call }: { call: Call }) {
  if (call.credentials.length === 0) return <p class="quiet">No key required.</p>;
  return (
    <p class="quiet">
      Requires {call.credentials.length > 1 ? 'one of: ' : ''}
      {call.credentials.map((words, i) => (
        <span key={words}>
          {i > 0 && '; '}
          {words.charAt(0).toLowerCase() + words.slice(1)}
        </span>
      ))}
    </p>
  );
}

const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const;

function Parameters({ document, parameters }: { document: OpenApi; parameters: ParameterObject[] }) {
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>Parameters</h2>
      {(['path', 'query', 'header'] as const).map((place) => {
        const ofPlace = parameters.filter((parameter) => parameter.in === place);
        return ofPlace.length === 0 ? null : (
          <div key={place}>
            <h3>{PLACES[place]}</h3>
            <ul class="fields">
              {ofPlace.map((parameter) => (
                <li key={parameter.name}>
                  <p>
                    <code class="field-name">{parameter.name}</code>{' '}
                    {parameter.schema && <span class="type">{typeWords(document, parameter.schema)}</span>}
                    {parameter.required && <span class="needed"> required</span>}
                  </p>
                  {parameter.description && (
                    <p class="description">
                      <MarkedWords text={parameter.description} />
                    </p>
                  )}
                  {parameter.schema && <Rules document={document} schema={parameter.schema} />}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** The variants of a body: a single one directly, several as tabs. */
function Forms(props: { document: OpenApi; media: Media[]; label: string; isAnswer?: boolean }) {
  const { document, media, label, isAnswer = false } = props;
  const draw = ({ schema }: Media) =>
    schema && <SchemaTree document={document} schema={schema} isAnswer={isAnswer} />;
  const [only] = media;
  if (media.length === 1 && only)
    return (
      <>
        {only.type !== 'application/json' && <p class="media-type">{only.type}</p>}
        {draw(only)}
      </>
    );
  return (
    <Tabs
      label={label}
      tabs={media.map((one) => ({ id: one.type, title: one.type, body: () => draw(one) }))}
    />
  );
}

function AnswerView({ document, group }: { document: OpenApi; group: AnswerGroup }) {
  const { answers, media } = group;
  const statuses = answers.map(({ status }) => status).join(' and ');
  const headers = answers.flatMap((answer) => answer.headers);
  return (
    <div class="answer">
      {answers.map(({ status, description }) => (
        <h3 key={status}>
          <span class="status-code">{status}</span> <MarkedWords text={description} />
        </h3>
      ))}
      {headers.length > 0 && (
        <ul class="fields">
          {headers.map(({ name, description }) => (
            <li key={name}>
              <p>
                <code class="field-name">{name}</code> <span class="type">header</span>
              </p>
              <p class="description">
                <MarkedWords text={description} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {media.length > 0 && (
        <Forms document={document} media={media} label={`Variants of response ${statuses}`} isAnswer />
      )}
    </div>
  );
}

function Problems({ problems }: { problems: Answer[] }) {
  if (problems.length === 0) return null;
  return (
    <section class="call-problems">
      <h2>Problems</h2>
      <ul class="fields">
        {problems.map(({ status, description, media }) => (
          <li key={status}>
            <details>
              <summary>
                <span class="status-code">{status === 'default' ? 'Other' : status}</span>{' '}
                <MarkedWords
                  text={readProblem(description)
                    .map(({ words }) => words)
                    .join(' ')}
                />
              </summary>
              {media
                .flatMap(({ examples }) => examples)
                .map(({ name, value }) => (
                  <Example key={name} label={`Example: ${name}`} text={JSON.stringify(value, null, 2)} />
                ))}
              <ProblemLinks description={description} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProblemLinks({ description }: { description: string }) {
  const types = readProblem(description).flatMap(({ type }) => type ?? []);
  if (types.length === 0) return null;
  return (
    <p>
      How to fix it:{' '}
      {types.map((type, i) => (
        <Fragment key={type}>
          {i > 0 && ', '}
          <a href={type}>{type.slice(type.lastIndexOf('/') + 1)}</a>
        </Fragment>
      ))}
    </p>
  );
}

/** Shows one example response at a time. */
function AnswerExamples({ call }: { call: Call }) {
  const [choice, setChoice] = useState(0);
  // Answers of several statuses often have the same examples.
  const texts = new Set<string>();
  const examples = call.answers.flatMap(({ status, media }) =>
    media.flatMap((one) =>
      one.examples.flatMap(({ name, value }) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
        if (texts.has(text)) return [];
        texts.add(text);
        return [{ name: `${status}, ${name}`, text }];
      }),
    ),
  );
  const example = examples[choice];
  if (!example) return null;
  return (
    <>
      {examples.length > 1 && (
        <SelectField
          label="Example response"
          options={examples.map(({ name }, i) => [i, name] as const)}
          value={choice}
          onChange={setChoice}
        />
      )}
      <Example label={`Response ${example.name}`} text={example.text} />
    </>
  );
}
