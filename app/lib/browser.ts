export type BrowserVerdict = { name: string; version: number | null; isSupported: boolean };

/** The floor: Chrome 80 and what is built on it, Firefox 78, Safari 14. */
const FLOORS: { name: string; pattern: RegExp; from: number }[] = [
  { name: 'Firefox', pattern: /Firefox\/(\d+)/, from: 78 },
  // 360, QQ, Edge and others name themselves besides the Chromium they are built on; that one decides.
  { name: 'Chrome', pattern: /(?:Chrome|Chromium|CriOS)\/(\d+)/, from: 80 },
  { name: 'Safari', pattern: /Version\/(\d+)[.\d]* .*Safari\//, from: 14 },
];

const BRANDS: [RegExp, string][] = [
  [/MicroMessenger\//, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/QQBrowser\//, 'QQ 浏览器'],
  [/360(SE|EE)|QIHU/i, '360 浏览器'],
  [/MetaSr|SogouMobileBrowser/, '搜狗浏览器'],
  [/Quark\//, '夸克浏览器'],
  [/UCBrowser\//, 'UC 浏览器'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/MiuiBrowser\//, '小米浏览器'],
  [/OPR\//, 'Opera'],
];

// Phones before the systems they are built on: an Android also says Linux, an iPhone also Mac OS X.
const SYSTEMS: [RegExp, string][] = [
  [/OpenHarmony|HarmonyOS/, '鸿蒙'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android (\d+)/, '安卓 $1'],
  [/Android/, '安卓'],
  // Windows 11 still says 10.
  [/Windows NT 10/, 'Windows 10 或 11'],
  [/Windows NT 6\.3/, 'Windows 8.1'],
  [/Windows NT 6\.2/, 'Windows 8'],
  [/Windows NT 6\.1/, 'Windows 7'],
  [/Windows NT 5/, 'Windows XP'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Kylin/i, '麒麟系统'],
  [/UOS|Uniontech/i, '统信 UOS'],
  [/Linux/, 'Linux'],
];

/** A device in plain words from its User-Agent text: `Chrome 109，Windows 7`. */
export function nameDevice(userAgent: string): string {
  const { name, version } = judgeBrowser(userAgent);
  const brand = name.replace(/（.*/, '');
  // A brand's own version is not the number of the engine it is built on.
  const browser = brand === name && version !== null ? `${brand} ${version}` : brand;
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent));
  if (!system) return browser;
  const number = system[0].exec(userAgent)?.[1] ?? '';
  return `${browser}，${system[1].replace('$1', number)}`;
}

/** No browser's is as long; a stranger may send sixteen thousand characters, and looking through them takes a second. */
const MAX_USER_AGENT = 500;

/** Which browser a User-Agent text names, and whether it is new enough. */
export function judgeBrowser(header: string): BrowserVerdict {
  const userAgent = header.slice(0, MAX_USER_AGENT);
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
