import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AdventureRoom,
  createAdventureRoom,
  giveCommand,
  playedAdventure,
  playToEnd,
  playTurns,
} from '../../../../test/support/adventure-run';
import { must } from '../../../../test/support/must';
import { TO_DEATH, TO_THE_END } from '../../../../test/support/tide-mill-walk';
import { decideAdd, decideDrop } from '../../people';
import { adventureReport, adventureReportHtml } from './report';

const reportOf = ({ state, ledger }: AdventureRoom) => adventureReport(state, ledger);
const pageOf = ({ state, ledger }: AdventureRoom) => adventureReportHtml(state, ledger);
const partOf = (report: string, title: string) =>
  report.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? 'no such part';

async function playWhole(): Promise<AdventureRoom> {
  const [first, second = '', ...others] = TO_THE_END;
  const goal = {
    action: second,
    new_objective: { text: 'light the lantern of L16', priority: 'high' as const, parent: null },
  };
  const room = await playedAdventure(2, {
    commands: [first ?? '', goal, ...others],
    answers: {
      critic: ({ command }) =>
        command === 'read almanac' ? { score: -0.9, reason: 'no time for books' } : { score: 1, reason: '' },
      chronicler: ({ moves }) =>
        moves[0]?.command === 'take matches'
          ? { keep: true, category: 'discovery', text: 'The tin holds matches.' }
          : { keep: false },
      completion: ({ state }) =>
        state.rounds === 8 ? { completed: [{ id: 'A1', evidence: 'the lantern is lit' }] } : {},
      scholar: () => ({
        knowledge: 'What is known:\n- The key is in the eel trap.\n- The tide comes and goes.\n\nThe end.',
      }),
    },
    title: 'To the end',
  });
  add(room, 'visit the heron');
  await playTurns(room, 1);
  const dropped = decideDrop(room.state, 'P1');
  if (dropped.ok) room.append(dropped.value);
  giveCommand(room, 'take the moon', 'suggest');
  await playToEnd(room);
  return room;
}

function add(room: AdventureRoom, text: string): void {
  room.append(must(decideAdd(room.state, { text, priority: 'normal', parent: null })));
}

async function playDeaths(): Promise<AdventureRoom> {
  const room = await playedAdventure(TO_DEATH.length + 4, {
    commands: [...TO_DEATH, ...TO_DEATH.slice(0, 4)],
    options: { episodes: 2, critic: { on: false } },
    budgets: { turns: TO_DEATH.length + 5 },
  });
  giveCommand(room, 'wait');
  giveCommand(room, 'sleep', 'suggest');
  await playToEnd(room);
  return room;
}

let whole: AdventureRoom;
let deaths: AdventureRoom;
beforeAll(async () => {
  [whole, deaths] = [await playWhole(), await playDeaths()];
});

