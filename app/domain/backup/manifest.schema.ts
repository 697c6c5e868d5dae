import { z } from 'zod';

export const FORMAT = 'kaoping-backup';
export const FORMAT_VERSION = 1;

/** What a backup says of itself in manifest.json. A damaged one is still JSON often enough. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  /** ISO, UTC: everything acknowledged before it is inside. */
  startedAt: z.string().datetime(),
  finishedAt: z.string().datetime(),
  school: z.string(),
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), version: z.string(), migrations: z.array(z.string()) }),
  counts: z.record(z.number()),
  /** included: the server's own; environment: SESSION_SECRET says it and it is not inside. */
  sessionSecret: z.enum(['included', 'environment']),
  /** Files that the school deleted while the backup ran. */
  deletedMeanwhile: z.array(z.string()),
  /** Files whose bytes were missing or not as stored when the backup was made. */
  faulty: z.array(z.object({ id: z.string(), problem: z.enum(['missing', 'changed']) })),
  /** Everything else inside, in order. */
  entries: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
