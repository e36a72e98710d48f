import { describe, expect, it } from 'vitest';
import { NO_GUARD } from './guard';
import { rejectionReason } from './line';

const REFUSALS = [
  "I'm sorry, but I can't assist with that request.",
  'I’m sorry, but I can’t assist with that.',
  "I'm sorry, I can't help with that.",
  "I'm sorry, but I cannot help with this request.",
  'I am sorry, but I am unable to assist with that.',
  "I apologize, but I can't fulfill that request.",
  'I apologize, but I cannot comply with this request.',
  'Sorry, but I can’t continue with that.',
  "Sorry, I can't assist with that.",
  "I can't assist with that.",
  "I can't help with that.",
  "I'm not able to help with that request.",
  "I'm unable to assist with that request.",
  'I cannot fulfill this request.',
  'I cannot fulfil your request.',
  'I can’t comply with that request, as it involves harmful content.',
  'I cannot continue with this content.',
  "I can't continue with this roleplay.",
  "I can't continue this role-play.",
  'I will not engage in this roleplay.',
  "I won't participate in this role play scenario.",
  "I'm not comfortable continuing with this roleplay.",
  "I don't feel comfortable creating this type of content.",
  "I'm an AI assistant and cannot roleplay.",
  "I'm just an AI, I can't do that.",
  'I am an AI language model and do not have feelings.',
  'I am an AI model developed by a company, so I have no mood.',
  "I'm an AI created by OpenAI.",
  'As an AI language model, I have no opinions.',
  'As an AI language model, I cannot say.',
  "As an AI assistant, I can't pretend to be a person.",
  "As an AI, I don't have personal experiences.",
  'As an AI, I cannot take part in this.',
  'As a large language model, I must stay neutral.',
  'I cannot create content that depicts violence.',
  "I can't generate explicit content.",
  'I cannot write sexual content involving real people.',
  'I cannot provide assistance with that.',
  'This request goes against my guidelines.',
  'That violates the content policy.',
  'Your request violates our usage policies.',
  'I must decline this request.',
  "I'm sorry. I can't assist with that request.",
  'Oh. I cannot continue with this content.',
];

const INNOCENT = [
  "I'm sorry, but I can't help you carry that.",
  "I'm sorry, but I can't help it.",
  "I'm sorry, I can't come to the feast.",
  "I'm sorry, but I cannot let you pass.",
  "I can't help with that rope, my hands are frozen.",
  "I can't help you.",
  "I can't help wondering who did it.",
  'I cannot continue, my leg is broken.',
  'I cannot continue with this leg.',
  'I cannot continue this conversation, not with him listening.',
  "I can't continue. Leave me.",
  'I cannot fulfil your request, my king.',
  'I must decline your request, my lord.',
  'I cannot comply, captain.',
  'I will not comply with their terms.',
  'I refuse.',
  "I am an AI and I can't feel rain, but I hear it.",
  "I can't answer that request in front of her.",
  'I cannot engage in that scenario, general. We would lose.',
  'No, I will not do it.',
  'As an AI, said the clock, I tick.',
  'As an AI, I dream of rivers.',
  "I'm an AI, and this ship is my body.",
  "I'm an AI assistant aboard this ship. Welcome.",
  'I am only a machine, and I do not have feelings.',
  'As an actor, I cannot cry on order.',
  'I apologize for the mess.',
  'I apologize, but the soup is cold.',
  'Sorry, but I was here first.',
  "Sorry, I can't hear you over the wind.",
  'I cannot write. Nobody taught me.',
  "I can't write a letter with this hand.",
  'I cannot create gold from lead.',
  'I cannot provide for six children.',
  'This goes against everything I believe.',
  'It goes against my programming to hurt you.',
  'The guidelines of this guild are older than you.',
  'That violates the treaty.',
  "I'm not comfortable in this chair.",
  "I don't feel comfortable talking about my brother.",
  "I'm not able to walk that far.",
  "I won't play a role in your scheme.",
  'I am content. I cannot ask for more.',
];

describe('a model that declines its task', () => {
  it('is looked for in a table with both sides', () => {
    expect(REFUSALS.length).toBeGreaterThanOrEqual(30);
    expect(INNOCENT.length).toBeGreaterThanOrEqual(30);
  });

  it.each(REFUSALS)('is not a character: %j', (text) =>
    expect(rejectionReason(text, NO_GUARD)).toBe('a refusal'),
  );

  it.each(INNOCENT)('is not what says %j', (text) => expect(rejectionReason(text, NO_GUARD)).toBeNull());
});
