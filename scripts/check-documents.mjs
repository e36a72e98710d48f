/**
 * Lints docs/openapi.json with the recommended rules of redocly and spectral, and validates the AsyncAPI
 * document against the schema of AsyncAPI 3.1. Part of `npm run check`. Warnings fail too. Works offline: the
 * documents have no external references.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { ROOT, runTool, TSX } from './lib/run.mjs';
import { installTools } from './lib/tools.mjs';

const requireTool = createRequire(join(await installTools(), 'package.json'));
const { createConfig, lintFromString } = requireTool('@redocly/openapi-core');
const { Spectral } = requireTool('@stoplight/spectral-core');
const { oas } = requireTool('@stoplight/spectral-rulesets');
const { schemasWithoutId } = requireTool('@asyncapi/specs');

const name = 'docs/openapi.json';
const source = readFileSync(join(ROOT, name), 'utf8');
const asyncDocument = JSON.parse((await runTool([TSX, 'scripts/openapi.ts', '--asyncapi'])).output);

const EXCEPTIONS = [
  // The project has no contact address.
  { rule: 'info-contact', place: /^#\/info$/ },
  // The rule is for OpenAPI 3.0, without tuples: `items` is false here because `prefixItems` lists all items.
  { rule: 'array-items', place: /\/items$/ },
  // Opening a socket returns 101.
  { rule: 'operation-success-response', place: /~1socket\/get\/responses$/ },
];

/** Redocly's rules. An example may have the fields of every part of an `allOf`. */
const REDOCLY = {
  extends: ['recommended'],
  rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
};

/**
 * Spectral's rules, except for examples: that rule takes half of the time, and redocly and our tests check
 * the same.
 */
const SPECTRAL = { extends: [oas], rules: { 'oas3-valid-media-example': 'off' } };

async function lintByRedocly() {
  const config = await createConfig(REDOCLY);
  const problems = await lintFromString({ source, absoluteRef: name, config });
  return problems.map(({ ruleId, message, location: [at] }) => ({
    ...{ tool: 'redocly', rule: ruleId, message },
    place: at?.pointer ?? '#',
  }));
}

async function lintBySpectral() {
  const spectral = new Spectral();
  spectral.setRuleset(SPECTRAL);
  const problems = await spectral.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => ({
    ...{ tool: 'spectral', rule: String(code), message },
    place: `#/${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
  }));
}

/** Also validates broken copies, because a schema that accepts everything would find no errors. */
function validateAsyncDocument() {
  const schema = new Validator(schemasWithoutId['3.1.0'], '7', false);
  const badCopies = [
    { ...asyncDocument, asyncapi: '2.0.0' },
    { ...asyncDocument, channels: { webhook: { address: 7 } } },
    { ...asyncDocument, operations: { watch: { action: 'look' } } },
  ];
  if (badCopies.some((document) => schema.validate(document).valid))
    throw new Error('The schema of AsyncAPI 3.1 accepts a broken document.');
  return schema.validate(asyncDocument).errors.map(({ keyword, error, instanceLocation }) => ({
    ...{ tool: 'asyncapi', rule: keyword, message: error },
    place: instanceLocation,
  }));
}

const problems = (await Promise.all([lintByRedocly(), lintBySpectral(), validateAsyncDocument()]))
  .flat()
  .filter(({ rule, place }) => !EXCEPTIONS.some((one) => one.rule === rule && one.place.test(place)));
for (const { tool, rule, message, place } of problems)
  console.error(`${tool} ${rule}: ${message} (${place})`);
if (problems.length > 0) process.exitCode = 1;
else console.log(`No findings in ${name} and the AsyncAPI document.`);
