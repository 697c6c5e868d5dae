import type { TestType } from './parts.rules';
import type { ExamTimes } from './times.rules';

type TimeColumns = {
  test_type: number;
  begin_time: number | null;
  end_time: number | null;
  upload_end_time: number | null;
  oral_begin_time: number | null;
  oral_end_time: number | null;
};

/** The times of an exam as its row has them. */
export function examTimesOf(row: TimeColumns): ExamTimes & { testType: TestType } {
  return {
    testType: row.test_type as TestType,
    beginTime: row.begin_time,
    endTime: row.end_time,
    uploadEndTime: row.upload_end_time,
    oralBeginTime: row.oral_begin_time,
    oralEndTime: row.oral_end_time,
  };
}
