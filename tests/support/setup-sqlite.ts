import { rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from './template';
import { makeTestFolder } from './test-folder';

/** Makes one migrated SQLite file that every test file copies. */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = makeTestFolder('kaoping-sqlite-');
  const file = path.join(directory, 'template.db');
  await migrateDatabase(`sqlite:${file}`, directory);
  project.provide('database', { kind: 'sqlite', template: file });
  return () => rmSync(directory, { recursive: true, force: true });
}
