import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import config from '../.htmlvalidate.mjs';

/** The rules of our own for the pages' HTML. */

const validator = new HtmlValidate(new StaticConfigLoader(config));

test.each([
  ['<button type="button" disabled="" aria-disabled="false">试听</button>', ['disabled-once']],
  ['<button type="button" disabled="" aria-disabled="true">试听</button>', ['disabled-once']],
  ['<button type="button" aria-disabled="true">试听</button>', []],
  ['<button type="button" disabled="">试听</button>', []],
])('%s', async (html, rules) => {
  const { results } = await validator.validateString(html);
  expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual(rules);
});
