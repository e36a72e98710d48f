import { Feather, Gavel } from 'lucide';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Connection } from '../../../packages/client/src/index';
import { type Answerer, UNDERSTUDY_NAME } from '../../../src/base/answerer';
import { ConnectButton, useMayConnect } from '../connect/connect-button';
import { termLabel } from '../words/terms';
import { answererLabel, answererNameLabel, providerLabel } from './answerers';
import { Icon, type IconShapes } from './icon';
import { Pictures } from './use-pictures';

const UNDERSTUDY = 'Offline stand-in, not an AI model';

/** Labels the author of a line. Canned replies are never passed off as a model's. */
export function ProviderMark({ provider, model }: Answerer) {
  if (!provider) return null;
  const understudy = provider === UNDERSTUDY_NAME;
  const name = answererLabel({ provider, model });
  return (
    <span
      class={understudy ? 'mark understudy' : 'mark'}
      title={understudy ? UNDERSTUDY : `Written by ${name}`}
    >
      {model ?? providerLabel(provider)}
    </span>
  );
}

/** Explains once per page which models reply. `answeredBy`: their names. */
export function ProviderNote({ answeredBy }: { answeredBy: readonly string[] }) {
  const mayConnect = useMayConnect();
  if (answeredBy.length === 0) return null;
  if (answeredBy.some((name) => name !== UNDERSTUDY_NAME))
    return <p class="provider-note">Replies are written by {answeredBy.map(nameKind).join(', ')}.</p>;
  return (
    <p class="provider-note">
      {mayConnect ? (
        <ConnectButton class="mark understudy">understudy</ConnectButton>
      ) : (
        <span class="mark understudy">understudy</span>
      )}{' '}
      No AI model connected: canned replies. <ConnectButton class="plain" />
    </p>
  );
}

const nameKind = (name: string): string =>
  name === UNDERSTUDY_NAME ? 'canned replies (no AI model)' : answererNameLabel(name);

const WORDS: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  offline: 'Offline',
  refused: 'Not connected',
  closed: 'Not connected',
};

export function ConnectionMark({ state }: { state: Connection }) {
  return (
    <span class={`connection ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {WORDS[state]}
    </span>
  );
}

export function StatusMark({ status }: { status: string }) {
  return <span class={`status ${status}`}>{termLabel(status)}</span>;
}

/** Hues of the current scene's speakers, chosen to differ. */
export const Hues = createContext<ReadonlyMap<string, number>>(new Map());

/** The golden angle: each next hue is as far as possible from the previous ones. */
const GOLDEN = 137.508;

/** Returns the hue of the n-th speaker of a scene, 0 to 359. */
export const hueAt = (n: number): number => Math.round((n * GOLDEN + 20) % 360);

/** Returns a speaker's hue in the current scene, or else one derived from its ID. */
export function nameHue(actor: string, hues?: ReadonlyMap<string, number>): number {
  const own = hues?.get(actor);
  if (own !== undefined) return own;
  let hash = 2166136261;
  for (const char of actor) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return Math.round(((hash >>> 8) * GOLDEN) % 360);
}

/** Speakers who are not in the scene. They have a sign instead of a face, and no color. */
const OFFSTAGE = new Map<string, IconShapes>([
  ['narrator', Feather],
  ['judge', Gavel],
]);
export const isOffstage = (actor: string): boolean => OFFSTAGE.has(actor);

/** A speaker's picture, or the first letter of the name in the speaker's color. The name is next to it. */
export function Avatar({ actor, name }: { actor: string; name: string }) {
  const picture = useContext(Pictures).get(actor);
  const hues = useContext(Hues);
  const sign = OFFSTAGE.get(actor);
  if (sign)
    return (
      <span class="avatar offstage">
        <Icon of={sign} />
      </span>
    );
  if (picture) return <img class="avatar picture" src={picture} alt="" />;
  return (
    <span class="avatar" style={{ '--hue': String(nameHue(actor, hues)) }} aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase() ?? '?'}
    </span>
  );
}
