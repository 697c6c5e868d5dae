import type { MoodlePen } from '../kinds/kind-formats';
import { formatsOf } from '../kinds/kinds.formats.server';
import { mainText, toSnapshot } from '../question.rules';
import { unplacedPictures } from '../rich-text.rules';
import type { FilePicture, OutgoingQuestion, WriteQuestions } from './format.rules';
import { textToHtml, type HtmlOptions } from './html-text.server';
import { distinctNames } from './media.server';
import { tagsOf } from './own-tags.server';
import { breathe, writeCategoryPath } from './parsed-fields.server';
import { cdata, escapeXml } from './xml.server';

/** Moodle XML, pictures and sounds inside. What Moodle has no place for goes into tags, which it keeps. */
export const writeMoodle: WriteQuestions = async (questions) => {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'];
  let path = '';
  for (const [index, question] of questions.entries()) {
    const next = writeCategoryPath(question.directories);
    if (next !== path) {
      parts.push(`<question type="category">\n  <category><text>${escapeXml(next)}</text></category>\n</question>\n`);
    }
    path = next;
    parts.push(new Writer(question).write());
    await breathe(index + 1, questions.length);
  }
  parts.push('</quiz>\n');
  return { bytes: Buffer.from(parts.join(''), 'utf8'), extension: 'xml', mime: 'application/xml' };
};

class Writer {
  private readonly pictureNames: string[];
  private readonly options: HtmlOptions;

  constructor(private readonly question: OutgoingQuestion) {
    this.pictureNames = distinctNames([...question.pictures, ...(question.audio ? [question.audio] : [])]);
    const pictures = question.pictures.map((_, index) => addressOf(this.pictureNames[index] ?? ''));
    this.options = { pictures, hasStyles: true };
  }

  write(): string {
    const { question } = this;
    const tags = tagsOf(question, { hasPoints: true, hasBlanks: true });
    const lines = [
      `<question type="${formatsOf(question).moodleType}">`,
      `<name><text>${escapeXml(question.title)}</text></name>`,
      this.field('questiontext', this.stem(), this.allFiles()),
      this.rich('generalfeedback', question.bank === 'theory' ? question.body.analysis : ''),
      `<defaultgrade>${question.points}</defaultgrade>`,
      '<penalty>0</penalty>',
      '<hidden>0</hidden>',
      ...formatsOf(question).moodleAnswers(question, this.pen),
      `<tags>${tags.map((tag) => `<tag><text>${escapeXml(tag)}</text></tag>`).join('')}</tags>`,
    ];
    return `${lines.join('\n  ')}\n</question>\n`;
  }

  private stem(): string {
    const { question, options } = this;
    const unplaced = unplacedPictures(toSnapshot(question)).map((id) => question.imageIds.indexOf(id));
    const after = [...unplaced.map((index) => `<img src="${escapeXml(options.pictures[index] ?? '')}" alt="" />`)].join(
      ' ',
    );
    const audio = question.audio ? this.pictureNames[question.pictures.length] : undefined;
    return [
      audio === undefined ? '' : `<p><audio controls="controls"><source src="${addressOf(audio)}" /></audio></p>`,
      `<p>${this.stemHtml()}</p>`,
      after === '' ? '' : `<p class="kp-pictures">${after}</p>`,
    ].join('');
  }

  private stemHtml(): string {
    const { question, pen } = this;
    return formatsOf(question).moodleStem?.(question, pen) ?? pen.html(mainText(question));
  }

  private get pen(): MoodlePen {
    return {
      html: (text, escape) => textToHtml(text, escape ? { ...this.options, escape } : this.options),
      answer: (fraction, text) => this.answer(fraction, text),
      essay: (grader, attachments) => this.essay(grader, attachments),
    };
  }

  private essay(grader: string, attachments: number): string[] {
    return [
      '<responseformat>editor</responseformat>',
      '<responserequired>0</responserequired>',
      '<responsefieldlines>15</responsefieldlines>',
      `<attachments>${attachments}</attachments>`,
      '<attachmentsrequired>0</attachmentsrequired>',
      this.rich('graderinfo', grader),
    ];
  }

  private answer(fraction: number, text: string): string {
    return `<answer fraction="${fraction}" format="html">${this.content(textToHtml(text, this.options), this.filesOf(text))}</answer>`;
  }

  /** A field of one text, with the files that it shows. */
  private rich(name: string, text: string): string {
    return this.field(name, textToHtml(text, this.options), this.filesOf(text));
  }

  private field(name: string, html: string, files: string): string {
    return `<${name} format="html">${this.content(html, files)}</${name}>`;
  }

  private content(html: string, files: string): string {
    return `<text>${html === '' ? '' : cdata(html)}</text>${files}`;
  }

  private filesOf(text: string): string {
    const { pictures } = this.question;
    const html = textToHtml(text, this.options);
    const isShown = (index: number) => html.includes(`src="${escapeXml(this.options.pictures[index] ?? '')}"`);
    return pictures.flatMap((picture, index) => (isShown(index) ? [this.file(index, picture)] : [])).join('');
  }

  /** Every file of the question, in order: Moodle looks for those of its text here, and so does the way back. */
  private allFiles(): string {
    const { pictures, audio } = this.question;
    return [...pictures, ...(audio ? [audio] : [])].map((file, index) => this.file(index, file)).join('');
  }

  private file(index: number, { bytes }: FilePicture): string {
    const name = escapeXml(this.pictureNames[index] ?? '');
    return `<file name="${name}" path="/" encoding="base64">${Buffer.from(bytes).toString('base64')}</file>`;
  }
}

function addressOf(name: string): string {
  return `@@PLUGINFILE@@/${encodeURIComponent(name)}`;
}
