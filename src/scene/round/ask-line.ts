import type { SpokenLine } from '../../contract/agents';
import type { ResolvedProfile } from '../../contract/profiles';
import type { Ask } from '../../room/step-context';
import type { Prompt } from '../prompt/assemble';
import { namesOfOthers, plainName } from '../prompt/conversation';
import type { AgentContextEnvelope } from '../prompt/envelope';
import type { SceneState } from '../state';
import type { AgentRequest } from './agents';
import type { CharacterBrief, ClueBrief } from './briefs';
import type { Talk } from './talk';

/** The part of the brief that is alike for everybody who speaks. */
export const speechBrief = ({ mayEmit, sample }: Talk, envelope: AgentContextEnvelope) => ({
  mayEmit,
  envelope,
  ...(sample && { extra: sample }),
});

/** Makes the request for a line of a character, the narrator or a player. */
export function askLine(args: {
  purpose: string;
  brief: CharacterBrief | ClueBrief;
  prompt: Prompt;
  profile: ResolvedProfile;
  talk: Talk;
  actor: string;
  /** Hearers of the line; null: everyone, unless it turns out to be a whisper. */
  audience?: string[] | null;
  /** Absent: the line is taken as it is. */
  speakers?: Ask<unknown>['speakers'];
  /** Texts at which a model is to stop. */
  stop?: string[];
}): AgentRequest<SpokenLine> {
  const { purpose, brief, prompt, profile, talk, actor, audience, speakers, stop } = args;
  const ask: Ask<SpokenLine, CharacterBrief | ClueBrief> = {
    role: brief.task === 'narrator' ? 'narrator' : 'character',
    purpose,
    brief,
    messages: prompt.messages,
    schema: talk.schema,
    schemaName: 'spoken_line',
    profile,
    fromProse: talk.fromProse,
    kinds: audience ? talk.mayEmit : talk.aloud,
    ...((audience || talk.aloud.length > 0) && { speaker: { actor, ...(audience && { audience }) } }),
    ...(speakers && { speakers }),
    ...(stop && { stop }),
    ...(talk.mode === 'prose' && { mode: talk.mode }),
    ...(talk.check && { check: talk.check, instruction: talk.instruction }),
  };
  return { ask, use: prompt.use };
}

/**
 * Names by which a line loses its label, and is cut where another speaks: whole names, first names and nicknames.
 *
 * @param own name of who speaks. Default: the character's or the narrator's
 */
export function speakersOf(
  envelope: AgentContextEnvelope,
  { cast }: SceneState,
  own = envelope.self?.name ?? 'Narrator',
): { speakers: NonNullable<Ask<unknown>['speakers']>; stop: string[] } {
  const nicknames = new Map(
    Object.values(cast).flatMap(({ name, nickname }) =>
      nickname ? [[plainName(name), plainName(nickname)] as const] : [],
    ),
  );
  const shorten = (name: string): string[] => [
    ...(nicknames.has(name) ? [nicknames.get(name) ?? name] : []),
    /^\p{L}+/u.exec(name)?.[0] ?? name,
  ];
  const name = plainName(own);
  const others = namesOfOthers(envelope).filter((other) => other !== name);
  // The first word of a name may be an article, which begins many a row: `A: …`.
  const short = others.flatMap(shorten).filter((other) => other.length > 1 && !ARTICLE.test(other));
  return {
    speakers: { own: [...new Set([name, ...shorten(name)])], others: [...new Set([...others, ...short])] },
    stop: others.map((other) => `\n${other}:`),
  };
}

const ARTICLE = /^(?:the|an?|one|old|der|die|das|le|la|les|el|los|las)$/i;
