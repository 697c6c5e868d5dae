export type BrowserVerdict = { name: string; version: number | null; isSupported: boolean };

/** The floor: Chrome 80 and what is built on it, Firefox 78, Safari 14. */
const FLOORS: { name: string; pattern: RegExp; from: number }[] = [
  { name: 'Firefox', pattern: /Firefox\/(\d+)/, from: 78 },
  // 360, QQ, Edge and others name themselves besides the Chromium they are built on; that one decides.
  { name: 'Chrome', pattern: /(?:Chrome|Chromium|CriOS)\/(\d+)/, from: 80 },
  { name: 'Safari', pattern: /Version\/(\d+)[.\d]* .*Safari\//, from: 14 },
];

const BRANDS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/QQBrowser\//, 'QQ 浏览器'],
  [/360(SE|EE)|QIHU/i, '360 浏览器'],
  [/OPR\//, 'Opera'],
];

/** Which browser a User-Agent text names, and whether it is new enough. */
export function judgeBrowser(userAgent: string): BrowserVerdict {
  for (const { name, pattern, from } of FLOORS) {
    const match = pattern.exec(userAgent);
    if (!match) continue;
    const version = Number(match[1]);
    const brand = BRANDS.find(([mark]) => mark.test(userAgent))?.[1];
    return { name: brand ? `${brand}（${name} 内核）` : name, version, isSupported: version >= from };
  }
  return {
    name: /MSIE|Trident/.test(userAgent) ? 'Internet Explorer' : '未知浏览器',
    version: null,
    isSupported: false,
  };
}
