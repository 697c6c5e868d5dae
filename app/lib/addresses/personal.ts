import { address, addressOf, type Id } from './address';

// The personal centre and the school's own pages.

/** The messages. */
export const toNews = (query?: { type?: string; isRead?: 0 }) => address('/users/news', query);

/** One message; `go` leads on to what it is about. */
export const toMessage = (id: Id, query?: { go?: 1 }) => addressOf('/users/news/:id', id, query);

/** The personal facts. */
export const toInfo = () => address('/users/info');

/** The cities and districts of a province. */
export const toRegions = (query: { province: string; city: string }) => address('/users/region', query);

/** The account. */
export const toSettings = (query?: { confirm?: 'device' | 'others'; device?: string }) =>
  address('/users/setting', query);

/** The teachers. */
export const toColleagues = (query?: { tab?: string; keyword?: string; confirm?: string; id?: Id }) =>
  address('/users/colleagues', query);

/** What a teacher leaves to another. */
export const toHandover = (query: { id: number }) => address('/users/colleagues/handover', query);

/** The teaching groups. */
export const toGroups = (query?: { confirm?: string; id?: number }) => address('/users/groups', query);

/** A teaching group, or a new one. */
export const toGroup = (query?: { id?: number }) => address('/users/groups/edit', query);

/** The school's settings. */
export const toSchool = () => address('/users/school');

/** Who did what. */
export const toAudit = (query?: { examId?: number }) => address('/users/audit', query);

/** The list as a file. */
export const toAuditExport = () => address('/users/audit/export');

/** How long recordings are kept. */
export const toRetention = (query?: { confirm?: string }) => address('/users/retention', query);

/** Deleting somebody for good. */
export const toErasure = (query?: { id: number }) => address('/users/erasure', query);

/** The own data. */
export const toOwnData = () => address('/users/export');

/** The own data as a file. */
export const toOwnDataDownload = () => address('/users/export/download');

/** The school's logo; `v` names which. */
export const toLogo = (query?: { v?: string }) => address('/logo', query);

/** Signing out. */
export const toLogout = () => address('/logout');

/** Pages with fewer scripts, on and off. */
export const toLite = () => address('/lite');

/** Setting the password that replaces a given one. */
export const toNewPassword = (query?: { redirectTo?: string }) => address('/users/password', query);
