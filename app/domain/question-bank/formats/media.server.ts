import type { FilePicture, ParsedQuestion } from './format.rules';
import { addNote } from './parsed-fields.server';
import { shortAddress, type TextSink } from './text-builder.server';

/** What a file holds under an address; null when there is nothing. */
export type Resolve = (source: string) => FilePicture | null;

/** Collects the pictures and the sound that the texts of one question refer to. */
export class Media implements TextSink {
  resolve: Resolve = () => null;

  constructor(private readonly parsed: ParsedQuestion) {}

  picture(source: string): number | null {
    const file = this.find(source, '图片');
    return file && this.add(file);
  }

  /** Takes a picture in and returns its place; the same one twice has one place. */
  add(file: FilePicture): number {
    const { pictures } = this.parsed;
    const known = pictures.findIndex((each) => each.name === file.name && Buffer.compare(each.bytes, file.bytes) === 0);
    return known >= 0 ? known : pictures.push(file) - 1;
  }

  audio(source: string): void {
    const file = this.find(source, '音频');
    if (!file) return;
    const { audio } = this.parsed;
    if (audio === null) this.parsed.audio = file;
    else if (Buffer.compare(audio.bytes, file.bytes) !== 0) {
      this.note(`一道题只能有一个音频，没有导入：${shortAddress(file.name)}。`);
    }
  }

  note(sentence: string): void {
    addNote(this.parsed, sentence);
  }

  private find(source: string, what: string): FilePicture | null {
    if (/^data:/i.test(source)) {
      const file = readDataUrl(source);
      if (!file) this.note(`有一个${what}的内容已损坏，没有导入。`);
      return file;
    }
    if (/^(https?:)?\/\//i.test(source)) {
      this.note(`外部网址上的${what}没有导入：${shortAddress(source)}。请下载后补上。`);
      return null;
    }
    const file = this.resolve(source);
    if (!file) this.note(`文件里没有这个${what}，或它已损坏：${shortAddress(source)}。`);
    return file;
  }
}

function readDataUrl(source: string): FilePicture | null {
  const comma = source.indexOf(',');
  const match = /^data:(?:image|audio)\/([a-z0-9]+)[^,]{0,100};base64$/i.exec(source.slice(0, Math.max(0, comma)));
  const bytes = match && readBase64(source.slice(comma + 1));
  return bytes ? { name: `内嵌.${(match[1] ?? '').toLowerCase()}`, bytes } : null;
}

/** The bytes of a base64 text; null for one that is none. */
export function readBase64(text: string): Buffer | null {
  const packed = text.replace(/\s+/g, '');
  if (packed === '' || packed.length % 4 === 1 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return null;
  return Buffer.from(packed, 'base64');
}

/** The last part of an address as the name of a file, percent signs resolved. */
export function fileNameOf(address: string): string {
  const path = address.replace(/[?#].*$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Names for the files of one question, in order and each another. */
export function distinctNames(files: FilePicture[]): string[] {
  const names: string[] = [];
  for (const file of files) {
    const clean = file.name.replace(/[\\/:*?"<>|#%\u0000-\u001f]/g, '_').replace(/^\.+/, '_') || '_';
    let name = clean;
    for (let number = 2; names.includes(name); number += 1) name = `${number}-${clean}`;
    names.push(name);
  }
  return names;
}
