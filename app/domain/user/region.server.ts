import { areaList } from '@vant/area-data';
import { groupBy } from '~/lib/group-by';
import { resolveRegion, type Division, type Region, type RegionChoices } from './region.rules';

// Codes of six digits: two for the province, two for the city, two for the district.
function readDivision(): Division {
  const { province_list: provinces, city_list: cities, county_list: districts } = areaList;
  const citiesOf = byPrefix(cities, 2);
  const districtsOf = byPrefix(districts, 4);
  return new Map(
    Object.entries(provinces).map(([provinceCode, province]) => [
      province,
      new Map(
        (citiesOf.get(provinceCode.slice(0, 2)) ?? []).map(([cityCode, city]) => [
          city,
          (districtsOf.get(cityCode.slice(0, 4)) ?? []).map(([, district]) => district),
        ]),
      ),
    ]),
  );
}

/** A list of codes by their first digits. */
const byPrefix = (list: Record<string, string>, digits: number) =>
  groupBy(Object.entries(list), ([code]) => code.slice(0, digits));

let cached: Division | undefined;

/** The division of the country, read once. */
export function division(): Division {
  cached ??= readDivision();
  return cached;
}

/** What can be chosen for a region as it stands: every province, the cities of its own, the districts of its city. */
export function regionChoices(typed: Region): { region: Region; choices: RegionChoices } {
  const { region } = resolveRegion(division(), typed);
  const cities = division().get(region.province);
  return {
    region,
    choices: {
      provinces: [...division().keys()],
      cities: [...(cities?.keys() ?? [])],
      districts: cities?.get(region.city) ?? [],
    },
  };
}
