import { zipSync, type Zippable } from 'fflate';
import type { FilePicture, OutgoingQuestion, WriteQuestions } from './format.rules';
import { distinctNames } from './media.server';
import { writeOwn } from './qti-own.server';
import { breathe } from './parsed-fields.server';
import { QtiItemWriter } from './qti-item-write.server';
import { escapeAttribute, escapeXml } from './xml.server';

/** A QTI 2.2 package: a manifest, one item per question and the media. What QTI cannot say is in the metadata. */
export const writeQti: WriteQuestions = async (questions, { title }) => {
  const entries: Zippable = {};
  const resources: string[] = [];
  for (const [index, question] of questions.entries()) {
    const identifier = `q${String(index + 1).padStart(4, '0')}`;
    const media = mediaOf(question, identifier);
    const addresses = media.map(({ path }) => `../${encodePath(path)}`);
    const item = new QtiItemWriter(question, identifier, {
      pictures: addresses.slice(0, question.pictures.length),
      audio: question.audio ? (addresses[question.pictures.length] ?? null) : null,
    });
    entries[`items/${identifier}.xml`] = Buffer.from(item.write(), 'utf8');
    // Pictures and sound are packed already.
    for (const { path, file } of media) entries[path] = [file.bytes, { level: 0 }];
    resources.push(resource(question, identifier, item.interaction(), media));
    await breathe(index + 1, questions.length);
  }
  entries['imsmanifest.xml'] = Buffer.from(manifest(title, resources), 'utf8');
  return { bytes: Buffer.from(zipSync(entries, { level: 6 })), extension: 'zip', mime: 'application/zip' };
};

type Media = { path: string; file: FilePicture }[];

function mediaOf(question: OutgoingQuestion, identifier: string): Media {
  const files = [...question.pictures, ...(question.audio ? [question.audio] : [])];
  const names = distinctNames(files);
  return files.map((file, index) => ({ path: `media/${identifier}/${names[index] ?? ''}`, file }));
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

const DIFFICULTIES: Record<number, string> = { 1: 'easy', 2: 'medium', 3: 'difficult' };

function resource(question: OutgoingQuestion, identifier: string, interaction: string, media: Media): string {
  const text = (content: string) => `<imsmd:string language="zh-CN">${escapeXml(content)}</imsmd:string>`;
  const keywords = question.keyPoints.map((word) => `<imsmd:keyword>${text(word)}</imsmd:keyword>`).join('');
  const difficulty = DIFFICULTIES[question.level] ?? 'medium';
  return `    <resource identifier="${identifier}" type="imsqti_item_xmlv2p2" href="items/${identifier}.xml">
      <metadata>
        <imsmd:lom>
          <imsmd:general><imsmd:title>${text(question.title)}</imsmd:title>${keywords}</imsmd:general>
          <imsmd:educational><imsmd:difficulty><imsmd:source>LOMv1.0</imsmd:source><imsmd:value>${difficulty}</imsmd:value></imsmd:difficulty></imsmd:educational>
        </imsmd:lom>
        <imsqti:qtiMetadata><imsqti:interactionType>${interaction}</imsqti:interactionType></imsqti:qtiMetadata>
        ${writeOwn(question)}
      </metadata>
      <file href="items/${identifier}.xml"/>
${media.map(({ path }) => `      <file href="${escapeAttribute(encodePath(path))}"/>\n`).join('')}    </resource>
`;
}

function manifest(title: string, resources: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:imsmd="http://ltsc.ieee.org/xsd/LOM" xmlns:imsqti="http://www.imsglobal.org/xsd/imsqti_metadata_v2p2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 http://www.imsglobal.org/xsd/qti/qtiv2p2/qtiv2p2_imscpv1p2_v1p0.xsd http://ltsc.ieee.org/xsd/LOM http://www.imsglobal.org/xsd/imsmd_loose_v1p3p2.xsd http://www.imsglobal.org/xsd/imsqti_metadata_v2p2 http://www.imsglobal.org/xsd/qti/qtiv2p2/imsqti_metadata_v2p2.xsd" identifier="MANIFEST">
  <metadata>
    <schema>QTIv2.2 Package</schema>
    <schemaversion>1.0.0</schemaversion>
    <imsmd:lom><imsmd:general><imsmd:title><imsmd:string language="zh-CN">${escapeXml(title)}</imsmd:string></imsmd:title></imsmd:general></imsmd:lom>
  </metadata>
  <organizations/>
  <resources>
${resources.join('')}  </resources>
</manifest>
`;
}
