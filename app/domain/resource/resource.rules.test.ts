import { expect, test } from 'vitest';
import { previewOf, resourceFileName, resourceKindOf } from '~/domain/file/resource-types.rules';
import { audienceText, downloadName, mayReadResource, titleOf } from './resource.rules';
import { editResourceSchema, openResourcesSchema, uploadResourcesSchema } from './resource.schema';

test.each([
  ['教案.pdf', 'application/pdf', '教案.pdf'],
  ['课件.exe', 'application/pdf', '课件.pdf'],
  ['第1.2章', 'application/pdf', '第1.2章.pdf'],
  ['说明.MD', 'text/plain', '说明.MD'],
  ['名单.wps', 'application/msword', '名单.wps'],
  ['录像.mp4', 'audio/mp4', '录像.mp4'],
  ['', 'application/zip', '资源.zip'],
  ['con.txt', 'text/plain', '资源con.txt'],
  ['上/下 "册" <1>?.pdf', 'application/pdf', '上_下 _册_ _1__.pdf'],
  ['甲\u202e\u0000\nfdp.exe', 'application/pdf', '甲fdp.pdf'],
  ['😀导游.png', 'image/png', '😀导游.png'],
  ['结尾. .pdf', 'application/pdf', '结尾.pdf'],
])('%s of %s is kept as %s', (name, mime, expected) => {
  expect(resourceFileName(name, mime)).toBe(expected);
});

test('a long name is cut between characters and fits a file system', () => {
  for (const name of ['导'.repeat(300), '😀'.repeat(150)]) {
    const kept = resourceFileName(`${name}.pdf`, 'application/pdf');
    expect(Buffer.byteLength(kept)).toBeLessThan(255);
    expect(kept).toMatch(/….pdf$/u);
    expect(kept).not.toMatch(/[\ud800-\udfff](?![\ud800-\udfff])(?<![\ud800-\udfff]{2})/);
  }
});

test('the title is the name without its ending; a download goes by the title of today', () => {
  expect(titleOf('导游词 1.2.docx')).toBe('导游词 1.2');
  expect(titleOf('无扩展名')).toBe('无扩展名');
  expect(downloadName({ title: '上/下册', fileName: '旧名.pdf', mime: 'application/pdf' })).toBe('上_下册.pdf');
  expect(downloadName({ title: 'run.exe', fileName: '旧名.pdf', mime: 'application/pdf' })).toBe('run.exe.pdf');
});

test('nothing that a browser would run is ever shown', () => {
  for (const mime of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'application/msword', 'text/xml']) {
    expect(previewOf(mime)).toBeNull();
  }
  expect(previewOf('application/pdf')).toBe('pdf');
  expect(previewOf('text/csv')).toBe('text');
  expect(resourceKindOf('video/mp4')).toBe('video');
});

test('closed ones are their owner’s; open ones teachers’ and their audience’s', () => {
  const one = { ownerId: 1, isOpen: true, audience: 'class', classroomIds: [7] } as const;
  const who = (id: number, userType: number, classroomId: number | null) => ({
    ...{ id, userType, classroomId, account: '', name: '', isAdmin: false, address: '' },
  });
  expect(mayReadResource(who(2, 1, null), one)).toBe(true);
  expect(mayReadResource(who(3, 2, 7), one)).toBe(true);
  expect(mayReadResource(who(4, 2, 8), one)).toBe(false);
  expect(mayReadResource(who(5, 2, null), { ...one, audience: 'all' })).toBe(true);
  expect(mayReadResource(who(3, 2, 7), { ...one, isOpen: false })).toBe(false);
  expect(mayReadResource(who(1, 1, null), { ...one, isOpen: false })).toBe(true);
  expect(audienceText({ audience: 'class', classNames: ['甲班', '乙班'] })).toBe('甲班、乙班');
});

test('inputs', () => {
  const upload = uploadResourcesSchema.safeParse({ audience: 'class' });
  expect(upload.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
    ['classIds', '请勾选班级'],
  ]);
  expect(uploadResourcesSchema.parse({ audience: 'all', classIds: '3', isOpen: 'on' })).toMatchObject({
    classIds: [],
    isOpen: true,
    notify: false,
    fileIds: [],
  });
  expect(uploadResourcesSchema.safeParse({ audience: 'all', fileIds: '../../etc/passwd' }).success).toBe(false);
  expect(editResourceSchema.parse({ id: '1', title: ' 甲\u202e乙\u0007 ', audience: 'all' }).title).toBe('甲乙');
  expect(editResourceSchema.safeParse({ id: '1', title: '\u200b', audience: 'all' }).success).toBe(false);
  expect(openResourcesSchema.parse({ ids: '1,2', open: '0' })).toEqual({ ids: [1, 2], open: false });
  expect(openResourcesSchema.parse({ ids: [1], open: 1 }).open).toBe(true);
  expect(openResourcesSchema.safeParse({ ids: '1', open: 'x' }).success).toBe(false);
});
