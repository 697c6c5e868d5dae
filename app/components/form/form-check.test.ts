import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { addClassroomSchema, editClassroomSchema } from '~/domain/classroom/classroom.schema';
import { promoteSchema } from '~/domain/classroom/school-year.schema';
import { basicsFormSchema } from '~/domain/exam/exam.schema';
import { handOverSchema } from '~/domain/handover/handover.schema';
import { mailSchema, testMailSchema } from '~/domain/mail/mail.schema';
import { importIntentSchema, uploadImportSchema } from '~/domain/question-bank/import.schema';
import { shareDirectoryFormSchema, shareFormSchema } from '~/domain/question-bank/share.schema';
import { editResourceSchema } from '~/domain/resource/resource.schema';
import { eraseSchema } from '~/domain/retention/erase.schema';
import { holdSchema, unholdSchema } from '~/domain/retention/retention.schema';
import { addClassroomsSchema, extendSchema } from '~/domain/room/extend.schema';
import { resitSchema } from '~/domain/room/resit.schema';
import { assignSchema, placeSchema, scanUploadSchema } from '~/domain/scan/scan.schema';
import { applyRemarkSchema } from '~/domain/scoring/correction/remark.schema';
import { editCommentSchema } from '~/domain/scoring/marking/comments.schema';
import { acceptLateSchema } from '~/domain/scoring/marking/late.schema';
import { quickCommentSchema } from '~/domain/scoring/marking/quick-comment.schema';
import { rubricFormSchema } from '~/domain/scoring/marking/rubric.schema';
import { pageSettingSchema } from '~/domain/scoring/release/page-setting.schema';
import { setExaminersSchema } from '~/domain/scoring/sharing-out/share-out.schema';
import { addGroupSchema, editGroupFormSchema } from '~/domain/teaching-group/group.schema';
import { inviteSchema } from '~/domain/user/account-link.schema';
import { schoolExamSchema, schoolWordsSchema } from '~/domain/user/school.schema';
import {
  addStudentSchema,
  classSlipsSchema,
  editStudentSchema,
  importStudentsSchema,
} from '~/domain/user/student.schema';
import { fieldErrorsOf, formDataToObject } from '~/lib/form-values';
import { problemOf, rulesOf, valuesOf } from './form-check';

type Sent = Record<string, string | string[]>;

function formOf(sent: Sent): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(sent)) [value].flat().forEach((each) => form.append(name, each));
  return form;
}

/** What the browser finds. */
async function found(schema: z.ZodTypeAny, form: FormData): Promise<Record<string, string> | null> {
  const values = valuesOf(form, null);
  const { error } = await rulesOf(schema).validate({ values });
  return error ? problemOf(error.fieldErrors, values, [...form.keys()]).fieldErrors : null;
}

/** What the action finds. */
function refused(schema: z.ZodTypeAny, form: FormData): Record<string, string> | null {
  const parsed = schema.safeParse(formDataToObject(form));
  return parsed.success ? null : fieldErrorsOf(parsed.error);
}

const KEY = '0b1f7f0a-6f1f-4b2e-8c7c-2d6a4c7f1a10';
const marks = { ids: ['1', '2'] };

