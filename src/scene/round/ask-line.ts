import type { SpokenLine } from '../../contract/agents';
import type { ResolvedProfile } from '../../contract/profiles';
import { resolveJsonMode } from '../../model/json-template';
import type { Ask } from '../../room/step-context';
import type { Prompt } from '../prompt/assemble';
import { listOtherNames, sanitizeName } from '../prompt/conversation';
import type { AgentContextEnvelope } from '../prompt/envelope';
import type { SceneState } from '../state';
import type { AgentRequest } from './agents';
import type { CharacterBrief, ClueBrief } from './briefs';
import type { SpeechRules } from './talk';

export const speechBrief = ({ mayEmit, sample }: SpeechRules, envelope: AgentContextEnvelope) => ({
  mayEmit,
  envelope,
  ...(sample && { extra: sample }),
});

export function askLine(args: {
  purpose: string;
  brief: CharacterBrief | ClueBrief;
  prompt: Prompt;
  profile: ResolvedProfile;
  talk: SpeechRules;
  actor: string;
  /** Audience of the line. null: everyone, unless the line turns out to be a whisper. */
  audience?: string[] | null;
  /** Unset: the line is not searched for speaker labels. */
  speakers?: Ask<unknown>['speakers'];
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
    ...(talk.check && { check: talk.check }),
    // Otherwise the instruction generated from the schema is the same.
    ...(talk.check && resolveJsonMode(profile) !== null && { instruction: talk.instruction }),
  };
  return { ask, use: prompt.use };
}

/**
 * Names for removing the speaker's own label from a line and for cutting the line where another speaker
 * begins: whole names, first names and nicknames.
 *
 * @param own name of the speaker. Default: the character's or the narrator's
 */
export function listSpeakers(
  envelope: AgentContextEnvelope,
  { cast }: SceneState,
  own = envelope.self?.name ?? 'Narrator',
): { speakers: NonNullable<Ask<unknown>['speakers']>; stop: string[] } {
  const nicknames = new Map(
    Object.values(cast).flatMap(({ name, nickname }) =>
      nickname ? [[sanitizeName(name), sanitizeName(nickname)] as const] : [],
    ),
  );
  const shorten = (name: string): string[] => [
    ...(nicknames.has(name) ? [nicknames.get(name) ?? name] : []),
    /^\p{L}+/u.exec(name)?.[0] ?? name,
  ];
  const name = sanitizeName(own);
  const others = listOtherNames(envelope).filter((other) => other !== name);
  // The first word of a name may be an article, and `A: …` can begin an ordinary line.
  const short = others.flatMap(shorten).filter((other) => other.length > 1 && !ARTICLE.test(other));
  return {
    speakers: { own: [...new Set([name, ...shorten(name)])], others: [...new Set([...others, ...short])] },
    stop: others.map((other) => `\n${other}:`),
  };
}

const ARTICLE = /^(?:the|an?|one|old|der|die|das|le|la|les|el|los|las)$/i;
