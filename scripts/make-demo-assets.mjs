/**
 * Makes the recordings and pictures of the demo school (app/db/demo/assets). Run by hand when they should
 * change: node scripts/make-demo-assets.mjs. Needs espeak-ng, ffmpeg and a Chinese font (Noto CJK).
 * All texts are written for this project.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

const target = path.resolve('app/db/demo/assets');
const scratch = mkdtempSync(path.join(tmpdir(), 'kaoping-assets-'));
const assets = [];

const SPRING = {
  text: '春天来了，校园里的桃花开了。小鸟在枝头唱歌，同学们在操场上跑步。老师站在树下，微笑着看我们读书。',
  pinyin:
    'chun1 tian1 lai2 le5, xiao4 yuan2 li3 de5 tao2 hua1 kai1 le5. xiao3 niao3 zai4 zhi1 tou2 chang4 ge1, tong2 xue2 men5 zai4 cao1 chang3 shang5 pao3 bu4. lao3 shi1 zhan4 zai4 shu4 xia4, wei1 xiao4 zhe5 kan4 wo3 men5 du2 shu1.',
};
const STATION = {
  text: '那天傍晚，父亲送我到车站。他提着箱子走在前面，步子很慢。我看着他的背影，忽然明白，他已经不再年轻了。',
  pinyin:
    'na4 tian1 bang4 wan3, fu4 qin1 song4 wo3 dao4 che1 zhan4. ta1 ti2 zhe5 xiang1 zi5 zou3 zai4 qian2 mian4, bu4 zi5 hen3 man4. wo3 kan4 zhe5 ta1 de5 bei4 ying3, hu1 ran2 ming2 bai5, ta1 yi3 jing1 bu2 zai4 nian2 qing1 le5.',
};
const HOMETOWN = {
  text: '我的家乡在江边。每天清晨，江面上都有薄薄的雾。渔船慢慢驶过，留下一道长长的水纹。',
  pinyin:
    'wo3 de5 jia1 xiang1 zai4 jiang1 bian1. mei3 tian1 qing1 chen2, jiang1 mian4 shang5 dou1 you3 bao2 bao2 de5 wu4. yu2 chuan2 man4 man4 shi3 guo4, liu2 xia4 yi2 dao4 chang2 chang2 de5 shui3 wen2.',
};

// Name, text, voice variant, words a minute, pitch: six pupils who read differently.
const RECORDINGS = [
  ['reading-spring-1', SPRING, 'Annie', 135, 60],
  ['reading-spring-2', SPRING, 'Andy', 122, 45],
  ['reading-spring-3', SPRING, 'Linda', 165, 70],
  ['reading-station-1', STATION, 'Alicia', 140, 55],
  ['reading-station-2', STATION, 'Ed', 150, 40],
  ['reading-hometown-1', HOMETOWN, 'Belinda', 110, 65],
];

for (const [name, { text, pinyin }, voice, speed, pitch] of RECORDINGS) {
  const wav = path.join(scratch, `${name}.wav`);
  const file = `${name}.webm`;
  execFileSync('espeak-ng', [
    '-v',
    `cmn-latn-pinyin+${voice}`,
    '-s',
    String(speed),
    '-p',
    String(pitch),
    '-g',
    '6',
    '-w',
    wav,
    pinyin,
  ]);
  // A breath of room noise and silence at both ends, as a real recording has.
  execFileSync('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    '-y',
    '-i',
    wav,
    '-af',
    'adelay=600,apad=pad_dur=0.8,loudnorm=I=-20',
    '-ac',
    '1',
    '-ar',
    '48000',
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
    path.join(target, file),
  ]);
  const pcm = execFileSync(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-i', path.join(target, file), '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1'],
    { maxBuffer: 1 << 26 },
  );
  assets.push({ file, kind: 'audio', mime: 'audio/webm', text, durationMs: Math.round(pcm.length / 32) });
}

// Handwriting: every character a little out of line, in a brush-like font.
const HAND = "'KaiTi','AR PL UKai CN','Noto Serif CJK SC',serif";
let seed = 7;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const wobble = (range) => ((random() - 0.5) * 2 * range).toFixed(1);
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function handwriting(lines, { left, top, size, step, colour }) {
  return lines
    .map((line, row) => {
      let advance = 0;
      return [...line]
        .map((character) => {
          const x = (left + advance + Number(wobble(size * 0.05))).toFixed(1);
          const y = (top + row * step + Number(wobble(size * 0.07))).toFixed(1);
          advance += size * (/[ -~]/.test(character) ? 0.52 : 1.02);
          const height = (size * (0.94 + random() * 0.12)).toFixed(1);
          return `<text x="${x}" y="${y}" font-size="${height}" transform="rotate(${wobble(4)} ${x} ${y})" fill="${colour}">${escape(character)}</text>`;
        })
        .join('');
    })
    .join('');
}

async function sheet(name, title, lines, { colour = '#23356b', tilt = 0, shade = '#f6f3ea', struck = null } = {}) {
  const [width, height] = [900, 1200];
  const rules = Array.from({ length: 15 }, (_, row) => {
    const y = 262 + row * 60;
    return `<line x1="60" x2="840" y1="${y}" y2="${y}" stroke="#b9c6d6" stroke-width="1.5"/>`;
  }).join('');
  const crossing = struck
    ? `<path d="M${struck[0]} ${struck[1]} l${struck[2]} 6 m${-struck[2]} 8 l${struck[2]} -10" stroke="${colour}" stroke-width="4" fill="none"/>`
    : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${HAND}">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="#8a7a66"/>
    <g transform="rotate(${tilt} 450 600)"><rect x="22" y="22" width="856" height="1156" fill="${shade}"/>
      <text x="60" y="110" font-size="34" font-family="'Noto Sans CJK SC',sans-serif" fill="#333">${escape(title)}</text>
      <line x1="60" x2="840" y1="140" y2="140" stroke="#333" stroke-width="2"/>
      <text x="60" y="186" font-size="22" font-family="'Noto Sans CJK SC',sans-serif" fill="#777">答题区（请写在横线上）</text>
      ${rules}${handwriting(lines, { left: 72, top: 254, size: 36, step: 60, colour })}${crossing}</g>
    <rect width="100%" height="100%" fill="url(#light)"/></svg>`;
  await picture(name, svg, { kind: 'sheet', text: lines.join(''), quality: 58 });
}

async function picture(name, svg, { kind, text, quality }) {
  const file = `${name}.jpg`;
  const { width, height } = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .jpeg({ quality, mozjpeg: true })
    .toFile(path.join(target, file));
  assets.push({ file, kind, mime: 'image/jpeg', text, width, height });
}

await sheet(
  'sheet-water-1',
  '第 3 题　水的三态变化',
  [
    '水有三种状态：固态、液态和',
    '气态。',
    '冰是固态，河水是液态，水蒸',
    '气是气态。',
    '温度低于零度，水结成冰；烧',
    '开以后，水变成水蒸气。',
  ],
  { tilt: -1.2 },
);
await sheet(
  'sheet-water-2',
  '第 3 题　水的三态变化',
  ['固态：冰', '液态：水', '气态：水蒸气', '例子：冬天湖面结冰，春天冰', '化成水，夏天水蒸发。'],
  { colour: '#1d1d1d', tilt: 0.9, shade: '#f1f1ee' },
);
await sheet(
  'sheet-water-3',
  '第 3 题　水的三态变化',
  ['水可以变成冰，也可以变成云。', '我觉得云是气态。', '例如：冰箱里的冰块。'],
  { colour: '#2f4da0', tilt: 2, shade: '#f7efdc', struck: [72, 292, 150] },
);
await sheet(
  'sheet-reading-1',
  '第 4 题　读图写话',
  [
    '星期天的早上，公园里很热闹。',
    '有的小朋友放风筝，有的在湖',
    '边喂鸭子。',
    '一位老爷爷坐在长椅上看报，',
    '他的小狗安静地趴在脚边。',
    '我喜欢这样的早晨。',
  ],
  { tilt: -0.6 },
);
await sheet(
  'sheet-reading-2',
  '第 4 题　读图写话',
  ['公园里有一个湖，湖边有柳树。', '孩子们在放风筝。', '大家都很开心。'],
  { colour: '#222', tilt: 1.4, shade: '#efece4' },
);
await sheet(
  'sheet-chart-1',
  '第 5 题　根据统计图回答',
  [
    '1. 借书最多的是星期五，一',
    '共借了五十二本。',
    '2. 星期三比星期二多借了十',
    '二本。',
    '3. 建议：星期五多安排一位',
    '同学值班。',
  ],
  { colour: '#26418f', tilt: -1.6, shade: '#f4f4f0' },
);

const SANS = 'font-family="\'Noto Sans CJK SC\',sans-serif"';
const tree = (x, y, size) =>
  `<rect x="${x - size * 0.08}" y="${y - size * 0.5}" width="${size * 0.16}" height="${size * 0.5}" fill="#7b5230"/><circle cx="${x}" cy="${y - size * 0.75}" r="${size * 0.4}" fill="#5aa05a"/><circle cx="${x - size * 0.28}" cy="${y - size * 0.58}" r="${size * 0.28}" fill="#6cb56a"/><circle cx="${x + size * 0.28}" cy="${y - size * 0.58}" r="${size * 0.28}" fill="#4d924e"/>`;
const child = (x, y, colour) =>
  `<circle cx="${x}" cy="${y - 62}" r="15" fill="#f2c9a5"/><path d="M${x - 15} ${y - 66} a15 15 0 0 1 30 0 z" fill="#33261d"/><rect x="${x - 14}" y="${y - 47}" width="28" height="30" rx="8" fill="${colour}"/><path d="M${x - 7} ${y - 17} v17 M${x + 7} ${y - 17} v17" stroke="#3b4a66" stroke-width="7" stroke-linecap="round"/>`;
await picture(
  'picture-park',
  `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><rect width="960" height="370" fill="#bfe3f7"/><circle cx="820" cy="90" r="48" fill="#ffd76b"/>
   <ellipse cx="210" cy="100" rx="80" ry="24" fill="#fff"/><ellipse cx="260" cy="84" rx="60" ry="24" fill="#fff"/><ellipse cx="560" cy="130" rx="70" ry="20" fill="#fff"/>
   <path d="M0 330 q240 -70 480 -10 t480 -10 v290 H0 z" fill="#9fd08a"/><path d="M560 470 q200 -80 400 -30 v140 q-240 30 -400 -20 q-70 -40 0 -90 z" fill="#7cc0e4"/>
   <path d="M0 560 q260 -110 430 -40 q90 40 120 80 H0 z" fill="#e7d8b0"/>${tree(110, 400, 150)}${tree(330, 370, 120)}${tree(880, 390, 130)}
   ${child(250, 520, '#e2574c')}${child(330, 500, '#3f7fd0')}${child(470, 540, '#f0a830')}
   <path d="M266 470 C330 360 420 260 500 200" stroke="#555" stroke-width="2" fill="none"/><path d="M500 160 l34 40 l-34 44 l-34 -44 z" fill="#e2574c"/><path d="M500 244 q14 22 0 40 q-14 18 0 36" stroke="#e2574c" stroke-width="4" fill="none"/>
   <g fill="#fff"><ellipse cx="700" cy="500" rx="26" ry="13"/><circle cx="722" cy="486" r="9"/><ellipse cx="790" cy="520" rx="22" ry="11"/><circle cx="808" cy="508" r="8"/></g><path d="M730 486 l12 3 l-12 4 z M815 508 l11 3 l-11 4 z" fill="#f0a830"/>
   <g fill="#8a5a33"><rect x="90" y="470" width="110" height="9"/><rect x="90" y="448" width="110" height="9"/><rect x="100" y="479" width="8" height="26"/><rect x="182" y="479" width="8" height="26"/></g></svg>`,
  { kind: 'picture', text: '公园的早晨：孩子放风筝，鸭子在湖里游。', quality: 70 },
);
const days = [
  ['周一', 28],
  ['周二', 24],
  ['周三', 36],
  ['周四', 31],
  ['周五', 52],
];
await picture(
  'picture-chart',
  `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600" ${SANS}><rect width="960" height="600" fill="#fff"/><text x="480" y="62" font-size="34" text-anchor="middle" fill="#222">五年级一周借书数量统计图（单位：本）</text>
   ${[0, 10, 20, 30, 40, 50, 60].map((n) => `<line x1="110" x2="900" y1="${520 - n * 7}" y2="${520 - n * 7}" stroke="#ddd"/><text x="96" y="${528 - n * 7}" font-size="24" text-anchor="end" fill="#555">${n}</text>`).join('')}
   ${days.map(([day, n], i) => `<rect x="${160 + i * 150}" y="${520 - n * 7}" width="84" height="${n * 7}" fill="#3f7fd0"/><text x="${202 + i * 150}" y="${508 - n * 7}" font-size="26" text-anchor="middle" fill="#222">${n}</text><text x="${202 + i * 150}" y="560" font-size="26" text-anchor="middle" fill="#222">${day}</text>`).join('')}
   <path d="M110 90 V520 H900" stroke="#222" stroke-width="3" fill="none"/></svg>`,
  { kind: 'picture', text: '五年级一周借书数量：周一 28，周二 24，周三 36，周四 31，周五 52。', quality: 76 },
);
await picture(
  'picture-notice',
  `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600" ${SANS}><rect width="960" height="600" fill="#c9b28a"/><rect x="40" y="40" width="880" height="520" rx="10" fill="#2f6b4f"/><rect x="90" y="80" width="780" height="440" fill="#fffdf2"/>
   <text x="480" y="160" font-size="54" text-anchor="middle" fill="#b3261e">通 知</text>
   ${['本周五下午三点，在学校图书馆举行朗读', '比赛。请参加的同学提前十分钟到场，自带', '朗读材料，并在周三之前到班主任处报名。'].map((line, i) => `<text x="130" y="${236 + i * 56}" font-size="34" fill="#222">${line}</text>`).join('')}
   <text x="830" y="440" font-size="30" text-anchor="end" fill="#222">学生会</text><text x="830" y="484" font-size="30" text-anchor="end" fill="#222">11 月 16 日</text>
   <circle cx="110" cy="98" r="9" fill="#d9534f"/><circle cx="850" cy="98" r="9" fill="#3f7fd0"/></svg>`,
  { kind: 'picture', text: '通知：周五下午三点在学校图书馆举行朗读比赛，周三之前报名。', quality: 72 },
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
