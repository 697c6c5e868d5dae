/** Where somebody lives, by the names of the official division; '' where it is not said. */
export type Region = { province: string; city: string; district: string };

/** What can be chosen at each step. */
export type RegionChoices = { provinces: string[]; cities: string[]; districts: string[] };

/** The division of the country by names: province → city → districts. */
export type Division = Map<string, Map<string, string[]>>;

// 省, 市 … at the end of a name: people leave them out.
const SUFFIX = /(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治州|自治县|地区|省|市|盟|区|县|旗)$/;

/** The name in the list that a typed one means: the same, or the same without 省, 市 … */
function findName(names: string[], typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return undefined;
  if (names.includes(text)) return text;
  const near = names.filter((name) => name.replace(SUFFIX, '') === text.replace(SUFFIX, ''));
  return near.length === 1 ? near[0] : undefined;
}

/**
 * A region as the division names it, with a sentence for each part that is not in it. A part below an empty
 * one is refused too.
 */
export function resolveRegion(
  division: Division,
  typed: Region,
): { region: Region; errors: Partial<Record<keyof Region, string>> } {
  const region = { province: '', city: '', district: '' };
  const errors: Partial<Record<keyof Region, string>> = {};
  const cities = division.get((region.province = findName([...division.keys()], typed.province) ?? ''));
  if (region.province === '' && typed.province.trim() !== '') errors.province = '没有这个省份，请从列表里选择';
  const districts = cities?.get((region.city = findName([...cities.keys()], typed.city) ?? ''));
  if (region.city === '' && typed.city.trim() !== '')
    errors.city = region.province === '' ? '请先选择省份' : `${region.province}没有这个市，请从列表里选择`;
  region.district = findName(districts ?? [], typed.district) ?? '';
  if (region.district === '' && typed.district.trim() !== '')
    errors.district = region.city === '' ? '请先选择市' : `${region.city}没有这个区县，请从列表里选择`;
  return { region, errors };
}

/** A region with some of its parts given anew: a new province empties the city and district that are not given. */
export function changeRegion(before: Region, given: Partial<Region>): Region {
  const isNewProvince = given.province !== undefined && given.province !== before.province;
  const city = given.city ?? (isNewProvince ? '' : before.city);
  const isNewCity = isNewProvince || city !== before.city;
  return {
    province: given.province ?? before.province,
    city,
    district: given.district ?? (isNewCity ? '' : before.district),
  };
}
