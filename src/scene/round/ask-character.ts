import { isSmall } from '../../base/answerer';
import type { SpokenLine } from '../../contract/agents';
import type { ResolvedProfile } from '../../contract/profiles';
import { SMALL_ANSWER } from '../../model/profiles';
import type { Ask } from '../../room/step-context';
import { chatWithCharacter } from '../prompt/chat-prompts';
import { type AgentContextEnvelope, cardLength } from '../prompt/envelope';
import { cutRepeats, isLoop, repeats, unquotedParts } from '../prompt/repetition';
import {
  answerLengthFactor,
  isNoResponse,
  minimalPrompt,
  ownTexts,
  renderSmallCharacterPrompt,
} from '../prompt/small';
import { agentProfile, findMember } from '../state';
import { answerAudience, listNames } from '../whispers';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from './agents';
import { askLine, listSpeakers, speechBrief } from './ask-line';
import type { CharacterBrief } from './briefs';
import { type Cue, characterName } from './director';
import { castNames, type SpeechRules, speechRules, withoutWhispers } from './talk';

/**
 * Asks a character to act, with everything the director wrote for it.
 *
 * @param rewrites set when an existing line gets new wording: its audience is fixed, so it may not become a
 * whisper. `notAgain` lists wordings that the understudy must not repeat; a model's answer differs by itself
 */
export function askCharacter(
  agentInputs: AgentInputs,
  pass: 1 | 2,
  openGuidance: string | null,
  cue: Cue,
  tools: AgentTools,
  rewrites: { notAgain: string[] } | null = null,
): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  const own = agentProfile(state, 'character', cue.id);
  return withFallbackProfile(rewrites ? withoutWhispers(own) : own, (givenProfile) => {
    const { guidance, entry, exit } = cue;
    const talk = speechRules(givenProfile, castNames(state));
    const profile = isSmall(givenProfile)
      ? reserveTokens(givenProfile, answerLengthFactor(cardLength(state, cue.id)))
      : givenProfile;
    const actor = `character:${cue.id}` as const;
    const audience = answerAudience(agentInputs.inputs, cue.id);
    const whisperTo = audience && listNames(state, audience, actor);
    const envelope = buildAgentEnvelope(
      { ...agentInputs, openGuidance, directive: { guidance, entry, exit }, whisperTo },
      actor,
      profile,
      talk.instruction,
      tools,
    );
    const seed = `${tools.seed}/character.${pass}/${cue.id}`;
    const nickname = findMember(state, cue.id)?.nickname ?? '';
    const requestParts = {
      brief: { task: 'character' as const, seed, ...speechBrief(talk, envelope), ...rewrites },
      purpose: `${characterName(state, cue.id)} speaks`,
      ...{ profile, talk, actor, audience },
    };
    if (isSmall(profile)) {
      const prompt = renderSmallCharacterPrompt(envelope, tools.count, nickname);
      const request = askLine({ ...requestParts, ...listSpeakers(envelope, state), prompt });
      const rules = { ...smallLine(envelope, talk), messagesAgain: minimalPrompt(prompt) };
      return { ...request, ask: { ...request.ask, ...rules } };
    }
    return askLine({
      ...requestParts,
      ...listSpeakers(envelope, state),
      prompt: chatWithCharacter(envelope, talk.mode, tools.count),
    });
  });
}

/** Raises a small model's token limit for the scene's line length, unless its owner set one. */
function reserveTokens(profile: ResolvedProfile, times: number): ResolvedProfile {
  const { maxTokens, maxContextTokens } = profile;
  if (times === 1 || maxTokens !== SMALL_ANSWER) return profile;
  const most = Math.max(maxTokens, Math.floor(maxContextTokens / 4));
  return { ...profile, maxTokens: Math.min(SMALL_ANSWER * times, most) };
}

/**
 * Rules for a small model's line: reject repeats of the prompt, of its reasoning, or of its own earlier
 * lines.
 */
function smallLine(
  envelope: AgentContextEnvelope,
  talk: SpeechRules,
): Partial<Ask<SpokenLine, CharacterBrief>> {
  const name = envelope.self?.name ?? '';
  const ownWords = ownTexts(envelope);
  const tabooWith = (...thoughts: (string | null)[]) => [
    ...ownWords,
    ...thoughts.flatMap((thought) => unquotedParts(thought ?? '')),
  ];
  return {
    fromProse: (text, thought = '') => talk.fromProse(cutRepeats(text, tabooWith(thought))),
    check: ({ text, thought: ownThought }, thought = '') => {
      if (text === '' || isNoResponse(text))
        return [{ pointer: '/text', message: `expected words of ${name}, got none` }];
      if (repeats(text, tabooWith(thought, ownThought))) return [{ pointer: '/text', message: REPEATED }];
      return isLoop(text)
        ? [{ pointer: '/text', message: 'expected a line, got the same words over and over' }]
        : [];
    },
  };
}

const REPEATED = 'expected a line, got words of the prompt, of the thought or of an earlier line';
