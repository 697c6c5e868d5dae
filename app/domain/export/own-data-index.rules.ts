import type { OwnData, OwnFile } from './own-data.queries.server';

/** Text as it stands in a page: whatever a student or teacher wrote stays text. */
export function escapeHtml(value: string | number | boolean | null | undefined): string {
  return String(value ?? '').replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

const STYLE =
  'body{max-width:60em;margin:2em auto;padding:0 1em;font:16px/1.7 "Microsoft YaHei","PingFang SC","Noto Sans CJK SC",sans-serif}' +
  'table{border-collapse:collapse;width:100%;margin:.5em 0 1.5em}th,td{border:1px solid #ccd;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
  'h2{margin-top:2em;border-bottom:2px solid #16724a}pre{white-space:pre-wrap;font:inherit;margin:0}';

type Cell = string | number | boolean | null | undefined | { html: string };

function table(head: string[], rows: Cell[][]): string {
  if (rows.length === 0) return '<p>没有记录。</p>';
  const cell = (value: Cell) =>
    typeof value === 'object' && value !== null ? value.html : `<pre>${escapeHtml(value)}</pre>`;
  const body = rows.map((row) => `<tr>${row.map((value) => `<td>${cell(value)}</td>`).join('')}</tr>`).join('');
  return `<table><thead><tr>${head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')}</tr></thead><tbody>${body}</tbody></table>`;
}

const CLOSED_NOTE =
  '现在有考试正在进行，考试中的题目没有装进来：这些题的作答、录音、照片和对错，以及有关的作品、评论和提问，考试全部结束后再导出就有。';

/** The readable page of an export: what the JSON files say, with links to the student's recordings and photos. */
export function ownDataIndex(
  data: OwnData,
  { files, leftOut }: { files: OwnFile[]; leftOut: number },
  about: { school: string; madeAt: string },
): string {
  const paths = new Map(files.map((file) => [file.id, file.path]));
  const linksTo = (ids: string[]): Cell => ({
    html: ids
      .flatMap((id) => paths.get(id) ?? [])
      .map((path) => `<a href="${escapeHtml(encodeURI(path))}">${escapeHtml(path.split('/').pop())}</a>`)
      .join('<br>'),
  });
  const sections = [
    '<h2>个人信息</h2>' +
      table(
        ['项目', '内容'],
        [
          ['账号', data.profile.account],
          ['姓名', data.profile.name],
          ['性别', data.profile.gender],
          ['班级', data.profile.className],
          ['手机号', data.profile.phone],
          ['邮箱', data.profile.email],
          ['地区', data.profile.region],
        ],
      ),
    '<h2>考试</h2>' + (data.exams.length === 0 ? '<p>没有记录。</p>' : data.exams.map(examHtml).join('')),
    '<h2>练习</h2>' +
      table(
        ['时间', '题目', '我的答案', '对错', '自评', '备注', '文件'],
        data.practices.map((one) => [
          one.at,
          one.question ?? '（题目已不可见）',
          one.answerText,
          one.isRight === null ? '' : one.isRight ? '正确' : '错误',
          one.selfRating,
          one.note,
          linksTo(one.files),
        ]),
      ),
    '<h2>错题本</h2>' +
      table(
        ['最近', '题目', '题型', '来源', '答错', '连对', '现在'],
        data.wrong.map((one) => [
          one.at,
          one.question,
          one.kind,
          one.from,
          `${one.wrong} 次`,
          one.streak,
          one.hasLeft ? '已离开' : '在错题本',
        ]),
      ),
    '<h2>我的题目</h2>' +
      table(
        ['题号', '题库', '题型', '题目', '内容', '目录', '修改时间'],
        data.questions.map((one) => [
          one.number,
          one.bank,
          one.kind,
          one.isDeleted ? `${one.title}（已删除，在回收站）` : one.title,
          one.text,
          one.directory,
          one.at,
        ]),
      ),
    '<h2>我的目录</h2>' +
      table(
        ['题库', '目录'],
        data.directories.map((one) => [one.bank, one.path]),
      ),
    '<h2>作品</h2>' +
      table(
        ['时间', '标题', '来自', '说明', '状态', '点赞'],
        data.works.map((one) => [
          one.at,
          one.title,
          one.of,
          one.description,
          one.reason === '' ? one.state : `${one.state}：${one.reason}`,
          one.likes,
        ]),
      ),
    '<h2>评论</h2>' +
      table(
        ['时间', '作品', '评论', '状态'],
        data.comments.map((one) => [
          one.at,
          one.work,
          one.text,
          one.reason ? `${one.state}：${one.reason}` : one.state,
        ]),
      ),
    '<h2>师生互动</h2>' +
      (data.threads.length === 0
        ? '<p>没有记录。</p>'
        : data.threads
            .map(
              (thread) =>
                `<h3>${escapeHtml(thread.title)}</h3>` +
                table(
                  ['时间', '谁', '内容', '文件'],
                  thread.posts.map((post) => [post.at, post.by, post.text, linksTo(post.files)]),
                ),
            )
            .join('')),
    '<h2>消息</h2>' +
      table(
        ['时间', '类型', '标题', '内容'],
        data.messages.map((one) => [one.at, one.kind, one.title, one.body]),
      ),
    `<h2>录音和照片</h2><p>共 ${files.length} 个${leftOut > 0 ? `；文件太大，另有较早的 ${leftOut} 个没有装进来，请向老师索取` : ''}。</p>` +
      table(
        ['文件'],
        files.map((file) => [linksTo([file.id])]),
      ),
  ];
  function examHtml(exam: OwnData['exams'][number]): string {
    const head = `<h3>${escapeHtml(exam.name)}</h3><p>出卷：${escapeHtml(exam.teacher)}</p>`;
    if (!exam.isReleased) {
      const rows = exam.handedIn.map(({ part, receipt }) => [part, receipt?.code ?? '没有交卷', receipt?.submittedAt]);
      return `${head}<p>成绩还没有公布。</p>${table(['部分', '回执', '交卷时间'], rows)}`;
    }
    const parts = exam.parts.map((part) => {
      const comments = part.comments.map(
        (one) => `<p>评语（${escapeHtml(one.examiner)}）：${escapeHtml(one.text)}</p>`,
      );
      const rows = part.items.map((item): Cell[] => [
        item.position,
        item.title,
        item.answer,
        item.shown,
        [...item.comments, ...item.notes.map((note) => `第 ${note.second} 秒：${note.text}`)].join('\n'),
        linksTo(item.files),
      ]);
      const earned = part.earned === null ? '' : `（得 ${part.earned} / ${part.fullPoints ?? ''} 分）`;
      return `<h4>${escapeHtml(part.part)}：${escapeHtml(part.shown + earned)}</h4>${comments.join('')}${table(['题', '题目', '我的答案', '得分', '评语', '文件'], rows)}`;
    });
    return `${head}<p>${exam.isInGrades ? '总评' : '总分'}：${escapeHtml(exam.shown)}</p>${parts.join('')}`;
  }
  const title = `${data.profile.name} 的数据`;
  return `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about.school)}，导出于 ${escapeHtml(about.madeAt)}。只有您自己的数据；还没有公布的成绩不在里面。“数据”文件夹里是同样内容的 JSON 文件。${data.isPartlyClosed ? CLOSED_NOTE : ''}</p>${sections.join('')}</body></html>`;
}
