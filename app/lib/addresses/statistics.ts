import { address, type Id, type Query } from './address';

// Statistics.

/** An exam's, or a class's. */
export const toCensus = (query?: { view?: 'class'; examId?: number; classId?: Id; part?: string }) =>
  address('/census/index', query);

/** A chart as a picture. */
export const toCensusChart = (query: Query & { kind: string }) => address('/census/chart', query);

/** An exam's as a file. */
export const toCensusExport = (query: { examId: number; classId: Id; part: string }) =>
  address('/census/export', query);

/** A student's own. */
export const toOwnCensus = () => address('/census/mine/index');
