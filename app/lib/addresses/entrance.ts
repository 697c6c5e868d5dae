import { address } from './address';

// Before signing in.

/** A forgotten password. */
export const toForget = (query?: { token?: string; sent?: 1 }) => address('/forget', query);

/** The device check. */
export const toDeviceCheck = (query?: { saved?: 1 }) => address('/test', query);

/** Where the check's result is sent. */
export const toDeviceCheckResult = () => address('/test/result');

/** Where the check's recording is sent. */
export const toDeviceCheckUpload = () => address('/test/upload');
