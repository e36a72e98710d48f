import { expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import { withEdits } from '../../../src/contract/events/fold/edits';
import { withoutUndone } from '../../../src/contract/events/fold/undone';
import { lineMaker, readProgress, toLine } from '../../../web/src/scene/lines/fold-scene';
import { eventWith, fieldsOf, makeEvent } from '../../support/loose-events';

const names = new Map([['ada', 'Ada']]);
let seq = 0;
function event(kind: Event['kind'], payload: object = {}, actor = 'system', round = 1): Event {
  seq += 1;
  return makeEvent(kind, payload, { seq, actor, round });
}
const spoke = (text: string, round = 1) =>
  event(
    'character.spoke',
    { text, kind: 'say', name: 'Ada', provider: 'understudy', pass: 1 },
    'character:ada',
    round,
  );

it('shows who said what, and that the understudy said it', () =>
  expect(toLine(spoke('The lamp is lit.'), names)).toMatchObject({
    type: 'speech',
    name: 'Ada',
    text: 'The lamp is lit.',
    provider: 'understudy',
  }));

it('leaves out what a rolled-back round had said, and keeps what came after', () => {
  const started = event('round.started', { n: 2, attempt: 1 }, 'system', 2);
  const before = spoke('Earlier.');
  const taken = spoke('Taken back.', 2);
  const back = event('round.rolledback', { fromSeq: started.seq }, 'system', 2);
  const again = spoke('Said anew.', 2);
  const kept = withoutUndone([before, started, taken, back, again]);
  expect(kept).toEqual([before, back, again]);
});

it('leaves out what players said for rounds that were rolled back, but not what a retry answers again', () => {
  const input = (text: string) => event('player.spoke', { text, name: 'Mara' }, 'persona:mara');
  const first = input('Kept.');
  const one = event('round.started', { n: 1, attempt: 1, inputs: [first.seq] });
  const second = input('Undone.');
  const two = event('round.started', { n: 2, attempt: 1, inputs: [second.seq] }, 'system', 2);
  const undone = event('round.rolledback', { fromSeq: two.seq }, 'system', 2);
  const back = event('round.rolledback', { fromSeq: one.seq });
  const again = event('round.started', { n: 1, attempt: 2, inputs: [first.seq] });
  const kept = withoutUndone([first, one, second, two, undone, back, again]);
  expect(kept).toEqual([first, undone, back, again]);
});

it('knows the round of a line, and of what a player says once a round answers it', () => {
  const toLines = lineMaker(names);
  const roundsOf = (events: Event[]) =>
    toLines(events).flatMap((line) => (line.type === 'speech' ? [line.round] : []));
  const { round: _, ...input } = event(
    'player.spoke',
    { text: 'Who is there?', name: 'Mara', to: [] },
    'persona:mara',
  );
  expect(roundsOf([input])).toEqual([null]);
  const started = event('round.started', { n: 4, attempt: 1, inputs: [input.seq] }, 'system', 4);
  const waiting = { ...input, seq: started.seq + 100 };
  expect(roundsOf([input, started, spoke('I am.', 4), waiting])).toEqual([4, 4, null]);
});

it('shows an edited line as it says now', () => {
  const line = spoke('Old words.');
  const edit = event('line.edited', { seq: line.seq, text: 'New words.' }, 'character:ada');
  const [now] = withEdits([line, edit]);
  expect(fieldsOf(now?.payload).text).toBe('New words.');
});

it('says that a line was edited, and nothing where its wordings are leafed through', () => {
  const line = spoke('Old words.');
  const edit = event('line.edited', { seq: line.seq, text: 'New words.', by: 'model' }, 'character:ada');
  const choose = (index: number) => event('line.chosen', { seq: line.seq, index }, 'character:ada');
  const lines = lineMaker(names)([line, edit, choose(0), choose(1)]);
  expect(lines.map(({ type }) => type)).toEqual(['speech', 'note']);
  expect(lines[0]).toMatchObject({ text: 'New words.' });
});

const inRound =
  (n: number) =>
  (kind: Event['kind'], payload: object = {}, actor = 'system') =>
    event(kind, payload, actor, n);
const input = (text: string): Event => {
  const { round: _, ...said } = event('player.spoke', { text, name: 'Mara', to: [] }, 'persona:mara');
  return said as Event;
};

it('marks no round in which nothing was said: a draft, or a line that got other words', () => {
  const [one, two, three, four] = [inRound(1), inRound(2), inRound(3), inRound(4)];
  const start = (n: number) => ({ n, attempt: 1, inputs: [] });
  const first = spoke('One.');
  const rewritten = { seq: first.seq, text: 'Another.', by: 'model' };
  const events = [
    input('Hello?'),
    one('round.started', start(1)),
    first,
    one('round.completed'),
    two('round.started', start(2)),
    two('draft.written', { text: 'Soup?' }, 'persona:mara'),
    two('round.completed'),
    input('Soup?'),
    three('round.started', start(3)),
    spoke('No.', 3),
    three('round.completed'),
    four('round.started', start(4)),
    four('line.edited', rewritten, 'character:ada'),
    four('round.completed'),
  ];
  const shown = (some: Event[]) =>
    lineMaker(names)(some).flatMap((line): (string | number | null)[] =>
      line.type === 'round' ? [line.n] : line.type === 'speech' ? [line.text] : [],
    );
  const all = ['Hello?', 1, 'Another.', 'Soup?', 3, 'No.'];
  expect(shown(events)).toEqual(all);
  expect(shown([...events, input('Well?')])).toEqual([...all, 'Well?']);
  expect(shown(events.slice(0, 5))).toEqual(['Hello?', 1, 'One.']);
});

it('marks a round under way as soon as somebody is at work in it, and one that failed', () => {
  const one = inRound(1);
  const start = one('round.started', { n: 1, attempt: 1, inputs: [] });
  const types = (...events: Event[]) => lineMaker(names)(events).map(({ type }) => type);
  expect(types(start)).toEqual([]);
  expect(types(start, one('director.started', { pass: 1 }, 'director'))).toEqual(['round']);
  expect(types(start, one('round.failed', { failure: { code: 'conflict' } }))).toEqual(['round', 'note']);
});

it('shows no director where none is asked', () => {
  const started = event('round.started', { n: 1, attempt: 1 });
  const labels = (...events: Event[]) => readProgress(events, names)?.steps.map(({ label }) => label);
  expect(labels(started)).toEqual(['Done']);
  expect(labels(started, event('draft.written', { text: 'Soup?' }, 'persona:mara'))).toEqual(['Done']);
});

it('shows the steps of the round under way', () => {
  const progress = readProgress(
    [
      event('round.started', { n: 1, attempt: 1 }),
      event('director.started', { pass: 1 }, 'director'),
      event('director.completed', { pass: 1, plan: { actingCharacters: null } }, 'director'),
      event('character.started', { pass: 1, name: 'Ada' }, 'character:ada'),
    ],
    names,
  );
  expect(progress?.state).toBe('running');
  expect(progress?.steps.map((step) => `${step.label} ${step.state}`)).toEqual([
    'The director is thinking done',
    'Ada running',
    'The director wraps up the round waiting',
    'Done waiting',
  ]);
});

it('marks the step a round failed at', () => {
  const progress = readProgress(
    [
      event('round.started', { n: 1, attempt: 1 }),
      event('director.started', { pass: 1 }, 'director'),
      event('round.failed', {}),
    ],
    names,
  );
  expect(progress?.state).toBe('failed');
  expect(progress?.steps[0]).toMatchObject({ label: 'The director is thinking', state: 'failed' });
});

it('says who hears a whisper, and calls nothing a whisper that everybody hears', () => {
  const people = new Map([
    ['ada', 'Ada'],
    ['ben', 'Ben'],
  ]);
  const open = event('player.spoke', { text: 'Aloud.', to: [] }, 'persona:ben');
  const whisper = { ...open, audience: ['persona:ben', 'character:ada', 'owner'] };
  expect(toLine(open, people)).toMatchObject({ whisper: null });
  expect(toLine(whisper, people)).toMatchObject({ whisper: ['Ada'] });
});

it('shows private notes, and who comes and goes', () => {
  expect(toLine(event('note.written', { text: 'Remember.' }), names)).toMatchObject({
    type: 'jotting',
    text: 'Remember.',
  });
  const there = { seat: 'seat_1', role: 'player', persona: 'ben', personaName: 'Ben', name: 'Frieda' };
  expect(toLine(event('player.joined', there), names)).toMatchObject({
    text: 'Frieda, who plays Ben, is here.',
  });
  expect(toLine(event('player.left', { ...there, personaName: null }), names)).toMatchObject({
    text: 'Frieda has left.',
  });
});

it('makes the line of an event once, and anew when it was edited', () => {
  const toLines = lineMaker(names);
  const [first, second] = [spoke('One.'), spoke('Two.')];
  const [before] = toLines([first]);
  const [again] = toLines([first, second]);
  expect(again).toBe(before);
  const edited = event('line.edited', { seq: first.seq, text: 'Another.' }, 'character:ada');
  expect(toLines([first, second, edited])[0]).toMatchObject({ text: 'Another.' });
});

it('takes the director for done where its word is not told: somebody acts, or the round is over', () => {
  const seen = [event('round.started', { n: 1, attempt: 1 }), event('director.started', { pass: 1 })];
  const directorIn = (events: Event[]) =>
    readProgress(events, names)?.steps.find(({ key }) => key === 'director.1')?.state;
  expect(directorIn(seen)).toBe('running');
  const acting = event('character.started', { pass: 1 }, 'character:ada');
  expect(directorIn([...seen, acting])).toBe('done');
  expect(directorIn([...seen, event('round.completed')])).toBe('done');
});

it('shows a line that was hidden once: to its speaker where it was said, to others where it is told', () => {
  const people = new Map([['ben', 'Ben']]);
  const said = {
    ...event('player.spoke', { text: 'Now.', hidden: true, to: [] }, 'persona:ben'),
    audience: ['persona:ben'],
  };
  const told = event('line.revealed', { seq: said.seq, text: 'Now!', name: 'Ben', to: [] }, 'persona:ben');
  const read = (events: Event[]) =>
    lineMaker(people)(events).flatMap((line) => (line.type === 'speech' ? [line] : []));
  expect(read([said])).toMatchObject([{ seq: said.seq, hidden: true, whisper: null }]);
  expect(read([said, told])).toMatchObject([{ seq: said.seq, hidden: false, text: 'Now!' }]);
  expect(read([told])).toMatchObject([{ seq: told.seq, hidden: false, text: 'Now!', name: 'Ben' }]);

  const started = event('round.started', { n: 1, attempt: 1, inputs: [said.seq] });
  const back = event('round.rolledback', { fromSeq: started.seq });
  expect(read([told, started, back])).toEqual([]);
});

it('shows an old place as what came later left it, though what lies between is not read yet', () => {
  const kept = spoke('Kept.', 7);
  const edited = spoke('Old words.', 7);
  const started = event('round.started', { n: 8, attempt: 1 }, 'system', 8);
  const taken = spoke('Taken back.', 8);
  const gap = event('round.started', { n: 9, attempt: 1 }, 'system', 9);
  const edit = event('line.edited', { seq: edited.seq, text: 'New words.' }, 'character:ada');
  const back = event('round.rolledback', { fromSeq: started.seq }, 'system', 8);
  const newest = spoke('Newest.', 10);
  const toLines = lineMaker(names);
  const said = (lines: ReturnType<typeof toLines>) =>
    lines.flatMap((line) => (line.type === 'speech' ? [line.text] : []));
  const past = [kept, edited, started, taken];
  expect(said(toLines(past))).toEqual(['Kept.', 'Old words.', 'Taken back.']);
  expect(said(toLines(past, [edit, back, newest]))).toEqual(['Kept.', 'New words.']);
  // Once the two ranges meet, the result is complete and the same.
  expect(said(toLines([...past, gap, edit, back, newest]))).toEqual(['Kept.', 'New words.', 'Newest.']);
});

it('says among the lines that a plan was not usable, and why a round failed', () => {
  const base = { seq: 1, at: '', actor: 'system', audience: ['*'], round: 2 };
  const note = (kind: Event['kind'], payload: object) => toLine({ ...base, kind, payload } as Event, names);
  expect(note('director.completed', { pass: 1, rung: 'json_schema' })).toBeNull();
  expect(note('director.completed', { pass: 1, rung: 'unusable' })).toMatchObject({
    text: 'The director’s plan could not be used, so the rule chose who acts.',
  });
  expect(note('director.completed', { pass: 2, rung: 'unusable' })).toMatchObject({
    text: 'The director’s second plan could not be used. The lines stay.',
  });
  expect(note('round.failed', { failure: { code: 'model_unreachable' } })).toMatchObject({
    text: 'Round 2 failed: the model did not respond.',
    tone: 'bad',
  });
  expect(note('round.failed', { failure: { code: 'conflict' } })).toMatchObject({ text: 'Round 2 failed.' });
});

it('takes the note of a failed round away once a retry has completed it', () => {
  const inTwo = inRound(2);
  const failed = [
    inTwo('round.started', { n: 2, attempt: 0, inputs: [] }),
    inTwo('round.failed', { failure: { code: 'model_unreachable' } }),
  ];
  const retried = [
    ...failed,
    inTwo('round.started', { n: 2, attempt: 1, inputs: [] }),
    inTwo('director.started', { pass: 1 }, 'director'),
  ];
  const notes = (events: Event[]) =>
    lineMaker(names)(events).flatMap((line) => (line.type === 'note' ? [line.text] : []));
  const note = 'Round 2 failed: the model did not respond.';
  expect(notes(failed)).toEqual([note]);
  expect(notes(retried)).toEqual([note]);
  expect(notes([...retried, inTwo('round.failed', { failure: { code: 'conflict' } })])).toHaveLength(2);
  expect(notes([...retried, inTwo('round.completed', {})])).toEqual([]);
  expect(notes([...retried, inRound(3)('round.completed', {})])).toEqual([note]);
});

it('reads what the service says of a line, not what a profile of its own adds', () => {
  const extra = {
    hidden: true,
    to: ['bob'],
    whisper: true,
    kind: 'shout',
    name: 'Bob',
    id: 'bob',
    provider: 'x',
  };
  const line = spoke('The lamp is lit.');
  const [plain, added] = [line, eventWith({ ...line, payload: { ...line.payload, extra } })].map((one) =>
    toLine(one, names),
  );
  expect(added).toEqual(plain);
  expect(added).toMatchObject({ name: 'Ada', kind: 'say', hidden: false, to: [], whisper: null });
  // A nested field does not replace a missing one.
  const { name: _, ...nameless } = fieldsOf(line.payload);
  expect(toLine(eventWith({ ...line, payload: { ...nameless, extra } }), names)).toMatchObject({
    name: 'Ada',
  });
  const changed = event('scene.changed', { cast: { status: 'finished' }, title: 'Anew' });
  expect(toLine(changed, names)).toBeNull();
});

it('tells a whisper that only players hear from one that a character answers', () => {
  const whisper = (hearers: string[]) => ({
    ...event('player.spoke', { text: 'Psst.', name: 'Mara', to: [], whisper: true }, 'persona:mara'),
    audience: ['owner', 'persona:mara', ...hearers],
  });
  expect(toLine(whisper(['persona:ben']), names)).toMatchObject({ isAside: true });
  expect(toLine(whisper(['persona:ben', 'character:ada']), names)).not.toHaveProperty('isAside');
});

it('says that no usable line came in a round, and only then', () => {
  const round = (n: number, ...inside: Event[]) => [
    event('round.started', { n, attempt: 1, inputs: [] }, 'system', n),
    ...inside,
    event('round.completed', { n }, 'system', n),
  ];
  const skipped = (n: number) =>
    event(
      'character.skipped',
      { pass: 1, name: 'Ada', reason: 'its answer was empty', rung: 'unusable' },
      'character:ada',
      n,
    );
  const retries = (events: Event[]) =>
    lineMaker(names)(events).flatMap((line) => (line.type === 'note' && line.retry ? [line.retry] : []));
  expect(retries([...round(1, skipped(1)), ...round(2, skipped(2), spoke('Here.', 2)), ...round(3)])).toEqual(
    [1],
  );
});

it('shows rolls and handouts where they happened, and not after the round before them was removed', () => {
  const started = event('round.started', { n: 3, attempt: 1, inputs: [] }, 'system', 3);
  const dice = { name: 'Mara', notation: '2d6', dice: [3, 5], modifier: 0, total: 8 };
  const roll = event('dice.rolled', { ...dice, personaId: 'mara' }, 'persona:mara', 3);
  const sheet = { title: 'A map', text: '', knownToCast: false, picture: 'pic_1' };
  const handout = event('handout.shown', { ...sheet, to: ['ada'] }, 'system', 3);
  const events = [started, spoke('Here.', 3), roll, handout];
  const toLines = lineMaker(names);
  expect(toLines(events).slice(2)).toMatchObject([
    { type: 'roll', actor: 'persona:mara', round: 3, ...dice },
    { type: 'handout', title: 'A map', to: ['Ada'], hasPicture: true, round: 3 },
  ]);
  const removed = event('round.rolledback', { fromSeq: started.seq }, 'system', 3);
  expect(toLines([...events, removed]).map(({ type }) => type)).toEqual(['note']);
});
