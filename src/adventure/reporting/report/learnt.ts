import { currentPlace, listWays, survey, type WayOut } from 'story-player/memory';
import type { PayloadOf } from '../../../contract/events/events';
import type { Block, Section } from '../../../report/document';
import { renderMermaid } from '../../map/write';
import { reportObjectives } from '../../objectives/list';
import type { AdventureState, Note, Objective } from '../../state-types';
import { listObjectives } from '../views';
import type { AdventureRecord } from './record';
import { placeNamed, placeText, SOURCE_WORDS, textBlocks, textOrDash } from './words';

/** The newest refusals to list. */
const SHOWN_REFUSED = 40;

export const listLearnt = (record: AdventureRecord): Section[] => [
  { title: 'Objectives', blocks: writeObjectives(record) },
  { title: 'Map', blocks: writeMap(record.state) },
  { title: 'Memories by place', blocks: writeMemories(record.state) },
  { title: 'Knowledge', blocks: writeKnowledge(record.state) },
];

const BY_WORDS: Record<NonNullable<Objective['ended']>['by'], string> = {
  adventurer: 'the adventurer',
  keeper: 'the keeper',
  player: 'a person',
  service: 'the service',
};

const REFUSED_WORDS: Record<PayloadOf<'objective.refused'>['why'], string> = {
  empty: 'it says nothing',
  too_long: 'it is too long',
  vague: 'it is too vague',
  duplicate: 'it repeats another',
  too_many: 'there were as many as there may be',
  unknown: 'no active objective has this id or text',
  no_place: 'no place on the map has this number, which is named by',
  no_evidence: 'nothing that the story showed speaks for its completion',
  no_parent: 'as a parent it is no active objective, which was needed by',
};

function writeObjectives({ state, refused }: AdventureRecord): Block[] {
  const report = reportObjectives(state);
  const { active, completed, merged, dropped } = report;
  const counts = `${active} active, ${completed} completed, ${merged} merged, ${dropped} dropped; ${report.refused} refused.`;
  const declarations = `The adventurer declared ${report.declaredByAgent}, ${report.perTurn} per turn.`;
  const rows = listObjectives(state.objectives).map((one) => [
    one.id,
    describeText(one),
    SOURCE_WORDS[one.source],
    one.turn,
    placeNamed(state, one.place),
    one.priority,
    textOrDash(one.parent),
    describeEnd(one),
  ]);
  const heads = ['id', 'objective', 'declared by', 'turn', 'at', 'priority', 'part of', 'what became of it'];
  return [
    ...textBlocks(`${counts} ${declarations}`),
    ...(report.overused === null ? [] : textBlocks(`Warning: ${report.overused}.`)),
    ...(rows.length > 0 ? ([{ kind: 'table', heads, rows }] satisfies Block[]) : []),
    ...writeRefused(refused),
  ];
}

/** An objective with earlier wordings and merged objectives. */
function describeText({ text, wordings, absorbed }: Objective): string {
  const before = wordings.map((one) => `before turn ${one.turn}: ${one.text}`);
  const holds = absorbed.length > 0 ? [`with ${absorbed.join(', ')}`] : [];
  const more = [...before, ...holds];
  return more.length > 0 ? `${text} (${more.join('; ')})` : text;
}

function describeEnd({ status, ended, touched }: Objective): string {
  if (!ended) return `active; moved last in turn ${touched}`;
  return `${status} in turn ${ended.turn} by ${BY_WORDS[ended.by]}: ${ended.why}`;
}

function writeRefused(refused: AdventureRecord['refused']): Block[] {
  if (refused.length === 0) return [];
  const items = refused.slice(-SHOWN_REFUSED).map(({ turn, source, text, why, of }) => {
    const which = of === null ? '' : `, ${of}`;
    return `turn ${turn}, ${SOURCE_WORDS[source]}: “${text}”: ${REFUSED_WORDS[why]}${which}`;
  });
  return [
    ...textBlocks(`Refused (the newest ${items.length} of ${refused.length}):`),
    { kind: 'list', items },
  ];
}

