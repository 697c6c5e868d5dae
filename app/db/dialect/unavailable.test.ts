import { expect, test, vi } from 'vitest';
import { unavailable } from './unavailable.server';

vi.spyOn(console, 'error').mockImplementation(() => undefined);

const withCode = (code: string) => Object.assign(new Error('what the server said'), { code });

test.each([
  ...['57P01', '57P02', '57P03', '57P05', '08000', '08003', '08006', '08P01', '53300', '25P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
])('the code %s says that the database is not there now', (code) => {
  expect(unavailable(withCode(code))).toMatchObject({ code: 'unavailable', status: 503, isReadable: false });
});

test.each([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
  'Received unexpected commandComplete message from backend.',
])('“%s” says the same without a code', (message) => {
  expect(unavailable(new Error(message))).toMatchObject({ status: 503, isReadable: false });
});

test('of a name with several addresses each failure counts', () => {
  const error = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')], '');
  expect(unavailable(error)).toMatchObject({ status: 503 });
});

test.each(['23505', '42P01', '22P02', '57014', '40001', 'SQLITE_CONSTRAINT_UNIQUE'])('%s is a fault', (code) => {
  expect(unavailable(withCode(code))).toBeUndefined();
});

test('an error that says nothing is a fault', () => {
  expect(unavailable(new Error('no such thing'))).toBeUndefined();
  expect(unavailable(undefined)).toBeUndefined();
});
