import createClient from 'openapi-fetch';
import type { paths } from './api';

/** The body of a call. A variable of this type may hold nothing that the call does not know. */
type BodyOf<P extends keyof paths> = paths[P] extends {
  post: { requestBody?: { content: { 'application/json': infer B } } };
}
  ? B
  : never;

/** Lines that make no sense: the compiler refuses each, and this file only compiles while it does. Never run. */
export async function senseless(): Promise<void> {
  const client = createClient<paths>({ baseUrl: '' });

  // @ts-expect-error there is no such call
  await client.POST('/api/exam/nothing', { body: {} });
  // @ts-expect-error a list is read, not written
  await client.POST('/api/exam/list', { body: {} });
  // @ts-expect-error nothing at all is not enough
  await client.POST('/api/exam/add');
  // @ts-expect-error an exam without its name, classes and parts
  await client.POST('/api/exam/add', { body: {} });
  // @ts-expect-error a change of no exam
  await client.POST('/api/exam/edit', { body: { name: '期中' } });
  // @ts-expect-error whether there is material is not the client's to say
  const material: BodyOf<'/api/exam/edit'> = { id: 1, hasMaterial: true };
  // @ts-expect-error a setting that there is none of
  const setting: BodyOf<'/api/exam/edit'> = { id: 1, settings: { isblind: true } };
  // @ts-expect-error a setting of another type
  await client.POST('/api/exam/edit', { body: { id: 1, settings: { isBlind: { yes: true } } } });
  // @ts-expect-error nobody is named
  await client.POST('/api/stu/delete', { body: {} });
  // @ts-expect-error a list of things that are no ids
  await client.POST('/api/stu/delete', { body: { ids: [{ id: 1 }] } });
  // @ts-expect-error an exam by nothing
  await client.GET('/api/exam/get');
  // @ts-expect-error a phase that there is none of
  await client.GET('/api/exam/stu/list', { params: { query: { phase: 'soon' } } });
  // @ts-expect-error an upload without its file
  await client.POST('/api/common/upload', { body: { type: 'image' } });
  // @ts-expect-error a kind of question that no bank has
  await client.POST('/api/exam/theory/add', { body: { kind: 'essay', answer: '' } });
  // @ts-expect-error a question without its text
  await client.POST('/api/exam/written/add', { body: { level: 1 } });
  // @ts-expect-error an answer to no paper
  await client.POST('/api/exam/attempt/answer', { body: { itemId: 1, value: { keys: ['A'] } } });
  // @ts-expect-error an answer that is anything
  const tried: BodyOf<'/api/practice/add'> = { questionId: 1, answer: { anything: 1 } };
  // @ts-expect-error a score of no paper
  await client.POST('/api/exam/score/save', { body: { points: [] } });
  void [material, setting, tried];
  const { data } = await client.GET('/api/exam/list');
  // @ts-expect-error a row has no such field
  data?.data[0]?.nothing;
  // @ts-expect-error how many there are is a number
  data?.totalCount.trim();
}
