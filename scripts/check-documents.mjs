/**
 * Has redocly and spectral look at docs/openapi.json by the rules that they recommend. Part of `npm run check`. It fails on
 * warnings too. Both work offline: the document refers to nothing outside of it.
 */
import { readFileSync } from 'node:fs';
import { exit } from 'node:process';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

const name = 'docs/openapi.json';
const source = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** Findings that are none, each with the reason. */
const EXCEPTIONS = [
  // The project has no address of its own to write to.
  { rule: 'info-contact', place: /^#\/info$/ },
  // The rule is of OpenAPI 3.0, which has no tuples: `items` is false there, as nothing follows `prefixItems`.
  { rule: 'array-items', place: /\/items$/ },
  // A socket is opened with 101.
  { rule: 'operation-success-response', place: /~1socket\/get\/responses$/ },
];

/** Redocly's rules. An example may have the fields of every part of an `allOf`. */
const REDOCLY = {
  extends: ['recommended'],
  rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
};

async function lintByRedocly() {
  const config = await createConfig(REDOCLY);
  const problems = await lintFromString({ source, absoluteRef: name, config });
  return problems.map(({ ruleId, message, location: [at] }) => ({
    ...{ tool: 'redocly', rule: ruleId, message },
    place: at?.pointer ?? '#',
  }));
}

async function lintBySpectral() {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [spectralRulesets.oas] });
  const problems = await spectral.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => ({
    ...{ tool: 'spectral', rule: String(code), message },
    place: `#/${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
  }));
}

const problems = (await Promise.all([lintByRedocly(), lintBySpectral()]))
  .flat()
  .filter(({ rule, place }) => !EXCEPTIONS.some((one) => one.rule === rule && one.place.test(place)));
for (const { tool, rule, message, place } of problems)
  console.error(`${tool} ${rule}: ${message} (${place})`);
if (problems.length > 0) exit(1);
console.log(`redocly and spectral find nothing in ${name}.`);
