import { decodeHtmlEntities } from '~/lib/entities';
import { AppError } from '~/lib/errors';
import { openZip, ZipError, type ZipReader } from '~/lib/zip.server';
import type { FilePicture, IncomingFile } from './format.rules';
import { fileNameOf, type Resolve } from './media.server';
import { decodeXml, descendants, element, elements, parseXml, textContent, type XmlElement } from './xml.server';

/** A QTI file: a package (zip) with a manifest, a zip of items without one, or one bare XML. */

/** One XML file with questions; `problem` instead of `root` when it cannot be read. */
export type QtiFile = {
  name: string;
  root: XmlElement | null;
  problem: string;
  /** Its resource in the manifest. */
  resource: XmlElement | undefined;
};

/** The refusal of an archive with names that would leave it. */
export const UNSAFE_NAME = '压缩文件里有指向包外的文件名（../ 或绝对路径），为了安全没有读取。请检查文件的来源。';

const LIMITS = { entries: 20_000, entryBytes: 24 * 1024 * 1024, totalBytes: 120 * 1024 * 1024 };
/** What a Mac puts into an archive beside its files. */
const OF_MAC = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;
const MEDIA_NAME = /\.(png|jpe?g|gif|webp|bmp|svg|mp3|m4a|wav|ogg|oga|aac|flac|amr|wma|weba)$/i;

export class QtiPackage {
  private constructor(
    private readonly zip: ZipReader | null,
    /** The folder of the manifest, with its slash. */
    private readonly base: string,
    private readonly manifest: XmlElement | undefined,
    private readonly bare: XmlElement | null,
  ) {}

  /** @throws AppError a sentence, when neither a package nor an XML can be read */
  static async open(file: IncomingFile): Promise<QtiPackage> {
    if (file.bytes.subarray(0, 2).toString('latin1') !== 'PK') {
      return new QtiPackage(null, '', undefined, parseXml(decodeXml(file.bytes)));
    }
    return refusing(async () => {
      const zip = openZip(file.bytes, LIMITS);
      const name = zip.names
        .filter((each) => /(^|\/)imsmanifest\.xml$/i.test(each))
        .sort((a, b) => a.length - b.length)[0];
      const bytes = name === undefined ? undefined : await zip.read(name);
      const manifest = bytes && parseXml(decodeXml(bytes));
      return new QtiPackage(zip, name?.replace(/[^/]*$/, '') ?? '', manifest, null);
    });
  }

  /** Files that may hold questions, in the manifest's order. */
  names(): { name: string; resource: XmlElement | undefined }[] {
    if (!this.zip) return [{ name: '', resource: undefined }];
    const listed = descendants(this.manifest, 'resource').flatMap((resource) =>
      [resource.attributes.href, ...elements(resource, 'file').map((file) => file.attributes.href)].flatMap((href) => {
        const name = href === undefined ? null : resolvePath(this.base, href);
        return name !== null && /\.(xml|qti)$/i.test(name) ? [{ name, resource }] : [];
      }),
    );
    const all =
      listed.length > 0
        ? listed
        : this.zip.names
            .filter((name) => /\.(xml|qti)$/i.test(name) && !OF_MAC.test(name))
            .map((name) => ({ name, resource: undefined }));
    const seen = new Set<string>();
    return all.filter(({ name }) => !/imsmanifest\.xml$/i.test(name) && !seen.has(name) && seen.add(name));
  }

  /** @throws AppError when the package as a whole is too large or broken */
  async read({ name, resource }: { name: string; resource: XmlElement | undefined }): Promise<QtiFile> {
    if (this.bare) return { name, root: this.bare, problem: '', resource };
    const bytes = await refusing(async () => this.zip?.read(name));
    if (!bytes) return { name, root: null, problem: `试题包里缺少文件 ${name}。`, resource };
    try {
      return { name, root: parseXml(decodeXml(bytes)), problem: '', resource };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { name, root: null, problem: `${name}：${error.message}`, resource };
    }
  }

