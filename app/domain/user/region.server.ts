import { areaList } from '@vant/area-data';
import { resolveRegion, type Division, type Region, type RegionChoices } from './region.rules';

// Codes of six digits: two for the province, two for the city, two for the district.
function readDivision(): Division {
  const { province_list: provinces, city_list: cities, county_list: districts } = areaList;
  const under = (list: Record<string, string>, prefix: string) =>
    Object.entries(list).filter(([code]) => code.startsWith(prefix));
  return new Map(
    Object.entries(provinces).map(([provinceCode, province]) => [
      province,
      new Map(
        under(cities, provinceCode.slice(0, 2)).map(([cityCode, city]) => [
          city,
          under(districts, cityCode.slice(0, 4)).map(([, district]) => district),
        ]),
      ),
    ]),
  );
}

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
