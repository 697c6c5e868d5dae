import type { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { CALLS } from './call-table';
import { formOf, type Fields } from './client';
import { useContract } from './contract';
import { changesDuring } from './digest';
import { sendGiven, senderOf, type Sent } from './send-call';
import { tally } from './summary';
import { fieldNames, isReference, oddBooleans, UNKNOWN_ID, wrongInputs, type Wrong } from './wrong-input';

/** Every field of every call missing and wrong: refused at its field in Chinese, and nothing is changed. */

const contract = useContract('fields');

const CHINESE = /\p{Script=Han}/u;
const errorsOf = ({ body }: Sent) =>
  (body?.data as { fieldErrors?: Record<string, string> } | null | undefined)?.fieldErrors ?? {};
const asQuery = (fields: Fields): Fields => Object.fromEntries(formOf(fields));

/** What the call's own schema says of an input; null where a file comes along and the route judges. */
function judged(name: string, fields: Fields): z.SafeParseReturnType<unknown, unknown> | null {
  const { input } = contract.served.get(name)!.row;
  return 'safeParse' in input ? input.safeParse(fields) : null;
}

/** What is not as it should be of an answer to what the schema refuses, or may let pass. */
function problemsOf(
  label: string,
  answer: Sent,
  verdict: ReturnType<typeof judged>,
  known: ReadonlySet<string>,
): string[] {
  if (answer.status >= 500) return [`${label}: ${answer.status}`];
  const errors = errorsOf(answer);
  const foreign = Object.values(errors).filter((text) => !CHINESE.test(text));
  const problems = foreign.map((text) => `${label}: ${text}`);
  // What the schema lets pass and the rest refuses is named as it was sent, too.
  const strange = Object.keys(errors).filter((key) => !known.has(key.split('.')[0] ?? ''));
  problems.push(...strange.map((key) => `${label}: an error at ${key}, which is no field`));
  if (verdict?.success !== false) return problems;
  const expected = [...new Set(verdict.error.issues.map((issue) => String(issue.path[0] ?? '')))].sort();
  const found = [...new Set(Object.keys(errors).map((key) => key.split('.')[0] ?? ''))].sort();
  if (answer.status === 400 && found.join() === expected.join()) return problems;
  return [...problems, `${label}: ${answer.status}, errors at ${found.join()} instead of ${expected.join()}`];
}

describe('each field missing and wrong', () => {
  test.each(Object.keys(CALLS))('%s', async (name) => {
    const { by, needs = [], give } = CALLS[name]!;
    const { method, row } = contract.served.get(name)!;
    const isQuery = method === 'GET' || method === 'DELETE';
    const fresh = async () => {
      const given = (await give?.(contract.world)) ?? {};
      return isQuery ? { ...given, fields: asQuery(given.fields ?? {}) } : given;
    };
    const good = await fresh();
    const isUpload = good.file !== undefined;
    const known = new Set([...fieldNames(row.input), ...Object.keys(good.fields ?? {}), ...(isUpload ? ['file'] : [])]);
    const client = await senderOf(contract.world, name, by);
    const send = ({ fields }: Wrong) => sendGiven(client, name, { ...good, fields }, isUpload ? 'multipart' : 'json');

    const problems: string[] = [];
    // Each has its own good input around it: without a field that may be left out the call uses up what it names.
    const missing: string[] = [];
    for (const field of [...Object.keys(good.fields ?? {}), ...(isUpload ? ['file'] : [])]) {
      const given = await fresh();
      const { [field]: _left, ...fields } = given.fields ?? {};
      const bare = { ...given, fields, ...(field === 'file' ? { file: undefined } : {}) };
      const answer = await sendGiven(
        await senderOf(contract.world, name, by),
        name,
        bare,
        isUpload ? 'multipart' : 'json',
      );
      if (answer.status >= 400) missing.push(field);
      problems.push(...problemsOf(`without ${field}`, answer, isUpload ? null : judged(name, fields), known));
    }
    expect(missing.sort()).toEqual([...needs].sort());

    const tried = wrongInputs(good.fields ?? {}, fieldNames(row.input), isQuery, isUpload);
    // What would take the session with it is not tried: only what is refused before.
    const wrong = CALLS[name]!.endsSession
      ? tried.filter(({ fields }) => judged(name, fields)?.success === false)
      : tried;
    const answers = await Promise.all(wrong.map(async (one) => ({ ...one, answer: await send(one) })));
    for (const { field, value, fields, answer } of answers) {
      const label = `${field} = ${JSON.stringify(value).slice(0, 20)}`;
      problems.push(...problemsOf(label, answer, judged(name, fields), known));
      if (value === UNKNOWN_ID && needs.includes(field) && isReference(field) && answer.status < 400) {
        problems.push(`${label}: ${answer.status}`);
      }
    }
    // What is neither yes nor no is taken for neither, and said so at its field.
    for (const one of oddBooleans(good.fields ?? {}, row.input, isQuery || isUpload)) {
      const answer = await send(one);
      if (answer.status === 400 && one.field in errorsOf(answer)) continue;
      problems.push(`${one.field} = ${JSON.stringify(one.value)}: ${answer.status}`);
    }
    expect(problems).toEqual([]);

    // Once more what was refused, now that what was accepted has had its effect; of what never got past the schema a
    // few stand for all.
    const isDeep = ({ fields }: Wrong) => judged(name, fields)?.success !== false;
    const refusals = answers.filter(({ answer }) => answer.status >= 400);
    const refused = [...refusals.filter(isDeep), ...refusals.filter((one) => !isDeep(one)).slice(0, 3)];
    const again: Sent[] = [];
    const sendAgain = async () => again.push(...(await Promise.all(refused.map(send))));
    const changed = await changesDuring(sendAgain, CALLS[name]!.leaves);
    if (again.every(({ status }) => status >= 400)) expect(changed).toEqual([]);
    tally(name, 'fields', Object.keys(good.fields ?? {}).length + answers.length + again.length);
  });
});
