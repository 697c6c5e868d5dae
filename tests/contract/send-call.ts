import type { ServerBuild } from '@remix-run/node';
import type { z } from 'zod';
import type { Person } from '~tests/routes/access-table';
import type { Given } from './call-entry';
import { CALLS } from './call-table';
import { formOf, type Client, type Envelope } from './client';
import { throwaway, type ContractWorld } from './world';

/** The calls as the build serves them, and how one of them is sent. */

export type Row = { methods: string[]; who: string; input: z.ZodTypeAny | { kind: 'multipart' }; output: unknown };
export type Served = { name: string; method: string; path: string; row: Row };

/** Every call of the built routes: `METHOD path` with its row. */
export function servedCalls(build: ServerBuild): Served[] {
  return Object.values(build.routes).flatMap((route) => {
    const loader = (route?.module as unknown as { loader?: { path?: string; calls?: Record<string, Row | Row[]> } })
      .loader;
    return Object.entries(loader?.calls ?? {}).flatMap(([call, rows]) => {
      const path = [loader?.path, call].filter(Boolean).join('/');
      return [rows]
        .flat()
        .flatMap((row) => row.methods.map((method) => ({ name: `${method} ${path}`, method, path, row })));
    });
  });
}

/** How the fields travel. */
export type Encoding = 'form' | 'json' | 'multipart';

export type Sent = { status: number; headers: Record<string, string>; body: Envelope | null };

/** Sends a call with this input; a file makes it multipart. */
export async function sendGiven(
  client: Client,
  name: string,
  given: Given,
  encoding: Encoding = 'form',
): Promise<Sent> {
  const [method = '', path = ''] = name.split(' ');
  const url = given.path ?? `/${path}`;
  const uid = given.uid ?? (client.userId === null ? {} : { uid: client.userId });
  const fields = given.fields ?? {};
  const isBare = (method === 'DELETE' || encoding === 'json') && !given.uid;
  const form = formOf(isBare ? fields : { ...uid, ...fields });
  let config: { params?: URLSearchParams; data?: unknown } = { data: form };
  if (method === 'GET') config = { params: form };
  else if (given.file || encoding === 'multipart') {
    const body = new FormData();
    for (const [field, value] of form) body.append(field, value);
    const { file } = given;
    if (file) body.append('file', new Blob([file.content], { type: file.type ?? '' }), file.name);
    config = { data: body };
  } else if (encoding === 'json') config = { data: fields };
  const response = await client.send({
    method,
    url,
    ...config,
    ...(given.headers ? { headers: given.headers } : {}),
  });
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers as Record<string, string>,
    body: isJson ? (JSON.parse(response.data.toString('utf8')) as Envelope) : null,
  };
}

/** Who sends it: a person of the world, or somebody new where the call ends its sender's session. */
export function senderOf(world: ContractWorld, name: string, person: Person): Promise<Client> {
  return CALLS[name]?.endsSession ? throwaway(world, person) : Promise.resolve(world.clients[person]);
}

/** Sends a call with fresh good input as this person. */
export async function sendCall(world: ContractWorld, name: string, person: Person, encoding?: Encoding): Promise<Sent> {
  const given = (await CALLS[name]?.give?.(world)) ?? {};
  return sendGiven(await senderOf(world, name, person), name, given, encoding);
}
