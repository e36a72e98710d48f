import type { Json, JsonObject } from '../../src/base/json';

const HEAD = `client<llm> Nobody {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}
`;

const MAX_DEPTH = 10;

/**
 * Converts a JSON Schema (type, enum, anyOf, properties, required, items, $ref to a definition) to the source
 * of a BAML function with that name.
 *
 * @throws Error for a schema that BAML can't express
 */
export function toBaml(name: string, schema: JsonObject): string {
  const classes: string[] = [];
  const definitions = asObject(schema.definitions);
  const typeOf = (node: JsonObject, label: string, depth = 0): string => {
    if (typeof node.$ref === 'string') {
      const target = node.$ref.split('/').at(-1) ?? '';
      if (depth > MAX_DEPTH || !(target in definitions)) throw new Error(`no type for ${node.$ref}`);
      return typeOf(asObject(definitions[target]), label, depth + 1);
    }
    if (Array.isArray(node.enum) || node.const !== undefined) {
      const values = Array.isArray(node.enum) ? node.enum : [node.const];
      return `(${values.map((value) => JSON.stringify(value)).join(' | ')})`;
    }
    const branches = node.anyOf ?? node.oneOf;
    if (Array.isArray(branches)) {
      return `(${branches.map((branch, i) => typeOf(asObject(branch), `${label}${i}`, depth)).join(' | ')})`;
    }
    if (Array.isArray(node.type)) {
      return `(${node.type.map((type, i) => typeOf({ ...node, type }, `${label}${i}`, depth)).join(' | ')})`;
    }
    switch (node.type) {
      case 'string':
        return 'string';
      case 'number':
        return 'float';
      case 'integer':
        return 'int';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'null';
      case 'array':
        return `(${node.items === undefined ? 'string' : typeOf(asObject(node.items), `${label}Item`, depth)})[]`;
      case 'object':
        return classOf(node, label, depth);
      default:
        throw new Error(`no type for ${JSON.stringify(node).slice(0, 80)}`);
    }
  };
  const classOf = (node: JsonObject, label: string, depth: number): string => {
    if (node.properties === undefined) {
      const open = asObject(node.additionalProperties);
      return `map<string, ${Object.keys(open).length > 0 ? typeOf(open, `${label}Value`, depth) : 'string'}>`;
    }
    const requiredKeys = Array.isArray(node.required) ? node.required : [];
    const lines = Object.entries(asObject(node.properties)).map(([key, child], i) => {
      if (!/^[A-Za-z]\w*$/.test(key)) throw new Error(`BAML takes no key ${key}`);
      const type = typeOf(asObject(child), `${label}P${i}`, depth);
      return `  ${key} ${requiredKeys.includes(key) ? type : `(${type})?`}`;
    });
    classes.push(`class ${label} {\n${lines.join('\n')}\n}`);
    return label;
  };
  const root = typeOf(schema, `${name}Answer`);
  const call = `function ${name}(question: string) -> ${root} {\n  client Nobody\n  prompt #"{{ question }}"#\n}`;
  return `${HEAD}${classes.join('\n')}\n${call}\n`;
}

const asObject = (json: Json | undefined): JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
