/**
 * Makes the recordings and pictures of the demo school (app/db/demo/assets). Run by hand when they should
 * change: node scripts/make-demo-assets.mjs. Needs espeak-ng, ffmpeg and a Chinese font (Noto CJK).
 *   node scripts/make-demo-assets.mjs <target directory> <name> …     some of them, elsewhere
 * `question` in the manifest is the title of the demo question (app/db/demo/school-data.ts) an asset belongs to.
 * All texts are written for this project.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

const [target = path.resolve('app/db/demo/assets'), ...names] = process.argv.slice(2);
const isWanted = (name) => names.length === 0 || names.includes(name);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const scratch = mkdtempSync(path.join(tmpdir(), 'kaoping-assets-'));
const assets = [];

// The texts of the oral questions, sentence by sentence, with how they are spoken.
const PALACE = {
  question: '故宫中轴线讲解',
  sentences: [
    ['各位游客，大家好！', 'ge4wei4 you2ke4, da4jia1 hao3!'],
    ['欢迎来到故宫。', 'huan1ying2 lai2dao4 gu4gong1.'],
    [
      '我们现在站在午门前，这里是紫禁城的正门。',
      'wo3men5 xian4zai4 zhan4 zai4 wu3men2 qian2, zhe4li3 shi4 zi3jin4cheng2 de5 zheng4men2.',
    ],
    [
      '往里走，穿过金水桥，就来到太和殿广场。',
      'wang3 li3 zou3, chuan1guo4 jin1shui3qiao2, jiu4 lai2dao4 tai4he2dian4 guang3chang3.',
    ],
    [
      '太和殿是故宫里最大的一座殿，重要的典礼都在这里举行。',
      'tai4he2dian4 shi4 gu4gong1 li3 zui4 da4 de5 yi2zuo4 dian4, zhong4yao4 de5 dian3li3 dou1 zai4 zhe4li3 ju3xing2.',
    ],
    [
      '请大家留意，所有的大殿都建在一条中轴线上，左右对称，显得庄重而安稳。',
      'qing3 da4jia1 liu2yi4, suo3you3 de5 da4dian4 dou1 jian4 zai4 yi4tiao2 zhong1zhou2xian4 shang4, zuo3you4 dui4chen4, xian3de5 zhuang1zhong4 er2 an1wen3.',
    ],
    [
      '接下来有二十分钟自由参观，请记住集合的地点是太和门右侧。',
      'jie1xia4lai2 you3 er4shi2 fen1zhong1 zi4you2 can1guan1, qing3 ji4zhu4 ji2he2 de5 di4dian3 shi4 tai4he2men2 you4ce4.',
    ],
  ],
};
const STATION = {
  question: '接站欢迎词',
  sentences: [
    ['各位朋友，一路辛苦了！', 'ge4wei4 peng2you5, yi2lu4 xin1ku3 le5!'],
    ['我是大家这次行程的导游小周。', 'wo3 shi4 da4jia1 zhe4ci4 xing2cheng2 de5 dao3you2 xiao3 zhou1.'],
    [
      '坐在前面的是司机李师傅，他有十五年驾龄，请放心。',
      'zuo4 zai4 qian2mian4 de5 shi4 si1ji1 li3 shi1fu5, ta1 you3 shi2wu3 nian2 jia4ling2, qing3 fang4xin1.',
    ],
    [
      '从车站到酒店大约四十分钟，路上我会介绍这座城市和三天的行程。',
      'cong2 che1zhan4 dao4 jiu3dian4 da4yue1 si4shi2 fen1zhong1, lu4shang5 wo3 hui4 jie4shao4 zhe4zuo4 cheng2shi4 he2 san1tian1 de5 xing2cheng2.',
    ],
    ['请系好安全带，贵重物品随身带好。', 'qing3 ji4hao3 an1quan2dai4, gui4zhong4 wu4pin3 sui2shen1 dai4hao3.'],
    ['有任何需要，随时告诉我！', 'you3 ren4he2 xu1yao4, sui2shi2 gao4su5 wo3!'],
  ],
};
const TOWN = {
  question: '江南古镇朗读',
  sentences: [
    ['清晨的古镇还没有完全醒来。', 'qing1chen2 de5 gu3zhen4 hai2 mei2you3 wan2quan2 xing3lai2.'],
    [
      '石桥下的流水轻轻拍着岸，白墙黛瓦倒映在水里，像一幅还没干透的画；',
      'shi2qiao2 xia4 de5 liu2shui3 qing1qing1 pai1zhe5 an4, bai2qiang2 dai4wa3 dao4ying4 zai4 shui3li3, xiang4 yi4fu2 hai2 mei2 gan1tou4 de5 hua4;',
    ],
    [
      '卖豆花的老人推着小车走过，吆喝声又慢又软。',
      'mai4 dou4hua1 de5 lao3ren2 tui1zhe5 xiao3che1 zou3guo4, yao1he5 sheng1 you4 man4 you4 ruan3.',
    ],
    [
      '太阳升起来了，第一批客人踏上石板路，小镇的一天开始了。',
      'tai4yang2 sheng1 qi3lai2 le5, di4yi1 pi1 ke4ren2 ta4shang4 shi2ban3lu4, xiao3zhen4 de5 yi4tian1 kai1shi3 le5.',
    ],
  ],
};

const DESK = {
  question: '酒店前台入住接待',
  sentences: [
    ['您好，欢迎光临滨江酒店！', 'nin2 hao3, huan1ying2 guang1lin2 bin1jiang1 jiu3dian4!'],
    ['请问您有预订吗？', 'qing3wen4 nin2 you3 yu4ding4 ma5?'],
    [
      '您订的是一间江景双人房，住两晚，含早餐。',
      'nin2 ding4 de5 shi4 yi4jian1 jiang1jing3 shuang1ren2fang2, zhu4 liang3 wan3, han2 zao3can1.',
    ],
    ['请出示身份证，我帮您办理入住登记。', 'qing3 chu1shi4 shen1fen4zheng4, wo3 bang1 nin2 ban4li3 ru4zhu4 deng1ji4.'],
    [
      '这是您的房卡，房间在八楼，电梯在大厅左侧。',
      'zhe4 shi4 nin2 de5 fang2ka3, fang2jian1 zai4 ba1 lou2, dian4ti1 zai4 da4ting1 zuo3ce4.',
    ],
    ['早餐从七点到九点半，在二楼餐厅。', 'zao3can1 cong2 qi1 dian3 dao4 jiu3 dian3 ban4, zai4 er4 lou2 can1ting1.'],
    ['祝您入住愉快！', 'zhu4 nin2 ru4zhu4 yu2kuai4!'],
  ],
};

// Voice variant, words a minute, pitch: pupils who read differently. One stops to think (`pauseBefore` that
// sentence, counted from 0), one forgets a sentence (`leavesOut`).
const RECORDINGS = [
  { name: 'recording-palace-1', script: PALACE, voice: 'Annie', speed: 190, pitch: 60 },
  { name: 'recording-palace-2', script: PALACE, voice: 'Andy', speed: 205, pitch: 45, pauseBefore: 4 },
  { name: 'recording-palace-3', script: PALACE, voice: 'Linda', speed: 205, pitch: 68, leavesOut: 3 },
  { name: 'recording-station-1', script: STATION, voice: 'Alicia', speed: 170, pitch: 55 },
  { name: 'recording-station-2', script: STATION, voice: 'Ed', speed: 180, pitch: 40, pauseBefore: 3 },
  { name: 'recording-station-3', script: STATION, voice: 'Belinda', speed: 190, pitch: 65, leavesOut: 4 },
  { name: 'recording-town-1', script: TOWN, voice: 'Annie', speed: 150, pitch: 52 },
  { name: 'recording-town-2', script: TOWN, voice: 'Andy', speed: 160, pitch: 50, pauseBefore: 2 },
  { name: 'recording-town-3', script: TOWN, voice: 'Linda', speed: 175, pitch: 62, leavesOut: 2 },
  { name: 'recording-desk-1', script: DESK, voice: 'Alicia', speed: 175, pitch: 58 },
  { name: 'recording-desk-2', script: DESK, voice: 'Ed', speed: 185, pitch: 44, pauseBefore: 3 },
];

for (const { name, script, voice, speed, pitch, pauseBefore, leavesOut } of RECORDINGS) {
  if (!isWanted(name)) continue;
  const spoken = script.sentences
    .map(([text, pinyin], index) => ({
      text,
      pinyin: index === pauseBefore ? `<break time="2500ms"/> ${pinyin}` : pinyin,
    }))
    .filter((_, index) => index !== leavesOut);
  const ssml = `<speak>${spoken.map(({ pinyin }) => pinyin).join(' ')}</speak>`;
  const wav = path.join(scratch, `${name}.wav`);
  const file = `${name}.webm`;
  const manner = ['-v', `cmn-latn-pinyin+${voice}`, '-s', String(speed), '-p', String(pitch), '-g', '1'];
  execFileSync('espeak-ng', ['-m', ...manner, '-w', wav, ssml]);
  // Silence at both ends, as a real recording has.
  const sound = ['-af', 'adelay=600,apad=pad_dur=0.8,loudnorm=I=-20', '-ac', '1', '-ar', '48000'];
  const opus = [
    '-c:a',
    'libopus',
    '-b:a',
    '16k',
    '-application',
    'voip',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
  ];
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-i', wav, ...sound, ...opus, path.join(target, file)]);
  const pcm = execFileSync(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-i', path.join(target, file), '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1'],
    { maxBuffer: 1 << 26 },
  );
  assets.push({
    file,
    kind: 'audio',
    mime: 'audio/webm',
    question: script.question,
    text: spoken.map(({ text }) => text).join(''),
    durationMs: Math.round(pcm.length / 32),
    // Whoever finds these very bytes need not decode them.
    sha256: createHash('sha256')
      .update(readFileSync(path.join(target, file)))
      .digest('hex'),
  });
}

// Handwriting: every character a little out of line, the strokes a little unsteady.
const HAND = "'Noto Serif CJK SC',serif";
let seed = 7;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const wobble = (range) => ((random() - 0.5) * 2 * range).toFixed(1);
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const widthOf = (character, size) => size * (/[ -~]/.test(character) ? 0.54 : 1.0);

/** Breaks paragraphs into lines of that width; a mark or a number is not torn off. */
function wrap(paragraphs, size, width) {
  return paragraphs.flatMap((paragraph) => {
    const lines = [];
    let line = '';
    let used = 0;
    for (const piece of paragraph.match(/[0-9:]+|.[，。；：、！）]*/gu)) {
      const wide = [...piece].reduce((sum, character) => sum + widthOf(character, size), 0);
      if (used + wide > width) {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += piece;
      used += wide;
    }
    return [...lines, line];
  });
}

function handwriting(lines, { left, top, size, step }) {
  return lines
    .map((line, row) => {
      let x = left + Number(wobble(6));
      const slope = Number(wobble(0.006));
      return [...line]
        .map((character) => {
          const y = (top + row * step + (x - left) * slope + Number(wobble(size * 0.06))).toFixed(1);
          const height = (size * (0.93 + random() * 0.12)).toFixed(1);
          const at = `x="${x.toFixed(1)}" y="${y}"`;
          const turn = `rotate(${wobble(5)} ${x.toFixed(1)} ${y})`;
          x += widthOf(character, size) + Number(wobble(size * 0.03));
          return `<text ${at} font-size="${height}" transform="${turn}">${escape(character)}</text>`;
        })
        .join('');
    })
    .join('');
}

async function sheet(name, question, paragraphs, { colour, tilt, shade, size, struck }) {
  const [width, height, step, top] = [840, 1120, 54, 196];
  const lines = wrap(paragraphs, size, 716);
  const rules = Array.from({ length: 16 }, (_, row) => {
    const y = top + 8 + row * step;
    return `<line x1="56" x2="784" y1="${y}" y2="${y}" stroke="#b9c6d6" stroke-width="1.5"/>`;
  }).join('');
  // What the pupil wrote first and crossed out.
  const crossing = struck
    ? `<path d="M${62 + struck.from * size} ${top + struck.row * step - size * 0.42} q${(struck.length * size) / 2} 9 ${struck.length * size} -3 m-6 10 q${(-struck.length * size) / 2} -11 ${-struck.length * size + 8} 2" stroke="${colour}" stroke-width="3.5" fill="none"/>`
    : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${HAND}">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".24"/></linearGradient>
    <filter id="pen" filterUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"><feTurbulence type="fractalNoise" baseFrequency=".05" numOctaves="2" seed="${assets.length}"/><feDisplacementMap in="SourceGraphic" scale="9" xChannelSelector="R" yChannelSelector="G"/></filter></defs>
    <rect width="100%" height="100%" fill="#8a7a66"/>
    <g transform="rotate(${tilt} 420 560)"><rect x="20" y="20" width="800" height="1080" fill="${shade}"/>
      <text x="56" y="92" font-size="32" font-family="'Noto Sans CJK SC',sans-serif" fill="#333">${escape(question)}</text>
      <text x="784" y="92" font-size="20" text-anchor="end" font-family="'Noto Sans CJK SC',sans-serif" fill="#777">答题纸（请写在横线上）</text>
      <line x1="56" x2="784" y1="118" y2="118" stroke="#333" stroke-width="2"/>
      ${rules}<g filter="url(#pen)"><g fill="${colour}" stroke="${colour}" stroke-width=".5">${handwriting(lines, { left: 62, top, size, step })}</g>${crossing}</g></g>
    <rect width="100%" height="100%" fill="url(#light)"/></svg>`;
  await picture(name, svg, { kind: 'sheet', question, text: paragraphs.join('\n'), quality: 46 });
}

async function picture(name, svg, { quality, ...about }) {
  if (!isWanted(name)) return;
  const file = `${name}.jpg`;
  const { width, height } = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .jpeg({ quality, mozjpeg: true })
    .toFile(path.join(target, file));
  assets.push({ file, mime: 'image/jpeg', ...about, width, height });
}

const DAY_TRIP = '设计一日游行程';
const DAY_TRIPS = [
  [
    [
      '8:30 酒店门口集合，点名，乘大巴出发',
      '9:00 — 10:20 东湖公园，沿湖边平路慢走，中间在凉亭休息一次',
      '10:40 — 11:50 市博物馆，坐电梯上楼，请讲解员讲慢一点',
      '12:10 — 13:40 老街饭馆午餐，在店里休息',
      '14:00 — 15:20 老街茶楼喝茶、听评弹',
      '15:40 — 16:30 滨江步道看江景、合影',
      '16:30 乘大巴返回，17:00 到酒店',
      '照顾老人：1. 全程不走台阶，车上备两把轮椅和常用药。2. 午餐软一点、少盐，每到一处先说卫生间在哪里。',
    ],
    { colour: '#23356b', tilt: -1.1, shade: '#f6f3ea', size: 33 },
  ],
  [
    [
      '一日游行程（老年团 20 人）',
      '上午：8:30 出发，大巴二十分钟到东湖公园，游览到 10:00。',
      '10:30 到市博物馆，参观一小时。',
      '12:00 老街午餐，饭后休息到 13:30。',
      '下午：13:30 逛老街，步行，14:30 茶楼喝茶。',
      '15:30 乘车去滨江步道，16:30 返回，17:00 到。',
      '细节：多安排休息，每小时坐一坐；请一位随团医生，带血压计。',
    ],
    { colour: '#222', tilt: 0.9, shade: '#f1f1ee', size: 35 },
  ],
  [
    [
      '8:30 出发，坐公交坐大巴去东湖公园。',
      '9:00 到 11:00 游湖，坐游船。',
      '11:30 吃午饭。',
      '13:00 参观博物馆。',
      '15:00 逛老街，买特产。',
      '17:00 回到酒店。',
      '照顾老人：走慢一点，上下车扶一扶。',
    ],
    { colour: '#2f4da0', tilt: 1.9, shade: '#f7efdc', size: 37, struck: { row: 0, from: 5.7, length: 3 } },
  ],
  [
    [
      '时间、地点、交通：',
      '8:30 — 9:00 酒店 → 市博物馆（大巴 30 分钟）',
      '9:00 — 10:30 市博物馆，走无障碍通道',
      '10:30 — 10:50 休息、喝水',
      '11:00 — 12:00 滨江步道（大巴 10 分钟）',
      '12:10 — 13:50 老街午餐、午休',
      '14:00 — 15:00 老街茶楼（步行 5 分钟）',
      '15:20 — 16:30 东湖公园（大巴 15 分钟）',
      '16:30 — 17:00 返回酒店',
      '两处照顾：一、步行每段不超过十五分钟，带折叠凳；二、出发前问清各人的病史和药，午餐备软饭和粥。',
    ],
    { colour: '#1f3a5f', tilt: -1.7, shade: '#f4f4f0', size: 32 },
  ],
  [
    [
      '8:30 集合上车。9:00 东湖公园，10:30 博物馆，12:00 午饭，14:00 老街，16:00 滨江步道，17:00 返回。',
      '交通都用旅游大巴，在老街里步行。',
      '老人容易累，所以每个地方都留二十分钟坐下休息，车上放矿泉水和晕车药。',
      '吃饭选一楼的包间，不用爬楼梯。',
    ],
    { colour: '#303030', tilt: 0.5, shade: '#efece4', size: 36 },
  ],
];
for (const [index, [paragraphs, look]] of DAY_TRIPS.entries()) {
  await sheet(`sheet-daytrip-${index + 1}`, DAY_TRIP, paragraphs, look);
}

const SANS = 'font-family="\'Noto Sans CJK SC\',sans-serif"';

// The palace from above, north at the top: name, distance from the top, width and depth of each building.
const AXIS = [
  ['神武门', 96, 120, 34],
  ['坤宁宫', 186, 120, 40],
  ['乾清宫', 258, 140, 44],
  ['保和殿', 372, 150, 46],
  ['中和殿', 442, 72, 44],
  ['太和殿', 512, 210, 64],
  ['太和门', 674, 140, 40],
  ['午门', 822, 190, 44],
];
function roof(middle, top, width, depth) {
  const [left, right, bottom, half] = [middle - width / 2, middle + width / 2, top + depth, Math.min(width, depth) / 2];
  const ridge = `M${left} ${top} l${half} ${half} L${right - half} ${bottom - half} L${right} ${bottom} M${right} ${top} l${-half} ${half} M${left} ${bottom} l${half} ${-half}`;
  return `<rect x="${left}" y="${top}" width="${width}" height="${depth}" fill="#e0a526" stroke="#9a3b22" stroke-width="5"/><path d="${ridge}" stroke="#b97b14" stroke-width="3" fill="none"/>`;
}
const sideHall = (y, depth) => roof(172, y, 56, depth) + roof(548, y, 56, depth);
await picture(
  'picture-palace',
  `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="960" ${SANS}><rect width="720" height="960" fill="#f4ead2"/><text x="360" y="52" font-size="32" text-anchor="middle" fill="#5b2413">故宫中轴线示意图</text>
   <rect x="92" y="84" width="536" height="790" fill="#a9cfe0"/><rect x="112" y="104" width="496" height="750" fill="#e9d7ae" stroke="#a5482c" stroke-width="9"/>
   <rect x="236" y="352" width="248" height="250" fill="#fbf7ea" stroke="#c9b78c" stroke-width="3"/><rect x="262" y="166" width="196" height="158" fill="#fbf7ea" stroke="#c9b78c" stroke-width="3"/>
   <path d="M116 772 q122 -44 244 -10 q122 34 244 -10" stroke="#7cb4d2" stroke-width="16" fill="none"/><g fill="#fff" stroke="#a89f8a" stroke-width="2">${[-52, -26, 0, 26, 52].map((x) => `<rect x="${x + 353}" y="742" width="14" height="42"/>`).join('')}</g>
   ${sideHall(180, 120)}${sideHall(376, 190)}${sideHall(650, 70)}
   <path d="M360 66 V900" stroke="#b3261e" stroke-width="3" stroke-dasharray="14 9"/>
   ${AXIS.map(([, y, width, depth]) => roof(360, y, width, depth)).join('')}
   <g font-size="25" fill="#3a1d10" stroke="#f7efd9" stroke-width="7" paint-order="stroke" text-anchor="start">${AXIS.map(([name, y, width, depth]) => `<text x="${372 + width / 2}" y="${y + depth / 2 + 9}">${name}</text>`).join('')}<text x="434" y="798">金水桥</text><text x="398" y="638">太和殿广场</text></g>
   <circle cx="360" cy="912" r="13" fill="#b3261e"/><path d="M360 940 l-9 -20 h18 z" fill="#b3261e"/><text x="384" y="922" font-size="24" fill="#b3261e">我们在这里</text>
   <path d="M664 190 V120 m-13 18 l13 -24 l13 24" stroke="#5b2413" stroke-width="4" fill="none"/><text x="664" y="220" font-size="24" text-anchor="middle" fill="#5b2413">北</text></svg>`,
  {
    kind: 'picture',
    question: PALACE.question,
    text: '故宫中轴线示意图：从南到北是午门、金水桥、太和门、太和殿、中和殿、保和殿、乾清宫、坤宁宫、神武门。',
    quality: 52,
  },
);

const tree = (x, y, size) =>
  `<rect x="${x - size * 0.08}" y="${y - size * 0.5}" width="${size * 0.16}" height="${size * 0.5}" fill="#7b5230"/><circle cx="${x}" cy="${y - size * 0.7}" r="${size * 0.4}" fill="#5aa05a"/>`;
const place = (x, y, name, colour) =>
  `<path d="M${x} ${y} c-8 -18 -24 -28 -24 -46 a24 24 0 0 1 48 0 c0 18 -16 28 -24 46 z" fill="${colour}"/><circle cx="${x}" cy="${y - 46}" r="10" fill="#fff"/><text x="${x}" y="${y + 32}" font-size="26" text-anchor="middle" fill="#222" stroke="#fff" stroke-width="6" paint-order="stroke">${name}</text>`;
const minutes = (x, y, text) =>
  `<rect x="${x - 44}" y="${y - 22}" width="88" height="32" rx="16" fill="#fff" stroke="#8d99a8"/><text x="${x}" y="${y + 2}" font-size="20" text-anchor="middle" fill="#444">${text}</text>`;
await picture(
  'picture-daytrip',
  `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600" ${SANS}><rect width="960" height="600" fill="#eef1e6"/>
   <path d="M0 520 q200 -50 420 -10 t540 -40 v130 H0 z" fill="#a9d3ea"/><text x="440" y="572" font-size="24" fill="#3f7595">江</text>
   <rect x="560" y="60" width="330" height="190" rx="30" fill="#c4e3b4"/><path d="M640 150 q70 -60 150 -20 q60 40 0 76 q-90 30 -150 -56 z" fill="#8fc6e4"/>${tree(596, 130, 56)}${tree(858, 150, 62)}${tree(600, 236, 50)}${tree(846, 238, 48)}
   <g fill="#dcdcd2"><rect x="300" y="70" width="70" height="56"/><rect x="390" y="90" width="56" height="44"/><rect x="60" y="60" width="90" height="60"/><rect x="70" y="330" width="76" height="60"/><rect x="820" y="320" width="84" height="60"/><rect x="560" y="380" width="60" height="44"/></g>
   <g stroke="#fff" stroke-width="26" fill="none" stroke-linejoin="round"><path d="M0 220 H500 L540 280 H960"/><path d="M200 0 V480"/><path d="M460 220 V480"/><path d="M720 250 V470"/><path d="M0 470 H960"/></g>
   <g stroke="#e0873a" stroke-width="5" stroke-dasharray="13 9" fill="none"><path d="M200 200 V220 H500 L540 280 H720 V250"/><path d="M460 220 V345"/><path d="M200 220 V470 H720 V280"/></g>
   ${minutes(350, 220, '15 分钟')}${minutes(630, 280, '15 分钟')}${minutes(460, 290, '10 分钟')}${minutes(590, 470, '10 分钟')}${minutes(200, 350, '20 分钟')}
   ${place(200, 190, '酒店', '#d9534f')}${place(726, 214, '东湖公园', '#3f9a63')}${place(460, 190, '市博物馆', '#7a5fb5')}${place(460, 400, '老街·茶楼', '#c07a2c')}${place(760, 450, '滨江步道', '#3f7fd0')}
   <g transform="translate(40 486)"><rect width="170" height="70" rx="14" fill="#f2b33d"/><g fill="#dff1fa"><rect x="14" y="14" width="30" height="24" rx="4"/><rect x="52" y="14" width="30" height="24" rx="4"/><rect x="90" y="14" width="30" height="24" rx="4"/><rect x="130" y="14" width="28" height="40" rx="4"/></g><circle cx="40" cy="70" r="15" fill="#333"/><circle cx="128" cy="70" r="15" fill="#333"/></g>
   <text x="940" y="36" font-size="26" text-anchor="end" fill="#333">城区游览示意图（大巴车程）</text></svg>`,
  {
    kind: 'picture',
    question: DAY_TRIP,
    text: '城区游览示意图：酒店、东湖公园、市博物馆、老街茶楼、滨江步道和大巴车程。',
    quality: 62,
  },
);

const AVATARS = [
  ['avatar-teacher', '#dbe8fb', '#f2c9a5', '#2b2320', '#2f5fb3'],
  ['avatar-girl', '#fde4dc', '#f6d2b3', '#3a2418', '#d9776b'],
  ['avatar-boy', '#dff3e3', '#eabf97', '#1f1a17', '#3f9a63'],
];
for (const [name, ground, skin, hair, coat] of AVATARS) {
  const long =
    name === 'avatar-girl'
      ? `<path d="M62 120 q-6 -80 58 -80 q64 0 58 80 q6 50 -10 62 h-96 q-16 -12 -10 -62 z" fill="${hair}"/>`
      : '';
  const glasses =
    name === 'avatar-teacher'
      ? '<g fill="none" stroke="#333" stroke-width="4"><circle cx="98" cy="116" r="15"/><circle cx="142" cy="116" r="15"/><path d="M113 116 h14"/></g>'
      : '';
  await picture(
    name,
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="${ground}"/>${long}<path d="M40 240 q0 -66 80 -66 q80 0 80 66 z" fill="${coat}"/><rect x="104" y="150" width="32" height="36" rx="14" fill="${skin}"/><ellipse cx="120" cy="116" rx="48" ry="54" fill="${skin}"/><path d="M70 108 q0 -58 50 -58 q50 0 50 58 q-16 -30 -50 -30 q-34 0 -50 30 z" fill="${hair}"/><circle cx="98" cy="117" r="5" fill="#222"/><circle cx="142" cy="117" r="5" fill="#222"/>${glasses}<path d="M104 142 q16 12 32 0" stroke="#a3503f" stroke-width="4" fill="none" stroke-linecap="round"/></svg>`,
    { kind: 'avatar', text: '', quality: 78 },
  );
}

writeFileSync(path.join(target, 'assets.json'), `${JSON.stringify(assets, null, 2)}\n`);
rmSync(scratch, { recursive: true });
const sizes = assets.map(({ file, durationMs }) => [file, statSync(path.join(target, file)).size, durationMs ?? '']);
for (const [file, size, duration] of sizes) console.log(String(size).padStart(8), file, duration);
console.log(
  sizes.reduce((sum, [, size]) => sum + size, 0),
  'bytes in all',
);
