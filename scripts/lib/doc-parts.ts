import { z } from 'zod';
import { DEFAULT_SHARES, SECTIONS, sceneSettings } from '../../src/contract/context';
import { CATALOGUE } from '../../src/contract/events/catalogue';
import type { EventEntry } from '../../src/contract/events/shapes';
import { PROBLEM_TYPES } from '../../src/contract/problem-types';
import { type Profile, profile } from '../../src/contract/profiles';
import { resolveProfile } from '../../src/model/profiles';
import { allocate } from '../../src/scene/prompt/sections';
import { showTypes } from './show-types';

/** Generators by page, and by the name between the markers in the page. */
export const PARTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/events.md': {
    'events of scenes and runs': () => renderEvents('both'),
    'events of a scene': () => renderEvents('scene'),
    'events of a run': () => renderEvents('run'),
    'events of an experiment': () => renderEvents('experiment'),
  },
  'docs/api.md': {
    'types of problems': renderProblemTypes,
  },
  'docs/models.md': { profile: renderProfile },
  'docs/direct.md': { settings: renderSettings, shares: renderShares },
};

const MARKED = /<!-- made by scripts\/docs\.ts: ([^\n]+?) -->\n[\s\S]*?<!-- end -->/g;

/**
 * Replaces the generated parts of a page.
 *
 * @throws Error if a part has no marker in the page, or a marker no part
 */
export function fillPage(path: string, page: string): string {
  const parts = PARTS[path] ?? {};
  const placedNames = new Set<string>();
  const newPage = page.replace(MARKED, (_, name: string) => {
    const make = parts[name];
    if (!make) throw new Error(`${path}: there is no part "${name}"`);
    placedNames.add(name);
    return `<!-- made by scripts/docs.ts: ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
  const homeless = Object.keys(parts).filter((name) => !placedNames.has(name));
  if (homeless.length > 0) throw new Error(`${path} has no place for ${homeless.join(', ')}`);
  return newPage;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function renderProblemTypes(): string {
  const rows = Object.entries(PROBLEM_TYPES).map(([code, { status, cause, fix }]) => [
    String(status),
    `\`${code.replaceAll('_', '-')}\``,
    cause,
    fix,
  ]);
  return table(['status', '`type`', 'cause', 'fix'], rows);
}

function renderEvents(room: EventEntry['rooms']): string {
  const docs: [string, EventEntry][] = Object.entries(CATALOGUE);
  return docs
    .filter(([, { rooms }]) => rooms === room)
    .map(([kind, { about, audience, payload }]) => {
      const audienceText = audience === undefined ? '' : ` Audience: ${audience}.`;
      const schema = payload();
      const types = showTypes(schema);
      const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(
        ([field, { description = '' }]) => `- \`${field}\` (\`${types[field]}\`): ${description}`,
      );
      return `### ${kind}\n\n${about}${audienceText}\n\n${fields.join('\n')}`;
    })
    .join('\n\n');
}

interface Node {
  $ref?: string;
  type?: string;
  enum?: string[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  propertyNames?: Node;
  additionalProperties?: Node | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
}

function readProperties(schema: z.ZodType): [string, Node][] {
  const json = z.toJSONSchema(schema, { io: 'input' }) as Node & { $defs?: Record<string, Node> };
  const resolve = ({ $ref, ...node }: Node): Node => {
    const target = $ref === undefined ? undefined : json.$defs?.[$ref.slice('#/$defs/'.length)];
    return target ? { ...resolve(target), ...node } : node;
  };
  const all = (node: Node): [string, Node][] =>
    Object.entries(resolve(node).properties ?? {}).flatMap(([name, value]) => {
      const own = resolve(value);
      if (typeof own.additionalProperties === 'object') {
        return [[name, { ...own, additionalProperties: resolve(own.additionalProperties) }]];
      }
      const isGroup = own.type === 'object' && own.properties && name !== 'fallback';
      return isGroup
        ? all(own).map(([inner, one]): [string, Node] => [`${name}.${inner}`, one])
        : [[name, own]];
    });
  return all(json);
}

function describeValues(node: Node): string {
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.anyOf) return [...new Set(node.anyOf.map(describeValues))].join(', or ');
  const range = node.minimum === undefined ? '' : `, ${node.minimum} to ${node.maximum}`;
  switch (node.type) {
    case 'integer':
      return `whole number${range}`;
    case 'number':
      return `number${range}`;
    case 'boolean':
      return 'true, false';
    case 'string':
      return node.maxLength === undefined ? 'text' : `text, at most ${node.maxLength} characters`;
    case 'array':
      return node.maxItems === undefined ? 'list' : `list, at most ${node.maxItems}`;
    default:
      return describeObject(node);
  }
}

function describeObject({ propertyNames, additionalProperties }: Node): string {
  if (!propertyNames?.enum || typeof additionalProperties !== 'object') return 'object';
  const { properties } = additionalProperties;
  if (!properties) return `by section: ${describeValues(additionalProperties)}`;
  const fields = Object.entries(properties).map(([name, node]) => `\`${name}\` ${describeValues(node)}`);
  return `by section: ${fields.join('; ')}`;
}

const showDefault = (value: unknown): string =>
  value === undefined ? 'none' : `\`${JSON.stringify(value)}\``;

function renderSettings(): string {
  const rows = readProperties(sceneSettings).map(([name, node]) => [
    `\`${name}\``,
    describeValues(node),
    showDefault(node.default),
    node.description ?? '',
  ]);
  return table(['key', 'values', 'default', 'meaning'], rows);
}

/** Placeholders for the operator's settings; for these values the description gives the default. */
const OPERATOR = { provider: 'openai', model: 'MODEL', timeoutSeconds: Number.MAX_SAFE_INTEGER } as const;

/** Matches the sentence with the default, which may contain a decimal point. */
const DEFAULT_SENTENCE = /(^|\.) ?Default:? (.+?)(?:\.(?= )|\.?$)/;

function renderProfile(): string {
  const profileDefaults: Profile = resolveProfile({}, OPERATOR);
  const rows = readProperties(profile).map(([name, node]) => {
    const { description = '' } = node;
    const defaultMatch = DEFAULT_SENTENCE.exec(description);
    const about = description
      .replace(DEFAULT_SENTENCE, (_, before: string) => before)
      .trim()
      .replace(/\.$/, '');
    const value = profileDefaults[name as keyof Profile];
    const isOperators = Object.values(OPERATOR).some((one) => one === value);
    const standard = value === undefined || isOperators ? (defaultMatch?.[2] ?? 'none') : showDefault(value);
    return [`\`${name}\``, describeValues(node), standard, about];
  });
  return table(['key', 'values', 'default', 'meaning'], rows);
}

function renderShares(): string {
  const ofAll = allocate({ maxContextTokens: 1000, present: SECTIONS });
  const few = allocate({ maxContextTokens: 1000, present: ['history', 'lore', 'notes'] });
  const greedy = allocate({
    maxContextTokens: 1000,
    shares: { ...DEFAULT_SHARES, history: 60 },
    present: SECTIONS,
  });
  const rows = SECTIONS.map((section) => [
    `\`${section}\``,
    `${DEFAULT_SHARES[section]} %`,
    String(ofAll[section]),
    String(few[section]),
    String(greedy[section]),
  ]);
  const head = [
    'section',
    'share',
    'all sections in use',
    'only history, lore and notes',
    '`shares: {"history": 60}`',
  ];
  return table(head, rows);
}