describe('a report as Markdown', () => {
  it('says that the understudy answered, before anything else', () => {
    const [, , first] = reportOf(whole).split('\n');
    expect(first).toContain('Answered by: **understudy**');
    expect(first).toContain('not a model');
  });

  it('says nothing of an understudy when a model answered', async () => {
    const room = await playedAdventure(1, { provider: 'openai' });
    expect(reportOf(room)).toContain('Answered by: **openai**.\n');
    expect(reportOf(room)).not.toMatch(/stand-in/);
  });

  it('says which agents the understudy stood in for', async () => {
    const room = await playedAdventure(1, { provider: 'openai' });
    const ledger = room.ledger.map((event) =>
      event.kind === 'agent.answered'
        ? { ...event, payload: { ...event.payload, provider: 'understudy' } }
        : event,
    );
    const text = adventureReport(
      { ...room.state, answerers: [{ provider: 'openai', model: 'm1' }, { provider: 'understudy' }] },
      ledger,
    );
    expect(text.split('\n')[2]).toContain('m1 by openai + understudy');
    expect(text).toContain('| adventurer | openai | 1 |');
    expect(text).toContain('| extractor | understudy | 1 |');
  });

  it('has the result of every episode', () => {
    const text = partOf(reportOf(deaths), 'Episodes');
    expect(text).toContain('| 1 | 1 | 21 | 1 | 10 | 10 | the player died |');
    expect(text).toMatch(/\| 2 \| 22 \| 5 \| 0 \| 0 \| 0 \| its turns or a budget/);
    expect(reportOf(whole)).toContain('Finished: the player won.');
  });

  it('lists what scored: command, place, points', () => {
    const text = partOf(reportOf(whole), 'Score');
    expect(text).toContain('| 12 | 1 | east | the adventurer | L18 Sluice Bank | 5 | 5 |');
    expect(text.match(/^\| \d+ \|/gm)).toHaveLength(7);
    expect(text).toContain('| 10 | 50 |');
  });

  it('does not count the score of a new episode as points lost', () =>
    expect(partOf(reportOf(deaths), 'Score')).not.toMatch(/\| -\d/));

  it('has the cost of a point, and of every agent', () => {
    const { turns, calls } = whole.state.used;
    expect(reportOf(whole)).toContain(`cost ${turns / 50} turns, ${calls / 50} calls and 0 tokens`);
    const rows = [
      ...partOf(reportOf(whole), 'Cost').matchAll(/^\| \w+ \| understudy \| \d+ \| \d+ \| (\d+)/gm),
    ];
    const sum = rows.reduce((total, [, n]) => total + Number(n), 0);
    expect(sum).toBe(calls);
  });

  it('has each objective with who declared it, when, and what became of it', () => {
    const text = partOf(reportOf(whole), 'Objectives');
    expect(text).toContain(
      '| A1 | light the lantern of L16 | the adventurer | 2 | L7 Mill Yard | high | – | completed in turn 8 by the keeper: the lantern is lit |',
    );
    expect(text).toMatch(/\| P1 \| visit the heron \| a person \|.*dropped in turn 3 by a person/);
    expect(text).toContain('The adventurer declared 1, 0.03 per turn.');
    expect(text).not.toContain('Warning');
  });

  it('warns of an adventurer that declares too many, and lists what was refused', async () => {
    const room = await playedAdventure(12, {
      answers: {
        adventurer: ({ state }) => ({
          thinking: '',
          action: 'look',
          new_objective:
            state.rounds % 2 ? 'find the silver bell' : `count the nettles of turn ${state.rounds}`,
        }),
      },
      options: { critic: { on: false } },
    });
    const text = partOf(reportOf(room), 'Objectives');
    expect(text).toContain('Warning: 12 objectives declared in 12 turns');
    expect(text).toContain('“find the silver bell”: it repeats another, A1');
  });

  it('has every death with its place and its words', () => {
    expect(partOf(reportOf(deaths), 'Deaths')).toMatch(
      /\| 21 \| 1 \| L27 [\w ]+ \| east \| the adventurer \| .*You have died/,
    );
    expect(partOf(reportOf(whole), 'Deaths')).toContain('did not die');
    expect(partOf(reportOf(deaths), 'Knowledge')).toContain('L27: east');
  });

  it('has the map as a diagram, memories by place and the knowledge', () => {
    const text = reportOf(whole);
    expect(partOf(text, 'Map')).toContain('```mermaid\nflowchart LR\n  L5["L5 Lane End"]');
    expect(partOf(text, 'Memories by place')).toContain(
      '| L9 Kitchen | M1 | discovery | The tin holds matches. | turn 4, episode 1 | holds |',
    );
    expect(partOf(text, 'Knowledge')).toContain(
      'What is known:\n\n- The key is in the eel trap.\n- The tide comes and goes.\n\nThe end.\n',
    );
    expect(pageOf(whole)).toContain('<li>The tide comes and goes.</li>');
  });

  it('has what the critic rejected and where it was overruled', () => {
    const text = partOf(reportOf(whole), 'Critic');
    expect(text).toContain('| 5 | read almanac | 2 | score | -0.9 | no time for books |');
    expect(text).toContain('“read almanac” was typed all the same, score -0.9: it was the last proposal');
    expect(partOf(reportOf(deaths), 'Critic')).toContain('switched off');
  });

  it('tells what the story itself ruled out from what the score did', async () => {
    const room = await playedAdventure(1, { commands: ['take the moon'] });
    const text = partOf(reportOf(room), 'Critic');
    expect(text).toContain('ruled out 2 without a call');
    expect(text).toContain('“take the moon” was typed all the same: it was the last proposal of the turn');
    expect(text).toMatch(/\| 1 \| take the moon \| 2 \| the story’s state \| – \|/);
  });

  it('has the warnings of a run that goes nowhere', async () => {
    const room = await createAdventureRoom({ options: { stuckAfter: 10, critic: { on: false } } });
    await playToEnd(room);
    const text = reportOf(room);
    expect(partOf(text, 'Stuck')).toContain('| 6 | no progress | 5 | No progress');
    expect(text).toContain('no progress');
  });

  it('has what people did, and what came of it', () => {
    const text = partOf(reportOf(whole), 'People');
    expect(text).toContain('| 2 | added objective P1 (normal): visit the heron |');
    expect(text).toContain('| 3 | dropped: objective P1 |');
    expect(text).toContain(
      '| 3 | suggested “take the moon” | told in turn 4, and the adventurer proposed “take matches” |',
    );
    const other = partOf(reportOf(deaths), 'People');
    expect(other).toMatch(/\| 25 \| took over: “wait” \| typed in turn 26: Time passes/);
  });

  it('says that a turn failed, or had no usable proposal', async () => {
    const room = await playedAdventure(1, {
      answers: () => {
        throw new Error('garbage');
      },
    });
    expect(partOf(reportOf(room), 'Failures')).toContain('turn 1: nothing usable was proposed');
    expect(partOf(reportOf(whole), 'Failures')).toContain('None.');
    room.append([
      {
        kind: 'turn.failed',
        actor: 'system',
        turn: 1,
        payload: {
          failure: { code: 'unavailable', detail: 'The model is away.', retryAfter: 1, fix: '' },
          retry: 'resume',
        },
      },
    ]);
    expect(partOf(reportOf(room), 'Failures')).toContain('turn 1 failed: The model is away.');
  });

  it('says how sure its readings are, and what it does not know', () => {
    const text = partOf(reportOf(whole), 'How sure this is');
    expect(text).toContain('Place: read from the story file’s standard fields');
    expect(text).toContain('The maximum score is the one that the story states');
  });

  it('names nothing that lay hidden when the run ended', async () => {
    const room = await playedAdventure(2, { commands: ['east', 'north'] });
    const all = `${reportOf(room)}${pageOf(room)}`;
    expect(room.state.story?.reading.location?.name).toBe('Kitchen');
    expect(all).not.toMatch(/matches|silver bell|amber/i);
  });

  it('calls itself not final while the run goes on, and can be made of one that has not begun', async () => {
    const text = reportOf(await createAdventureRoom());
    expect(text).toContain('this account is not final');
    expect(partOf(text, 'Episodes')).toContain('None has begun.');
  });
});

