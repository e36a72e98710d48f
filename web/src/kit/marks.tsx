import { useContext } from 'preact/hooks';
import type { LiveState } from '../room/live';
import { Pictures } from './use-pictures';

const UNDERSTUDY = 'An offline stand-in, not a model';

/** Marks the author of a line. The understudy is never passed off as a model. */
export function ProviderMark({ provider, model }: { provider: string; model?: string | undefined }) {
  if (!provider) return null;
  const understudy = provider === 'understudy';
  const name = model === undefined ? provider : nameModel({ model, provider });
  return (
    <span
      class={understudy ? 'mark understudy' : 'mark'}
      title={understudy ? UNDERSTUDY : `Written by ${name}`}
    >
      {model ?? provider}
    </span>
  );
}

/** Names who answered: `qwen3:8b by local`. The understudy is no model. */
export const nameModel = ({ model, provider }: { model: string; provider: string }): string =>
  provider === 'understudy' ? 'the understudy' : `${model} by ${provider}`;

/** Explains the provider in a full sentence; shown once per page. */
export function ProviderNote({ provider }: { provider: string }) {
  if (provider !== 'understudy')
    return provider ? <p class="provider-note">Answers come from {provider}.</p> : null;
  return (
    <p class="provider-note">
      <span class="mark understudy">understudy</span> an offline stand-in, not a model, gives the answers
      here.
    </p>
  );
}

const WORDS: Record<LiveState, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  offline: 'Offline',
  refused: 'Not connected',
};

export function ConnectionMark({ state }: { state: LiveState }) {
  return (
    <span class={`connection ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {WORDS[state]}
    </span>
  );
}

export function StatusMark({ status }: { status: string }) {
  return <span class={`status ${status}`}>{status}</span>;
}

/** Returns the hue of a speaker, 0 to 359, the same everywhere and always. */
export function hueOf(actor: string): number {
  let hash = 2166136261;
  for (const char of actor) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  // The golden angle keeps neighbours in the hash apart on the wheel.
  return Math.round(((hash >>> 8) * 137.508) % 360);
}

/** Draws a speaker's picture, or the first letter of the name in the speaker's colour. The name stands beside it. */
export function Avatar({ actor, name }: { actor: string; name: string }) {
  const picture = useContext(Pictures).get(actor);
  if (picture) return <img class="avatar picture" src={picture} alt="" />;
  return (
    <span class="avatar" style={{ '--hue': String(hueOf(actor)) }} aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase() ?? '?'}
    </span>
  );
}