function writeMap(state: AdventureState): Block[] {
  const { map } = state;
  const visitCount = map.rooms.filter(({ visits }) => visits > 0).length;
  const open = survey(map, currentPlace(state)).unexplored.flatMap(({ directions }) => directions).length;
  const counts = `${visitCount} places visited, ${map.rooms.length - visitCount} only known from trying a way there; ${map.edges.length} ways, ${map.blocked.length} blocked; ${open} never gone.`;
  if (map.rooms.length === 0) return textBlocks('No place is known.');
  const ways = listWays(map);
  const rows = map.rooms.map(({ id, visits, firstTurn }) => {
    const own = ways.get(id) ?? [];
    return [
      placeText(state, id),
      visits > 0 ? visits : 'not visited',
      firstTurn,
      own.flatMap((way) => describeOpen(state, way)).join('; ') || '–',
      describeBlocked(own) || '–',
    ];
  });
  const heads = ['place', 'visits', 'since turn', 'ways', 'blocked'];
  return [
    ...textBlocks(counts),
    { kind: 'diagram', language: 'mermaid', source: renderMermaid(map) },
    { kind: 'table', heads, rows, only: 'page' },
  ];
}

/** Empty if the way never led anywhere. */
function describeOpen(state: AdventureState, { direction, edge, blocked }: WayOut): string[] {
  if (!edge) return [];
  const marks = [...(edge.how === 'probed' ? ['tried'] : []), ...(blocked ? ['shut now'] : [])];
  const mark = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  return [`${direction} → ${placeText(state, edge.to)}${mark}`];
}

/** Blocked directions, grouped by reply. */
function describeBlocked(ways: readonly WayOut[]): string {
  const blockedWays = ways.flatMap((way) => way.blocked ?? []);
  const alike = Map.groupBy(
    blockedWays,
    ({ text, deadly }) => `${deadly ? 'deadly' : 'blocked'}${text === '' ? '' : `: “${text}”`}`,
  );
  return [...alike]
    .map(([said, same]) => `${same.map(({ direction }) => direction).join(', ')} ${said}`)
    .join('; ');
}

function writeMemories(state: AdventureState): Block[] {
  if (state.notes.length === 0) return textBlocks('None was written.');
  const places = Map.groupBy(state.notes, ({ place }) => place);
  const rows = [...places].flatMap(([place, notes]) =>
    notes.map((note) => [
      place === null ? 'nowhere in particular' : placeText(state, place),
      note.id,
      note.category,
      note.text,
      whenLearnt(note),
      note.correctedBy === null ? 'holds' : `corrected by ${note.correctedBy}`,
    ]),
  );
  const heads = ['place', 'id', 'kind', 'memory', 'learnt', 'state'];
  return [{ kind: 'table', heads, rows }];
}

const whenLearnt = ({ id, turn, episode }: Note): string =>
  id.startsWith('S') ? 'in another run' : `turn ${turn}, episode ${episode}`;

function writeKnowledge({ knowledge, deadly }: AdventureState): Block[] {
  const blocks = writeProse(knowledge ?? '');
  const killers = Object.entries(deadly).map(([place, commands]) => `${place}: ${commands.join(', ')}`);
  return [
    ...(blocks.length > 0 ? blocks : textBlocks('None was written.')),
    ...(killers.length > 0
      ? [
          ...textBlocks('Commands that killed the player, by place:'),
          { kind: 'list' as const, items: killers },
        ]
      : []),
  ];
}

/** Converts a text to blocks; consecutive list items form a list. */
function writeProse(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split(/\n+/).filter((one) => one.trim() !== '')) {
    const item = /^\s*[-*•]\s+(.*)$/.exec(line)?.[1];
    const last = blocks.at(-1);
    if (item === undefined) blocks.push({ kind: 'prose', paragraphs: [line] });
    else if (last?.kind === 'list') last.items.push(item);
    else blocks.push({ kind: 'list', items: [item] });
  }
  return blocks;
}
