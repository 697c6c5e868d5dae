import { inThread } from '~/lib/threads.server';

const MAX_SUGGESTIONS = 20;

// Parts of speech that carry content: nouns and names, verbs, adjectives, idioms, abbreviations, foreign words.
const CONTENT_TAGS = [
  'n',
  'nr',
  'nr2',
  'nrt',
  'nrfg',
  'ns',
  'nt',
  'nz',
  'ng',
  'v',
  'vn',
  'a',
  'an',
  'i',
  'l',
  'j',
  'eng',
];

// Common in every spoken text, so never a key word; the dictionary's frequencies (from newspapers) rate them too high.
const TOO_LONG = '文字太长，没有分析完。请缩短以后再试。';

const STOP_WORDS = new Set(
  (
    '大家 各位 你好 您好 谢谢 感谢 欢迎 请问 请看 来到 看到 听到 知道 觉得 认为 表示 进行 成为 作为 称为 没有 可以 能够 ' +
    '应该 需要 希望 开始 结束 首先 其次 最后 然后 接下来 今天 明天 昨天 现在 以前 以后 时候 之间 一起 一下 一些 有些 ' +
    '东西 事情 问题 情况 方面 部分 地方 大概 非常 特别 比较 其中 其他 自己 我们 你们 他们 它们 这个 那个 这里 那里 ' +
    'the and for are was were you your that this with from have has had not but his her its our their they them will ' +
    'would can could should about into than then there here what when where which who how all any one hello please thank thanks'
  ).split(' '),
);

type KeyWords = (text: string, most: number) => string[];

let loading: Promise<KeyWords> | undefined;

/** The dictionary takes 0.4 s and 30 MB, so a thread loads it at the first request and keeps it. */
function load(): Promise<KeyWords> {
  // What the native library needs of Windows may not be there (decision 0036).
  loading ??= loadNative().catch(loadPortable);
  return loading;
}

/** The library of this machine. */
export async function loadNative(): Promise<KeyWords> {
  const [{ Jieba, TfIdf }, { dict, idf }] = await Promise.all([
    import('@node-rs/jieba'),
    import('@node-rs/jieba/dict.js'),
  ]);
  const jieba = Jieba.withDict(dict);
  const tfIdf = TfIdf.withDict(idf);
  return (text, most) => tfIdf.extractKeywords(jieba, text, most, CONTENT_TAGS).map(({ keyword }) => keyword);
}

/** The same library as WebAssembly, which leaves the weighing of words to us: slower by milliseconds, the same words. */
export async function loadPortable(): Promise<KeyWords> {
  const [{ tag }, { idf }] = await Promise.all([import('jieba-wasm'), import('@node-rs/jieba/dict.js')]);
  const rarity = new Map<string, number>();
  for (const line of new TextDecoder().decode(idf).split('\n')) {
    const [word = '', value] = line.split(' ');
    if (value !== undefined) rarity.set(word, Number(value));
  }
  const unknown = [...rarity.values()].sort((a, b) => a - b)[rarity.size >> 1] ?? 0;
  const isContent = new Set(CONTENT_TAGS);
  return (text, most) => {
    const counts = new Map<string, number>();
    for (const { word, tag: kind } of tag(text, false)) {
      if (isContent.has(kind) && [...word].length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const weightOf = ([word, count]: [string, number]) => count * (rarity.get(word) ?? unknown);
    return [...counts]
      .sort((a, b) => weightOf(b) - weightOf(a) || (a[0] < b[0] ? -1 : 1))
      .slice(0, most)
      .map(([word]) => word);
  };
}

/** Key words of a text by TF-IDF, best first, at most 20; found in a thread, since the dictionary takes its time. */
export function suggestKeyPoints(text: string): Promise<string[]> {
  return inThread<typeof findKeyPoints>('files', 'findKeyPoints', text, { overLimit: TOO_LONG });
}

/** As suggestKeyPoints, here. */
export async function findKeyPoints(text: string): Promise<string[]> {
  const keyWords = await load();
  return keyWords(text.normalize('NFKC'), MAX_SUGGESTIONS * 3)
    .map((keyword) => keyword.trim())
    .filter((word) => [...word].length > 1 && !/^[\d\p{P}\p{S}]+$/u.test(word) && !STOP_WORDS.has(word.toLowerCase()))
    .slice(0, MAX_SUGGESTIONS);
}