const NASTY =
  '<script>alert(1)</script> | **x** [a](http://b) `c`\n# d\n\n```\n<img src=x onerror=alert(1)> "\' &amp; of L7';

async function playNasty(): Promise<AdventureRoom> {
  const room = await playedAdventure(2, {
    title: NASTY,
    provider: NASTY,
    answers: {
      adventurer: ({ state }) => ({
        thinking: NASTY,
        action: `say ${NASTY}`,
        new_objective: `${NASTY} ${state.rounds}`,
      }),
      critic: ({ state }) => ({ score: state.rounds === 2 ? -1 : 1, reason: NASTY }),
      chronicler: () => ({ keep: true, category: 'note', text: NASTY }),
      completion: ({ state }) => ({ completed: state.objectives.map(({ id }) => ({ id, evidence: NASTY })) }),
      scholar: () => ({ knowledge: NASTY }),
    },
    options: { synthesizeEvery: 1 },
  });
  giveCommand(room, NASTY);
  await playTurns(room, 2);
  const { map } = room.state;
  const rooms = map.rooms.map((one) => ({ ...one, name: NASTY }));
  const blocked = map.blocked.map((one) => ({ ...one, text: NASTY }));
  Object.defineProperty(room, 'state', { value: { ...room.state, map: { ...map, rooms, blocked } } });
  return room;
}

describe('a report of hostile texts', () => {
  it('lets nothing through to Markdown that would be markup', async () => {
    const text = reportOf(await playNasty());
    const [before = '', diagram = '', after = ''] = text.split('```');
    expect(diagram.startsWith('mermaid\n')).toBe(true);
    expect(text.split('```')).toHaveLength(3);
    for (const part of [before, after]) {
      expect(part).not.toMatch(/<[a-z/]/i);
      expect(part).not.toMatch(/(?<!\\)\[a\]|(?<!\\)`c|(?<!\\)\*\*x/);
      expect(part).not.toMatch(/^# d/m);
    }
    const row = text.split('\n').find((line) => line.startsWith('| A1 |'));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(9);
  });

  it('lets nothing through to the page that would be markup', async () => {
    const page = pageOf(await playNasty());
    expect(page).not.toMatch(/<script|<img/i);
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/aria-label="[^"]*"[^>\s]*alert/);
  });
});

describe('a report as a page', () => {
  it('stands alone: no script, nothing that is loaded', () => {
    const page = pageOf(whole);
    expect(page).not.toMatch(/<script|<link|<iframe|\son\w+=|javascript:|url\(|@import|src=|href=/i);
    expect(page).toContain("default-src 'none'");
  });

  it('says what the Markdown says, the author first', () => {
    const page = pageOf(whole);
    expect(page.indexOf('not a model')).toBeLessThan(page.indexOf('<h2>'));
    for (const title of reportOf(whole).match(/^## .*$/gm) ?? []) {
      expect(page).toContain(`<h2>${title.slice(3)}</h2>`);
    }
    expect(page).toContain('completed in turn 8 by the keeper: the lantern is lit');
  });

  it('draws the score, a line for each episode', () => {
    const svg = /<svg.*<\/svg>/.exec(pageOf(deaths))?.[0] ?? '';
    expect(svg.match(/class="line"/g)).toHaveLength(2);
    expect(svg.match(/class="episode"/g)).toHaveLength(1);
    expect(svg).toContain('aria-label="Score by turn: from 0 to 10, turns 1 to 26"');
    expect(svg).not.toContain('NaN');
  });

  it('has the map as a table: where ways lead, and which are blocked', () => {
    const page = pageOf(whole);
    expect(page).not.toContain('flowchart');
    expect(page).toContain('east → L7 Mill Yard');
    expect(page).toMatch(/<td>[\w, ]*southwest[\w, ]* blocked: “You can&#39;t go that way\.”/);
  });

  it('draws nothing where no score can be read or none changed', async () => {
    const room = await createAdventureRoom();
    expect(pageOf(room)).not.toContain('<svg');
    await playTurns(room, 2);
    expect(pageOf(room)).not.toContain('<svg');
  });
});
