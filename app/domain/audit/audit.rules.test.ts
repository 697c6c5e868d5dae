import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOf, auditRemark, auditSentence } from './audit.rules';
import { auditPeriod } from './audit.schema';

const APP = path.resolve(import.meta.dirname, '../..');

function sources(): string[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(APP, file), 'utf8'))
    .filter((text) => text.includes('recordAudit('));
}

/** Names of tables, their aliases and columns: `works.title` is no action. */
function isColumn(name: string, text: string, schema: string): boolean {
  const [table = '', column = ''] = name.split('.');
  const isTable = new RegExp(`^  ${table}: \\w+Table;`, 'm').test(schema) || table === 'excluded';
  const isAlias = new RegExp(`\\bas ${table}['"]`).test(text);
  return isTable || isAlias || new RegExp(`^  ${column}: (?!\\w+Table;)`, 'm').test(schema);
}

/** Every text in a file that records something and that looks like an action: `exam.publish`. */
function actionsInSource(): Set<string> {
  const tables = path.join(APP, 'db/tables');
  const schema = readdirSync(tables)
    .map((file) => readFileSync(path.join(tables, file), 'utf8'))
    .join('\n');
  const found = new Set<string>();
  for (const text of sources()) {
    for (const [, name = ''] of text.matchAll(/['`]((?:[a-z_]|\$\{\w+\})+\.[a-zA-Z_]{2,})['`]/g)) {
      if (!isColumn(name, text, schema)) found.add(name);
    }
  }
  return found;
}

describe('what is recorded', () => {
  test('every action in the source has its sentence', () => {
    const found = actionsInSource();
    expect(found.size).toBeGreaterThan(80);
    const known = Object.keys(AUDIT_ACTIONS);
    const without = [...found].filter((name) => {
      // `${list}_type.add` stands for scene_type.add and exam_type.add.
      const pattern = new RegExp(`^${name.replace(/\$\{\w+\}/g, '\\w+').replace('.', '\\.')}$`);
      return !known.some((action) => pattern.test(action));
    });
    expect(without).toEqual([]);
  });

  test('every sentence is in Chinese and of one kind', () => {
    for (const [action, [kind, sentence]] of Object.entries(AUDIT_ACTIONS)) {
      expect(AUDIT_KINDS[kind], action).toBeTruthy();
      expect(sentence, action).toMatch(/[\u4e00-\u9fff]/);
    }
    const kinds = Object.keys(AUDIT_KINDS) as (keyof typeof AUDIT_KINDS)[];
    expect(kinds.flatMap(actionsOf)).toHaveLength(Object.keys(AUDIT_ACTIONS).length);
    expect(auditSentence('made.up')).toBe('其他操作（made.up）');
  });

  test('of a detail only what is meant for people is said', () => {
    expect(auditRemark({ minutes: 10, reason: '停电', studentIds: [1, 2] })).toBe('10 分钟，原因：停电');
    expect(auditRemark({ reason: 'guardian', note: '母亲来电' })).toBe('原因：监护人要求');
    expect(auditRemark({ name: '林可欣', part: 'oral', count: 3, token: 'x', passwordHash: 'y' })).toBe(
      '林可欣，口语，3 项',
    );
    expect(auditRemark({ changed: ['consent', 'phone', 'secret'] })).toBe('改了监护人同意、手机号');
    expect(auditRemark({ from: '草稿', to: '期中' })).toBe('“草稿”改为“期中”');
    expect(auditRemark({})).toBe('');
  });
});

test('the period: days of the school’s zone, the last 30 days where nothing is asked for', () => {
  const now = Date.UTC(2026, 10, 21, 1);
  const zone = 'Asia/Shanghai';
  expect(auditPeriod({ examId: null, from: '', to: '' }, zone, now)).toEqual({
    from: now - 30 * 24 * 3600_000,
    to: null,
  });
  expect(auditPeriod({ examId: 3, from: '', to: '' }, zone, now)).toEqual({ from: null, to: null });
  expect(auditPeriod({ examId: null, from: '2026-11-01', to: '2026-11-01' }, zone, now)).toEqual({
    from: Date.UTC(2026, 9, 31, 16),
    to: Date.UTC(2026, 10, 1, 16),
  });
  expect(auditPeriod({ examId: null, from: '', to: '2026-02-31' }, zone, now).to).toBeNull();
});