/** Of each form that the browser checks: its schema, what its page sends when one fills in what must be, no more. */
const FORMS: [name: string, schema: z.ZodTypeAny, sent: Sent][] = [
  ['补时给全体', extendSchema, { id: '1', all: '1', scope: 'oral', minutes: '10', reason: '停电' }],
  ['补时给个人', extendSchema, { id: '1', studentIds: '5', scope: 'written', minutes: '10', reason: '停电' }],
  ['增加班级', addClassroomsSchema, { id: '1', clazzIds: ['1', '2'] }],
  [
    '补考',
    resitSchema,
    {
      ...{ id: '1', part: 'written', requestId: KEY, studentIds: '5', countedAttempt: 'last', reason: '缺考' },
      ...{ beginTime: '2026-11-26 09:00', endTime: '2026-11-26 10:00', uploadEndTime: '' },
    },
  ],
  ['扫描', scanUploadSchema, { id: '1' }],
  ['归到学生', assignSchema, { id: '1', fileId: KEY, studentId: '5', page: '1' }],
  ['放入答卷', placeSchema, { id: '1', studentIds: '5' }],
  [
    '第一步',
    basicsFormSchema,
    {
      ...{ then: 'next', id: '', version: '0', requestId: KEY, name: '期中考试', categoryName: '', clazzIds: '1' },
      ...{ testType: '0', oralBeginTime: '2026-11-26 09:00', oralEndTime: '2026-11-26 10:00', oralMinutes: '' },
      ...{ beginTime: '', endTime: '', uploadEndTime: '', writtenMinutes: '', oralWeight: '50', writtenWeight: '50' },
      ...{ instructions: '', thenByScript: '' },
    },
  ],
  [
    '学校的分数线',
    schoolExamSchema,
    { excellentFrom: '86', goodFrom: '70', passFrom: '60', lowFrom: '40', retentionDays: '180' },
  ],
  ['敏感词', schoolWordsSchema, { words: '' }],
  [
    '邮件',
    mailSchema,
    { host: 'smtp.school.cn', port: '465', security: 'tls', user: '', password: '', sender: 'a@school.cn' },
  ],
  ['测试邮件', testMailSchema, { to: 'a@school.cn' }],
  ['保留', holdSchema, { examId: '1', reason: '复查' }],
  ['取消保留', unholdSchema, { examId: '1', reason: '' }],
  ['导入试题', uploadImportSchema, { bank: 'theory', text: '', format: '', dirId: '' }],
  [
    '改好试题',
    importIntentSchema,
    {
      ...{ _intent: 'mend', _form: 'mend3', id: KEY, position: '3', kind: 'single', stem: '题干', answer: 'A' },
      ...{ optionText: ['甲', '乙', ''], analysis: '', points: '' },
    },
  ],
  ['共享', shareFormSchema, { bank: 'theory', ids: '1,2', audience: 'teachers', find: '', right: 'view' }],
  ['共享目录', shareDirectoryFormSchema, { bank: 'theory', dirId: '1', teacherIds: '7', find: '', right: 'view' }],
  ['邀请', inviteSchema, { _intent: 'invite', requestId: KEY, note: '' }],
  ['彻底删除', eraseSchema, { id: '5', reason: 'term', note: '' }],
  ['计入', acceptLateSchema, { kind: 'photo', id: '1', reason: '网络故障' }],
  ['资源', editResourceSchema, { id: '1', title: '课件', audience: 'all' }],
  ['新教研组', addGroupSchema, { name: '英语组', teacherIds: '7', find: '', requestId: KEY }],
  ['教研组', editGroupFormSchema, { id: '1', name: '英语组', find: '' }],
  [
    '升级',
    promoteSchema,
    {
      ...marks,
      ...Object.fromEntries(
        marks.ids.flatMap((id) =>
          [`grade.${id}`, `name.${id}`, `wasGrade.${id}`, `wasName.${id}`].map((name) => [name, '高二']),
        ),
      ),
    },
  ],
  [
    '新学生',
    addStudentSchema,
    { account: '２０２６０１', name: '李明', gender: '', phone: '', email: '', classId: '1', requestId: KEY },
  ],
  [
    '学生',
    editStudentSchema,
    { id: '5', account: '007', name: '李明', gender: '', phone: '', email: '', classId: '1' },
  ],
  ['账号条', classSlipsSchema, { ...marks, id: '1', requestId: KEY }],
  ['导入学生', importStudentsSchema, { _intent: 'upload', classId: '' }],
  ['移交', handOverSchema, { fromId: '7', toId: '8', mark: '' }],
  ['新班级', addClassroomSchema, { name: '1 班', year: '2026', grade: '', teacherIds: '7', requestId: KEY }],
  ['班级', editClassroomSchema, { id: '1', name: '1 班', year: '2026', grade: '', teacherIds: '7' }],
  ['阅卷老师', setExaminersSchema, { examId: '1', part: 'oral' }],
  [
    '更正',
    applyRemarkSchema,
    { examId: '1', itemId: '2', kind: 'credit', reason: '题目有误', expected: '', requestId: KEY },
  ],
  ['改评语', editCommentSchema, { kind: 'overall', scoreId: '1', place: '0', version: '1', text: '' }],
  ['评语库', quickCommentSchema, { _intent: 'save', id: '', text: '很好', part: '' }],
  [
    '评分标准',
    rubricFormSchema,
    {
      ...{ _intent: 'rubric', examId: '1', part: 'oral', version: '0', kind: 'measures', name: '四项' },
      ...{ zqd: '30', lld: '30', wzd: '20', gjc: '20' },
    },
  ],
  [
    '评分设置',
    pageSettingSchema,
    {
      ...{ _intent: 'settings', examId: '1', version: '0', confirm: '', oralWeight: '50', writtenWeight: '50' },
      ...{ arbitrationLimit: '10', countedAttempt: 'last', markedBy: 'all', markingDueAt: '', rowsPerPage: '20' },
      ...{ releaseMode: 'manual', passFrom: '60', goodFrom: '70', excellentFrom: '86', lowFrom: '40' },
      ...{ resultDisplay: 'points', quickComments: '' },
    },
  ],
];

