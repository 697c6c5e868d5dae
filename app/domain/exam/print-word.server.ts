import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { loadFiles } from '~/domain/question-bank/question-files.server';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { asBuffer } from '~/lib/buffers.server';
import { AppError } from '~/lib/errors';
import { inThread } from '~/lib/threads.server';
import type { writePaper } from './paper-docx.server';
import { getPrintedExam, listPrintedPapers } from './print.queries.server';
import { paperTitle, papersOf } from './print.rules';
import type { WordInput } from './print.schema';

/**
 * The papers of an own exam, or their key, as a Word file in the state they would be printed in.
 * @throws AppError as getOwnExam; invalid while there are no questions, too_large with too many pictures
 */
export async function exportPaper(
  actor: Actor,
  input: WordInput,
  now: number,
): Promise<{ bytes: Buffer; name: string; mime: string }> {
  const all = await listPrintedPapers(actor, input.id);
  const papers = papersOf(all, input.part);
  const exam = await getPrintedExam(actor, input.id);
  if (papers.length === 0) throw new AppError('invalid', '试卷里还没有题。请选好题以后再下载。');
  const examName = exam.name === '' ? '未命名的考试' : exam.name;
  const questions = papers.flatMap((paper) => [...paper.questions, ...paper.pools.flatMap(({ items }) => items)]);
  // What is only heard has no place on paper.
  const pictured = questions.map(({ imageIds }) => ({ imageIds, body: {} }));
  const file = await inThread<typeof writePaper>(
    'files',
    'writePaper',
    {
      title: examName,
      schoolName: (await getSchool()).name,
      withAnswers: input.what === 'key',
      size: input.size,
      lines: input.lines,
      papers: papers.map((paper) => ({ ...paper, title: paperTitle(examName, paper.part, all.length) })),
      pictures: await loadFiles(pictured, '请先换上小一些的图片，或用“打印”。'),
    },
    { overLimit: '试卷太大，没有做成 Word。请用“打印”，或把试卷分成几场考试。' },
  );
  await transaction(() =>
    recordAudit(
      actor,
      { action: 'exam.export', entity: 'exam', entityId: exam.id, detail: { what: input.what, size: input.size } },
      now,
    ),
  );
  const kind = input.what === 'key' ? '答案与评分要点' : '试卷';
  const [only] = papers;
  const named = papers.length === 1 && only ? paperTitle(examName, only.part, all.length) : examName;
  return { bytes: asBuffer(file.bytes), mime: file.mime, name: `${named}${kind}.${file.extension}` };
}
