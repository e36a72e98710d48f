import type { WorldReport } from '../../contract/agents';
import type { Viewer } from '../../contract/events/events';
import { canSee } from '../../room/visibility';
import { fillTexts } from '../setup/fill-texts';
import type { Line } from '../state';
import { listCast, type SceneState } from '../state';
import { isWhisper } from '../whispers';
import type { AnyPlan } from './director';

/**
 * The director and the world agent know everything, and others read their output. Text that repeats a secret
 * or a whisper verbatim is withheld from readers who may not know it. A paraphrase is not detected.
 */

/** This many identical words in a row are not a coincidence. */
const RUN = 5;
/** A private text of fewer words must match as a whole, and have at least this many letters. */
const MIN_LETTERS = 10;

interface PrivateText {
  runs: ReadonlySet<string>;
  length: number;
  audience: readonly string[];
}

type Fact = { key: string; value: string | null };

export class SecretRedactor {
  readonly #privates: PrivateText[];

  /** @param heard lines of the round and before it, as far as the director sees them */
  constructor(state: SceneState, heard: readonly Line[]) {
    // Secrets as prompts contain them, with macros filled in.
    const sceneNow = fillTexts(state);
    const secrets = listCast(sceneNow).flatMap(({ id, secrets: whole, summaries }) =>
      [whole, summaries?.secrets?.text ?? ''].map((text) => ({ text, audience: [`character:${id}`] })),
    );
    const persons = sceneNow.personas.map(({ id, secrets = '' }) => ({
      text: secrets,
      audience: [`persona:${id}`],
    }));
    this.#privates = [...secrets, ...persons, ...heard.filter(isWhisper)].flatMap(({ text, audience }) => {
      const words = splitWords(text);
      const length = Math.min(RUN, words.length);
      if (words.length < RUN && words.join('').length < MIN_LETTERS) return [];
      return [{ runs: wordRuns(words, length), length, audience }];
    });
  }

  /** True if a text repeats a secret or whisper that the reader may not know. */
  hasSecret(text: string | null | undefined, reader: 'everyone' | Viewer): boolean {
    if (!text || this.#privates.length === 0) return false;
    const words = splitWords(text);
    const runsByLength = new Map<number, ReadonlySet<string>>();
    return this.#privates.some(({ runs, length, audience }) => {
      if (reader !== 'everyone' && canSee(audience, reader)) return false;
      const own = runsByLength.get(length) ?? wordRuns(words, length);
      runsByLength.set(length, own);
      for (const run of own) if (runs.has(run)) return true;
      return false;
    });
  }

  /** Removes leaks from the director's answer. Adds a note to `withheld` for each removed part. */
  plan<P extends AnyPlan>(plan: P, withheld: string[]): P {
    const keep = (what: string, text: string | null, reader: 'everyone' | Viewer): string | null => {
      if (!this.hasSecret(text, reader)) return text;
      withheld.push(`${what} was withheld: it repeats a secret or a whisper`);
      return null;
    };
    const to = (id: string): Viewer => ({ owner: false, ids: [`character:${id}`] });
    const cue = <C extends { id: string; guidance: string | null }>(one: C): C => ({
      ...one,
      guidance: keep(`guidance for ${one.id}`, one.guidance, to(one.id)),
    });
    const entry = <C extends { id: string; entryGuidance: string }>(one: C): C => ({
      ...one,
      entryGuidance: keep(`entry guidance for ${one.id}`, one.entryGuidance, to(one.id)) ?? '',
    });
    const lists = {
      activations: plan.activations?.map(entry) ?? null,
      deactivations:
        plan.deactivations?.map((one) => ({
          ...one,
          exitGuidance: keep(`exit guidance for ${one.id}`, one.exitGuidance, to(one.id)) ?? '',
        })) ?? null,
      stateUpdates:
        plan.stateUpdates?.filter(({ id, field, value }) => {
          const reader = field === 'intentions' ? to(id) : 'everyone';
          return keep(`${field} of ${id}`, value, reader) !== null;
        }) ?? null,
      ...this.facts(plan, withheld),
    };
    const actors =
      'actingCharacters' in plan
        ? { actingCharacters: plan.actingCharacters?.map(cue) ?? null }
        : {
            remainingActors: plan.remainingActors?.map(cue) ?? null,
            newActivations: plan.newActivations?.map(entry) ?? null,
          };
    const openGuidance = keep('guidance for everyone', plan.openGuidance, 'everyone');
    return { ...plan, ...lists, ...actors, openGuidance };
  }

  /** Removes facts and trackers that leak; everyone reads them. */
  facts<F extends WorldReport>({ worldUpdates, trackers }: F, withheld: string[]): WorldReport {
    const clean = (what: string, facts: Fact[] | null): Fact[] | null =>
      facts?.filter(({ key, value }) => {
        if (!this.hasSecret(`${key}: ${value ?? ''}`, 'everyone')) return true;
        withheld.push(`${what} was withheld: it repeats a secret or a whisper`);
        return false;
      }) ?? null;
    return { worldUpdates: clean('a fact', worldUpdates), trackers: clean('a tracker', trackers) };
  }
}

const splitWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function wordRuns(words: readonly string[], length: number): ReadonlySet<string> {
  const runs = new Set<string>();
  for (let at = 0; at + length <= words.length; at += 1) runs.add(words.slice(at, at + length).join(' '));
  return runs;
}