describe('what a page sends when one fills in what must be', () => {
  test.each(FORMS)('%s is let through', async (_, schema, sent) => {
    expect(refused(schema, formOf(sent))).toEqual(null);
    expect(await found(schema, formOf(sent))).toEqual(null);
  });
});

describe('the browser refuses what the action refuses, at the same fields', () => {
  const cases = FORMS.flatMap(([name, schema, sent]) =>
    Object.keys(sent).flatMap((field) =>
      [[], ['', ''], '', '　', '１２', '-1', '字'.repeat(3000), '2026-13-40 99:00'].map(
        (value): [string, string, z.ZodTypeAny, Sent] => [
          name,
          `${field} = ${String(value).slice(0, 8)}`,
          schema,
          { ...sent, [field]: value },
        ],
      ),
    ),
  );

  it('whatever one field says', async () => {
    for (const [name, what, schema, sent] of cases) {
      const form = formOf(sent);
      const [here, there] = [await found(schema, form), refused(schema, form)];
      expect(here && Object.keys(here).sort(), `${name}：${what}`).toEqual(there && Object.keys(there).sort());
      // Of several ways to fill in a field the library says what is wrong with one, zod itself nothing that helps.
      const said = Object.entries(there ?? {}).filter(([, text]) => text !== 'Invalid input');
      expect(here ?? {}, `${name}：${what}`).toMatchObject(Object.fromEntries(said));
    }
  });
});

describe('the shape of what is found', () => {
  it('names with dots stay names, places of a list are said as our fields are called', async () => {
    const schema = z.object({ 'name.1': z.string().min(1, '空'), row: z.array(z.string().min(1, '空行')) });
    const form = formOf({ 'name.1': '', row: ['a', ''] });
    expect(await found(schema, form)).toEqual({ 'name.1': '空', 'row.1': '空行' });
  });

  it('stands in the order of the fields, what belongs to none at the top', () => {
    const problem = problemOf({ b: '二', '': '都不对', a: '一' }, { a: '1' }, ['a', 'b']);
    expect(problem).toEqual({ fieldErrors: { a: '一', b: '二' }, message: '都不对', values: { a: '1' } });
    expect(Object.keys(problem.fieldErrors)).toEqual(['a', 'b']);
  });

  it('the pressed button counts where the browser leaves it out', () => {
    const button = { name: 'then', value: 'next', formNoValidate: false };
    expect(valuesOf(formOf({ a: '1' }), button)).toEqual({ a: '1', then: 'next' });
    expect(valuesOf(formOf({ then: 'draft' }), button)).toEqual({ then: 'draft' });
  });
});
