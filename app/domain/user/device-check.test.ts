import { expect, test } from 'vitest';
import { actorOf, makeStudent } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { findDeviceChecks, saveDeviceCheck } from './device-check.commands.server';
import { deviceSummary } from './device-check.rules';
import { deviceCheckSchema } from './device-check.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 8);
const CHROME = 'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36';
const OLD = 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko';
const ALL_OK = Object.fromEntries(
  ['script', 'clock', 'microphone', 'speaker', 'camera', 'upload', 'storage'].map((name) => [name, 'ok']),
);

test('the latest result is kept, in words that name what is wrong', async () => {
  const student = await makeStudent();
  const actor = actorOf(student);
  const save = async (states: object, uploadKbps: string, userAgent: string, now: number) => {
    await saveDeviceCheck(actor, deviceCheckSchema.parse({ states, uploadKbps }), userAgent, now);
    return (await findDeviceChecks([student.id])).get(student.id);
  };
  const first = await save({ ...ALL_OK, microphone: 'bad' }, '812', OLD, NOW);
  expect(first && deviceSummary(first.result)).toEqual({ tone: 'warn', text: '浏览器、麦克风有问题' });
  expect(first).toMatchObject({ checkedAt: NOW, result: { uploadKbps: 812, browser: { name: 'Internet Explorer' } } });
  const second = await save(ALL_OK, '', CHROME, NOW + 1);
  expect(second && deviceSummary(second.result)).toEqual({ tone: 'good', text: '全部正常' });
  expect(second?.result.browser).toEqual({ name: 'Chrome 109', isSupported: true });
  expect((await findDeviceChecks([student.id + 1])).size).toBe(0);
});

test('what a form leaves out or makes up was not looked at', () => {
  const input = deviceCheckSchema.parse({ states: { script: 'ok', camera: '<b>' }, uploadKbps: 'fast' });
  expect(input.states).toMatchObject({ script: 'ok', camera: 'unknown', microphone: 'unknown' });
  expect(input.uploadKbps).toBeNull();
  const browser = { name: 'Chrome 109', isSupported: true };
  expect(deviceSummary({ ...input, browser }).text).toBe('时间、麦克风、耳机或音箱、摄像头、上传、本机存储没有检查');
});
