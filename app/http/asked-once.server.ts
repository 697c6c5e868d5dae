import type { Actor } from '~/domain/actor/actor.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { getProfile } from '~/domain/user/user.queries.server';
import { oncePerRequest } from './request.server';

/** What a layout and the page inside it both need, asked for once while a page is read. */

export const schoolOf = (request: Request) => oncePerRequest(request, 'school', getSchool);

export const profileOf = (request: Request, actor: Actor) =>
  oncePerRequest(request, `profile ${actor.id}`, () => getProfile(actor.id));
