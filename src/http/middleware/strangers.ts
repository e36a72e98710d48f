import { ok, type Result } from '../../api/problems';

/** The checks that a request without a key passes before it reaches an object. */
interface StrangerChecks {
  /** The hook that a delivery is for; null at other doors. */
  hook: string | null;
  /** Count the request, for its address and for its hook. */
  drawAddress: () => Result<null>;
  drawHook: (hook: string) => Result<null>;
  /** Takes a place among those that may be refused; `too_many` when too many of this sender's were. */
  takePlace: () => Promise<Result<unknown>>;
  /** Counts a look-up of something that this instance has not just seen; the platform counts. */
  lookUp: () => Promise<Result<null>>;
}

/** Hooks that have answered in this instance; the newest last. */
const known = new Set<string>();
const MAX_KNOWN = 10_000;

/**
 * May a stranger's request go on to the scene or hook that it names? Invitations and deliveries carry their own proof, which
 * only that object can check; whoever forges them is stopped before it is woken. A sender is refused for one hook alone:
 * many senders share the addresses of GitHub, Slack and Discord.
 */
export async function checkStranger(checks: StrangerChecks): Promise<Result<null>> {
  const { hook, drawAddress, drawHook, takePlace, lookUp } = checks;
  const address = drawAddress();
  if (!address.ok) return address;
  const place = await takePlace();
  if (!place.ok) return place;
  if (hook === null || !known.has(hook)) {
    const lookup = await lookUp();
    if (!lookup.ok) return lookup;
  }
  // Last, so that who is refused by address uses up nothing of the hook's.
  return hook === null ? ok(null) : drawHook(hook);
}

/** Remembers that a hook is there: it answered something else than 404. */
export function rememberHook(hook: string): void {
  known.delete(hook);
  known.add(hook);
  if (known.size <= MAX_KNOWN) return;
  const [oldest] = known;
  if (oldest !== undefined) known.delete(oldest);
}
