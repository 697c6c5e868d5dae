import {
  AlignmentType,
  Footer,
  ImageRun,
  LineRuleType,
  Math as WordMath,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
  Document,
  type IPropertiesOptions,
  type ParagraphChild,
} from 'docx';
import sharp from 'sharp';
import { wordFormula } from './docx-formulas.server';
import { typedTex } from './docx-typed.server';
import type { FilePicture, WrittenFile } from './format.rules';
import { REMARK } from './text-labels';

/** What every Word file is drawn with, a bank's export and an exam's paper: fonts, pictures, formulas, pages. */

const MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Widest picture, in pixels at 96 to the inch: a text column of A4. */
const MAX_WIDTH = 420;
const MAX_HEIGHT = 360;

type Drawn = { type: 'png' | 'jpg'; data: Buffer; width: number; height: number };
type Images = Map<FilePicture, Drawn>;

/** What is known while one file is drawn. */
export type DocxContext = {
  images: Images;
  /** Our own reader is told by hidden marks what is nothing but text. */
  isMarked: boolean;
  /** Formulas that Word has no form for. */
  typed: Set<string>;
};

/** The file of these sections, each with the number of its page at its foot. */
export async function packDocx(title: string, sections: IPropertiesOptions['sections']): Promise<WrittenFile> {
  const document = new Document({
    title,
    creator: '',
    styles: {
      default: {
        document: {
          run: { size: 21, font: { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' } },
          // Without its rule some programs take the height as exact and cut what is higher: pictures, formulas.
          paragraph: { spacing: { line: 320, lineRule: LineRuleType.AUTO } },
        },
      },
    },
    sections: sections.map((section) => ({ ...section, footers: { default: new Footer({ children: [pageLine()] }) } })),
  });
  return { bytes: await Packer.toBuffer(document), extension: 'docx', mime: MIME };
}

/** Each section counts its own pages. */
const pageLine = () =>
  new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [
      new TextRun({
        children: ['第 ', PageNumber.CURRENT, ' 页　共 ', PageNumber.TOTAL_PAGES_IN_SECTION, ' 页'],
        size: 18,
      }),
    ],
  });

/** As many are named. */
const MAX_NAMED = 20;

/** What became of formulas that could not be written; our reader passes over it. */
export function formulaRemarks({ typed }: DocxContext): Paragraph[] {
  if (typed.size === 0) return [];
  const names = [...typed].slice(0, MAX_NAMED).join('　');
  const text = `${REMARK}有 ${typed.size} 种公式 Word 写不出，照打出来的样子写成 $…$，请在 Word 里改好：${names}`;
  return [
    new Paragraph({ spacing: { before: 240 }, children: [new TextRun({ text: withoutControls(text), size: 18 })] }),
  ];
}

/** A picture in its place; null for one that cannot be read. */
export function drawPicture(picture: FilePicture | undefined, { images }: DocxContext): ParagraphChild[] | null {
  const image = picture && images.get(picture);
  if (!image) return null;
  const { type, data, width, height } = image;
  return [new ImageRun({ type, data, transformation: { width, height } })];
}

/** A formula of Word's; what is read back is the TeX it was typed as, for as long as nobody changes it there. */
export function drawFormula(tex: string, { isMarked, typed }: DocxContext): ParagraphChild[] | null {
  const formula = wordFormula(withoutControls(tex));
  if (!formula) {
    typed.add(`$${tex}$`);
    return null;
  }
  const math = new WordMath({ children: formula.parts });
  if (!isMarked || formula.tex === tex) return [math];
  return [math, new TextRun({ text: withoutControls(typedTex(tex, formula.tex)), vanish: true, noProof: true })];
}

/** XML cannot carry these. */
export const withoutControls = (text: string) => text.replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '');

/** Every picture in a form that Word draws, with the size it is drawn in; what cannot be read is left out. */
export async function readImages(pictures: FilePicture[]): Promise<Images> {
  const images: Images = new Map();
  for (const picture of pictures) {
    const image = await readImage(picture);
    if (image) images.set(picture, image);
  }
  return images;
}

async function readImage({ bytes }: FilePicture): Promise<Drawn | null> {
  try {
    const { format, width, height } = await sharp(bytes).metadata();
    if (!width || !height) return null;
    const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    if (format === 'jpeg') return { type: 'jpg', data: Buffer.from(bytes), ...size };
    if (format === 'png') return { type: 'png', data: Buffer.from(bytes), ...size };
    return { type: 'png', data: await sharp(bytes).png().toBuffer(), ...size };
  } catch {
    return null;
  }
}
