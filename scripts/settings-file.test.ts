import { expect, test } from 'vitest';
import { SETTING_NAMES } from '~/lib/env.server';
import { SETTINGS, listMistakes, readSettings } from './settings-file.mjs';

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

test('every setting of the server may stand in the file', () => {
  expect(SETTINGS).toEqual(expect.arrayContaining(SETTING_NAMES));
});

test('what is written as it should be, and what other programs read, is no mistake', () => {
  const text = [
    '# 端口＝3000',
    '',
    'PORT=3000\r',
    '  export DATA_DIR = "D:\\数据"  # 数据',
    "KAOPING_ADMIN_PASSWORD='一行",
    "KAOPING_DEM0=还是口令'",
    'SESSION_SECRET="没有右引号',
    'HTTPS_PROXY=http://proxy:8080',
    'TZ=Asia/Shanghai',
    'NODE_OPTIONS=',
  ].join('\n');
  expect(listMistakes(`${text}\n`)).toEqual([]);
  expect(listMistakes(text)).toEqual([]);
});

test.each([
  ['PORT＝4312', '第 1 行（PORT…）看不懂'],
  ['DATA_DIR /data', '第 1 行（DATA_DIR…）看不懂'],
  ['\n# 一\nSESSION_SECRET：abcdef', '第 3 行（SESSION_SECRET…）看不懂'],
  ['A="1\n2"\n\nＰＯＲＴ=1', '第 4 行（ＰＯＲＴ…）看不懂'],
  ['port=3000', '第 1 行的 port 不是考评的设置，是不是 PORT？'],
  ['PROT=3000', '是不是 PORT？'],
  ['DATADIR=/data', '是不是 DATA_DIR？'],
  ['KAOPING_DEM0=0', '是不是 KAOPING_DEMO？'],
  ['KAOPING_COLOUR=red', '第 1 行的 KAOPING_COLOUR 不是考评的设置'],
])('%j is not passed over', (text, sentence) => {
  const mistakes = listMistakes(text);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toContain(sentence);
  expect(mistakes[0]).not.toContain('abcdef');
});
