/**
 * Makes the teaching resources of the demo school (app/db/demo/resources). Run by hand when they should change:
 * node scripts/make-demo-resources.mjs. Needs LibreOffice (soffice), espeak-ng, ffmpeg and a Chinese font (Noto CJK).
 * All texts are written for this project.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import writeXlsxFile from 'write-excel-file/node';

const target = path.resolve('app/db/demo/resources');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const scratch = mkdtempSync(path.join(tmpdir(), 'kaoping-resources-'));
const at = (name) => path.join(scratch, name);
const keep = (name) => copyFileSync(at(name), path.join(target, name));

function office(source, format, filter = format) {
  const profile = `-env:UserInstallation=file://${at('profile')}`;
  execFileSync('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', scratch, at(source)], {
    stdio: 'ignore',
  });
  keep(`${path.parse(source).name}.${format}`);
}

const page = (title, body) =>
  `<html><head><meta charset="utf-8"><title>${title}</title><style>body{font-family:"Noto Sans CJK SC"}td,th{border:1px solid #999;padding:4px 8px}</style></head><body><h1>${title}</h1>${body}</body></html>`;
const list = (items) => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`;
const table = (rows) =>
  `<table>${rows.map((row, i) => `<tr>${row.map((cell) => (i === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`).join('')}</table>`;

const WRITTEN = {
  'rubric.html': page(
    '导游口语评分说明',
    `<p>口语考试按准确度、流利度、完整度和关键词四项评分，各项 0–100 分，按 30%、30%、20%、20% 合成总分。</p>${table([
      ['项目', '看什么', '常见扣分'],
      ['准确度', '字音、声调，专有名词读对', '前后鼻音不分、多音字读错'],
      ['流利度', '语速平稳，停顿在句末', '重复、回读、停顿超过两秒'],
      ['完整度', '稿子或提纲的内容都讲到', '漏段、漏掉集合时间和地点'],
      ['关键词', '景点的要点词都出现', '朝代、方位、数字缺失'],
    ])}<p>语速以每分钟 180–220 字为宜。正式考试可以录多遍，以自己选定的一遍为准。</p>`,
  ),
  'palace.html': page(
    '故宫讲解词范文',
    `<p>各位游客，大家好！我们现在站在午门前，这里是紫禁城的正门。</p><p>往里走，穿过金水桥，就来到太和殿广场。太和殿是故宫里最大的一座殿，重要的典礼都在这里举行。</p><p>请大家留意，大殿都建在一条中轴线上，左右对称，显得庄重而安稳。</p><h2>讲解提示</h2>${list(['先说方位，再说名称，最后讲故事。', '数字只讲一两个，讲慢一点。', '结束前重复集合的时间和地点。'])}`,
  ),
  'frontdesk.html': page(
    '酒店前台接待用语',
    list([
      '您好，欢迎光临！请问有预订吗？',
      '请出示您的身份证件，谢谢。',
      '您的房间在八楼，电梯在您的右手边。',
      '早餐时间是七点到九点半，在二楼餐厅。',
      '退房时间是中午十二点，需要延时请提前告诉我们。',
    ]),
  ),
  'oldtown.html': page(
    '老城街区讲解词（初稿）',
    '<p>走进老城，脚下的石板路有三百多年了。两边的店铺前面做生意，后面住人，二楼晾着衣服和腊肉。</p><p>这座石桥有三个桥孔，中间的最高，船从下面过，人从上面走。</p>',
  ),
};
for (const [name, html] of Object.entries(WRITTEN)) writeFileSync(at(name), html);
office('rubric.html', 'pdf', 'pdf:writer_web_pdf_Export');
office('palace.html', 'docx', 'docx:MS Word 2007 XML');
office('frontdesk.html', 'doc', 'doc:MS Word 97');
office('oldtown.html', 'odt', 'odt:writer8');

const SLIDES = [
  ['接站服务流程', ['旅游服务课', '周敏']],
  ['一、出发前', ['核对车次、人数和酒店', '带好导游证、接站牌和话筒', '提前三十分钟到站']],
  ['二、接到客人', ['微笑、问候、清点人数', '集中行李，提醒随身物品', '带队上车，最后一个上']],
  ['三、途中讲解', ['致欢迎词，介绍司机', '说清行程、集合时间和地点', '提醒系好安全带']],
];
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMES = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const relations = (...all) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(([type, to], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${to}"/>`).join('')}</Relationships>`;
const shape = (id, y, height, size, lines) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="t${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="800000" y="${y}"/><a:ext cx="10500000" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${lines.map((line) => `<a:p><a:r><a:rPr lang="zh-CN" sz="${size}"/><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
const tree = (shapes) =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
const colour = (name, value) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3);
const line = `<a:ln>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'}</a:ln>`.repeat(3);
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3);
const font = '<a:latin typeface="Microsoft YaHei"/><a:ea typeface="Microsoft YaHei"/><a:cs typeface=""/>';
const theme = `${XML}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="plain"><a:themeElements><a:clrScheme name="plain">${[
  ['dk1', '222222'],
  ['lt1', 'FFFFFF'],
  ['dk2', '17305C'],
  ['lt2', 'F0F5FD'],
  ...[1, 2, 3, 4, 5, 6].map((n) => [`accent${n}`, '245BBB']),
  ['hlink', '245BBB'],
  ['folHlink', '7650BD'],
]
  .map(([name, value]) => colour(name, value))
  .join(
    '',
  )}</a:clrScheme><a:fontScheme name="plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="plain"><a:fillStyleLst>${fill}</a:fillStyleLst><a:lnStyleLst>${line}</a:lnStyleLst><a:effectStyleLst>${effect}</a:effectStyleLst><a:bgFillStyleLst>${fill}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
const PART = 'application/vnd.openxmlformats-officedocument.presentationml';
const parts = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${PART}.presentation.main+xml"/><Override PartName="/ppt/slideMasters/slideMaster1.xml" ContentType="${PART}.slideMaster+xml"/><Override PartName="/ppt/slideLayouts/slideLayout1.xml" ContentType="${PART}.slideLayout+xml"/><Override PartName="/ppt/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/>${SLIDES.map((_, i) => `<Override PartName="/ppt/slides/slide${i + 1}.xml" ContentType="${PART}.slide+xml"/>`).join('')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
  'ppt/presentation.xml': `${XML}<p:presentation ${NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${SLIDES.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 2}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  'ppt/_rels/presentation.xml.rels': relations(
    ['slideMaster', 'slideMasters/slideMaster1.xml'],
    ...SLIDES.map((_, i) => ['slide', `slides/slide${i + 1}.xml`]),
  ),
  'ppt/slideMasters/slideMaster1.xml': `${XML}<p:sldMaster ${NAMES}>${tree('')}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
  'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(
    ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['theme', '../theme/theme1.xml'],
  ),
  'ppt/slideLayouts/slideLayout1.xml': `${XML}<p:sldLayout ${NAMES} type="blank">${tree('')}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
  'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations(['slideMaster', '../slideMasters/slideMaster1.xml']),
  'ppt/theme/theme1.xml': theme,
};
for (const [i, [title, lines]] of SLIDES.entries()) {
  const shapes = shape(2, 500000, 1100000, 4000, [title]) + shape(3, 1900000, 4200000, 2600, lines);
  parts[`ppt/slides/slide${i + 1}.xml`] =
    `${XML}<p:sld ${NAMES}>${tree(shapes)}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
  parts[`ppt/slides/_rels/slide${i + 1}.xml.rels`] = relations(['slideLayout', '../slideLayouts/slideLayout1.xml']);
}
const packed = Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]));
writeFileSync(path.join(target, 'station.pptx'), zipSync(packed, { level: 9 }));

async function sheet(name, rows) {
  const cells = rows.map((row, i) =>
    row.map((value) => ({ value, type: String, ...(i === 0 ? { fontWeight: 'bold' } : {}) })),
  );
  await writeXlsxFile(cells).toFile(path.join(target, `${name}.xlsx`));
}
await sheet('points', [
  ['序号', '知识点', '要求', '课时'],
  ['1', '导游的职责和礼仪', '掌握', '4'],
  ['2', '接站与送站服务', '掌握', '6'],
  ['3', '景点讲解的方法', '掌握', '8'],
  ['4', '突发事件的处理', '理解', '4'],
  ['5', '旅游政策法规', '了解', '2'],
]);
await sheet('daytrip', [
  ['时间', '地点', '内容', '费用（元/人）'],
  ['08:00', '学校东门', '集合、点名', '0'],
  ['09:20', '古镇', '参观、讲解实训', '45'],
  ['12:00', '古镇食堂', '午餐', '30'],
  ['14:00', '博物馆', '参观、记录', '0'],
  ['16:30', '学校东门', '返回', '25'],
]);
await sheet('blueprint', [
  ['题型', '题数', '分值', '知识点'],
  ['单选', '10', '30', '导游职责、政策法规'],
  ['多选', '4', '16', '接站服务'],
  ['判断', '6', '12', '突发事件'],
  ['简答', '2', '42', '景点讲解'],
]);

const NOTES = `普通话朗读注意事项

1. 先默读一遍，标出停顿和重音。
2. 轻声和儿化要自然：桌子、花儿、一会儿。
3. “一”“不”要变调：一起、一座、不去、不好。
4. 前后鼻音分清：金—京，陈—程，真—争。
5. 话筒离嘴一拳，读完一句再换气。
`;
writeFileSync(path.join(target, 'reading.txt'), NOTES);

const box = (x, y, w, h, name) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#f7e9cf" stroke="#8a5a1c" stroke-width="2"/><text x="${x + w / 2}" y="${y + h / 2 + 8}" text-anchor="middle" font-size="22" fill="#5c3a10">${name}</text>`;
const plan = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="860" font-family="Noto Sans CJK SC"><rect width="640" height="860" fill="#fffdf8"/><text x="320" y="50" text-anchor="middle" font-size="30" fill="#333">故宫中轴线示意图</text><path d="M320 90V820" stroke="#b0392b" stroke-width="3" stroke-dasharray="10 8"/>${[
  ['神武门', 100],
  ['御花园', 190],
  ['坤宁宫', 280],
  ['乾清宫', 370],
  ['保和殿', 460],
  ['中和殿', 550],
  ['太和殿', 640],
  ['午门', 750],
]
  .map(([name, y]) => box(220, y, 200, 60, name))
  .join('')}<text x="470" y="790" font-size="20" fill="#555">南（正门）</text></svg>`;
await sharp(Buffer.from(plan)).png({ palette: true, compressionLevel: 9 }).toFile(path.join(target, 'palace-plan.png'));

const speak = (wav, pinyin) =>
  execFileSync('espeak-ng', ['-v', 'cmn-latn-pinyin+Annie', '-s', '150', '-w', at(wav), pinyin]);
const ffmpeg = (...args) => execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
speak(
  'welcome.wav',
  'ge4wei4 peng2you5, yi2lu4 xin1ku3 le5! wo3 shi4 da4jia1 zhe4ci4 xing2cheng2 de5 dao3you2 xiao3 zhou1. qing3 ji4hao3 an1quan2dai4, gui4zhong4 wu4pin3 sui2shen1 dai4hao3.',
);
ffmpeg('-i', at('welcome.wav'), '-b:a', '32k', '-ac', '1', path.join(target, 'welcome.mp3'));
speak(
  'plan.wav',
  'qing3 da4jia1 kan4 tu2. cong2 wu3men2 wang3 bei3, shi4 tai4he2dian4, zhong1he2dian4 he2 bao3he2dian4.',
);
// prettier-ignore
ffmpeg('-loop', '1', '-i', path.join(target, 'palace-plan.png'), '-i', at('plan.wav'), '-vf', 'scale=480:-2', '-r', '5',
  '-c:v', 'libx264', '-preset', 'veryslow', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '32k', '-shortest', '-movflags', '+faststart',
  path.join(target, 'palace-plan.mp4'));

const bundle = {
  '01 讲解词范文.docx': 'palace.docx',
  '02 知识点清单.xlsx': 'points.xlsx',
  '03 朗读注意事项.txt': 'reading.txt',
};
const entries = Object.entries(bundle).map(([name, file]) => [
  `期末复习资料/${name}`,
  new Uint8Array(readFileSync(path.join(target, file))),
]);
writeFileSync(path.join(target, 'review.zip'), zipSync(Object.fromEntries(entries), { level: 9 }));

rmSync(scratch, { recursive: true, force: true });
execFileSync('ls', ['-la', target], { stdio: 'inherit' });
