import { describe, expect, it } from 'vitest';
import { judgeBrowser, nameDevice } from './browser';

const chrome = (version: number, tail = '') =>
  `Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.3987.87 Safari/537.36${tail}`;

describe('which browsers are new enough', () => {
  it.each([
    [chrome(79), 'Chrome', 79, false],
    [chrome(80), 'Chrome', 80, true],
    [chrome(86, ' QIHU 360SE'), '360 浏览器（Chrome 内核）', 86, true],
    [chrome(94, ' Core/1.94 QQBrowser/11.5'), 'QQ 浏览器（Chrome 内核）', 94, true],
    [chrome(120, ' Edg/120.0'), 'Edge（Chrome 内核）', 120, true],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:78.0) Gecko/20100101 Firefox/78.0', 'Firefox', 78, true],
    [
      'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Safari/605.1.15',
      'Safari',
      13,
      false,
    ],
    [
      'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.0 Mobile/15E148 Safari/604.1',
      'Safari',
      14,
      true,
    ],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer', null, false],
    ['', '未知浏览器', null, false],
  ])('%s', (userAgent, name, version, isSupported) => {
    expect(judgeBrowser(userAgent)).toEqual({ name, version, isSupported });
  });
});

describe('what a device is called', () => {
  it.each([
    [chrome(109), 'Chrome 109，Windows 7'],
    [chrome(120, ' Edg/120.0').replace('NT 6.1', 'NT 10.0'), 'Edge，Windows 10 或 11'],
    ['Mozilla/5.0 (Linux; Android 12; M2102) AppleWebKit/537.36 Chrome/98.0 MicroMessenger/8.0', '微信，安卓 12'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Version/16.0 Mobile/15E148 Safari/604.1',
      'Safari 16，iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox 115，Linux'],
    ['curl/8.0', '未知浏览器'],
    ['', '未知浏览器'],
  ])('%s', (userAgent, name) => {
    expect(nameDevice(userAgent)).toBe(name);
  });
});
