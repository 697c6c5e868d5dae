import { expect, test } from 'vitest';
import { readSettings } from './settings-file.mjs';

const LINES = 'KAOPING_DEMO=0\r\nDATA_DIR="D:\\数据"\r\n';

test('the first line counts, whatever mark the editor put before it', () => {
  const settings = { KAOPING_DEMO: '0', DATA_DIR: 'D:\\数据' };
  expect(readSettings(Buffer.from(LINES))).toEqual(settings);
  expect(readSettings(Buffer.from(`\ufeff${LINES}`))).toEqual(settings);
});

test('another encoding is refused, not read as no settings', () => {
  expect(readSettings(Buffer.from(`\ufeff${LINES}`, 'utf16le'))).toBeNull();
  expect(readSettings(Buffer.from('KAOPING_DEMO=0\n', 'utf16le'))).toBeNull();
  // GBK for D:\数据.
  expect(readSettings(Buffer.from([0x44, 0x3d, 0x44, 0x3a, 0x5c, 0xca, 0xfd, 0xbe, 0xdd]))).toBeNull();
});
