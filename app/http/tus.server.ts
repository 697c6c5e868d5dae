import { FileStore } from '@tus/file-store';
import { MemoryLocker, Server, type ServerOptions, type Upload } from '@tus/server';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { logEvent } from '~/lib/log.server';

/** What the route says about uploads in resumable parts (the tus protocol, https://tus.io). */
export type TusRules = {
  /** The address that creates uploads; an upload is below it. */
  path: string;
  /** Where they stand while they arrive. */
  directory: string;
  /**
   * Refuses an upload by throwing, else gives the metadata that is kept with it, and what hears that it stands on the
   * disk, by its id, or never will.
   */
  admit: (upload: {
    /** Undefined while it is not known: of a recording that is being made. */
    size: number | undefined;
    metadata: Record<string, string | null | undefined>;
  }) => Promise<{ metadata: Record<string, string>; arrived: (id?: string) => void }>;
  /** What an upload of a length not known at its start may come to. */
  maxOpenBytes: number;
  /** Throws unless the asker may see the upload or, with a part that comes, go on with it. */
  check: (id: string, isPart: boolean) => Promise<unknown>;
};

// A part of one upload at a time. Two processes may write the same part at once: the same bytes to the same place.
const locker = new MemoryLocker();

/** What the library refuses by status, for whoever reads it: a program, or a person over its shoulder. */
const REFUSALS: Record<number, string> = {
  404: '没有这次上传，请重新开始。',
  409: '已收到的长度与 Upload-Offset 不一致，请先用 HEAD 取得长度再续传。',
  410: '这次上传已经不在，请重新开始。',
  412: '请求要带 Tus-Resumable: 1.0.0。',
  413: '文件超过大小上限。',
  500: '文件没有收下，请再试一次。',
};
const HAN = /\p{Script=Han}/u;
const NOT_TUS = '续传请求不符合 tus 协议：请检查 Upload-Length、Upload-Offset、Upload-Metadata 和 Content-Type。';

/** Answers one request of the protocol: POST creates, HEAD says how much is there, PATCH adds a part. */
export async function answerTus(request: Request, rules: TusRules): Promise<Response> {
  const { path, directory, maxOpenBytes } = rules;
  let arrived: ((id?: string) => void) | undefined;
  const options: ServerOptions & { datastore: FileStore } = {
    path,
    datastore: new TellingStore({ directory }, (id) => arrived?.(id)),
    locker,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: newUuid,
    // What states its length is judged by it when it begins.
    maxSize: (request) => (request.method === 'PATCH' ? maxOpenBytes : 0),
    onUploadCreate: async (_request, { size, metadata = {} }) => {
      const admitted = await rules.admit({ size, metadata });
      arrived = admitted.arrived;
      return { metadata: admitted.metadata };
    },
    onIncomingRequest: async (_request, id) => {
      if (request.method !== 'POST') await rules.check(id, request.method === 'PATCH');
    },
    onResponseError: (_request, error) => {
      if (error instanceof AppError) return { status_code: error.status, body: error.message };
      const { status_code: status } = error as { status_code?: number };
      if (status === undefined) logEvent('error', 'upload', { error: String(error) });
      return { status_code: status ?? 500, body: REFUSALS[status ?? 500] ?? NOT_TUS };
    },
  };
  // Kept here, where nothing of the protocol needs more: no reading back, no length that comes with a part.
  if (!['POST', 'HEAD', 'PATCH'].includes(request.method)) throw new AppError('method_not_allowed', '请求方法不支持');
  if (request.method !== 'POST' && request.headers.has('Upload-Length')) {
    throw new AppError('invalid', '文件的大小请用 uploadDone 说明。');
  }
  try {
    return inChinese(await new Server(options).handleWeb(request));
  } finally {
    arrived?.();
  }
}

/** The library looks at the headers before it asks for words of ours, and has its own. */
async function inChinese(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  if (status < 400) return answer;
  const said = await answer.text();
  const text = said === '' || HAN.test(said) ? said : (REFUSALS[status] ?? NOT_TUS);
  headers.delete('Content-Length');
  return new Response(text, { status, headers });
}

/** Says when an upload stands on the disk, before any byte of it comes. */
class TellingStore extends FileStore {
  constructor(
    options: ConstructorParameters<typeof FileStore>[0],
    private readonly tell: (id: string) => void,
  ) {
    super(options);
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    this.tell(created.id);
    return created;
  }
}
