import { expect, test } from 'vitest';
import { basicsFormSchema } from './exam.schema';

test('x', () => {
  const r = basicsFormSchema.safeParse({ name: '', testType: ['0', '1'], oralBeginTime: 'x', oralEndTime: '2026-11-26 09:00', beginTime: '2026-11-26 09:00', endTime: '2026-11-26 08:00', uploadEndTime: '2026-11-26 07:00', oralMinutes: 'abc' });
  console.log(JSON.stringify(r.error?.issues.map((i) => [i.path.join('.'), i.message]), null, 1));
  const ok = basicsFormSchema.safeParse({ name: '期末', testType: '0', clazzIds: ['3', '4'], oralBeginTime: '2026-11-26 08:00', oralEndTime: '2026-11-26 09:00', beginTime: '2026-11-26 09:00', endTime: '', uploadEndTime: '', oralMinutes: '20', firstDate: 'x' });
  console.log(JSON.stringify(ok));
  expect(1).toBe(1);
});
