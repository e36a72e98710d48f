import { z } from 'zod';

interface Node {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  items?: Node | Node[];
  properties?: Record<string, Node>;
}

/** Describes the type of each field of an object: `string[]`, `object | null`. */
export function showTypes(object: z.ZodObject): Record<string, string> {
  const { definitions = {}, properties = {} } = z.toJSONSchema(object, {
    io: 'output',
    target: 'draft-07',
    unrepresentable: 'any',
  }) as Node & { definitions?: Record<string, Node> };
  const show = (node: Node): string => {
    if (node.$ref !== undefined) return show(definitions[node.$ref.slice('#/definitions/'.length)] ?? {});
    const parts = node.allOf ?? node.anyOf ?? node.oneOf;
    if (parts) return join(parts.map(show));
    if ('const' in node) return typeof node.const === 'string' ? 'string' : String(node.const);
    if (node.type === 'array') return showList(node.items ?? {});
    return node.type === undefined ? 'any' : join([node.type].flat());
  };
  const showList = (items: Node | Node[]): string => {
    if (Array.isArray(items)) return `[${items.map(show).join(', ')}]`;
    const one = show(items);
    return one.includes(' ') ? `(${one})[]` : `${one}[]`;
  };
  return Object.fromEntries(Object.entries(properties).map(([field, node]) => [field, show(node)]));
}

const join = (types: string[]): string => [...new Set(types)].join(' | ');