  /** Unpacks the pictures and sounds that a file's elements and texts name, so that they can be had at once. */
  async media(file: QtiFile): Promise<Resolve> {
    const folder = file.name.replace(/[^/]*$/, '');
    const found = new Map<string, FilePicture>();
    for (const address of file.root && this.zip ? addressesIn(file.root) : []) {
      for (const path of this.pathsOf(folder, address)) {
        if (found.has(path) || !MEDIA_NAME.test(path)) continue;
        const bytes = await refusing(async () => this.zip?.read(path));
        if (bytes) found.set(path, { name: fileNameOf(path), bytes });
      }
    }
    return (address) => {
      for (const path of this.pathsOf(folder, address)) {
        const file = found.get(path);
        if (file) return file;
      }
      return null;
    };
  }

  /** Media files of a resource in its own order. */
  async mediaOf(resource: XmlElement): Promise<FilePicture[]> {
    const files: FilePicture[] = [];
    for (const { attributes } of elements(resource, 'file')) {
      const path = resolvePath(this.base, attributes.href ?? '');
      if (path === null || !MEDIA_NAME.test(path)) continue;
      const bytes = await refusing(async () => this.zip?.read(path));
      if (bytes) files.push({ name: fileNameOf(path), bytes });
    }
    return files;
  }

  /** Where an address may be: beside its file; Canvas names its files from a folder of their own. */
  private pathsOf(folder: string, address: string): string[] {
    const canvas = /^(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)\/?(.*)$/i.exec(address)?.[1];
    const paths =
      canvas === undefined
        ? [resolvePath(folder, address)]
        : [resolvePath(`${this.base}web_resources/`, canvas), resolvePath(this.base, canvas)];
    return paths.filter((path): path is string => path !== null);
  }
}

/** A relative address from a folder as a name in the archive; null for one that leaves it or is none. */
export function resolvePath(folder: string, address: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(address.replace(/[?#].*$/, ''));
  } catch {
    return null;
  }
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/|\\|\u0000/i.test(path)) return null;
  const parts = folder.split('/').filter((part) => part !== '');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function addressesIn(node: XmlElement): string[] {
  const own = ['src', 'data', 'href', 'uri'].flatMap((name) => node.attributes[name] ?? []);
  const typed = node.children.flatMap((child) =>
    typeof child === 'string'
      ? [...child.matchAll(/\b(?:src|href|data)\s*=\s*["']([^"'<>]{1,500})["']/gi)].map((match) =>
          decodeHtmlEntities(match[1] ?? ''),
        )
      : addressesIn(child),
  );
  return [...own, ...typed];
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.reason === 'too_large') {
      throw new AppError('too_large', '试题包解开后太大，没有读取。请分成几个包导出后再导入。');
    }
    if (error.reason === 'unsafe_name') {
      throw new AppError(
        'invalid',
        '试题包里有指向包外的文件名（../ 或绝对路径），为了安全没有读取。请检查文件的来源。',
      );
    }
    throw new AppError('unsupported_type', '无法打开这个试题包，它可能已损坏或加了密码。请重新导出后再试。');
  }
}

/** What the manifest says of a resource in the LOM vocabulary. */
export function readLom(resource: XmlElement | undefined): { keyPoint: string[]; level: number | undefined } {
  const lom = descendants(element(resource, 'metadata'), 'lom')[0];
  const keyPoint = elements(element(lom, 'general'), 'keyword')
    .map((keyword) => textContent(keyword).trim())
    .filter((word) => word !== '');
  const difficulty = element(element(element(lom, 'educational'), 'difficulty'), 'value');
  return { keyPoint, level: levelOf(textContent(difficulty)) };
}

/** A level of ours for a difficulty in words or as a share from 0 (easy) to 1. */
export function levelOf(difficulty: string): number | undefined {
  const word = difficulty.trim().toLowerCase();
  if (/^(very )?easy$/.test(word)) return 1;
  if (word === 'medium') return 2;
  return /^(very )?(difficult|hard)$/.test(word) ? 3 : undefined;
}
