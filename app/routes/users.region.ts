import type { LoaderFunctionArgs } from '@remix-run/node';
import { regionChoices } from '~/domain/user/region.server';
import { requireUser } from '~/http/guards.server';

/** The cities of a province and the districts of a city, for the lists of the profile. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const { searchParams } = new URL(request.url);
  const chosen = (name: string) => searchParams.get(name) ?? '';
  return Response.json(regionChoices({ province: chosen('province'), city: chosen('city'), district: '' }).choices);
}
