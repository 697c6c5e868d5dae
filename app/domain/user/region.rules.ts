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

// ---------------------------------------------------------------- several regions

/** The parts of a region from the largest. */
export const REGION_PARTS = ['province', 'city', 'district'] as const;
/** An account keeps at most so many. */
export const MAX_REGIONS = 5;

/** The regions of an account, kept as comma texts part by part; the first is the one that pages show. */
export function splitRegions(kept: Region): Region[] {
  const lists = { province: parts(kept.province), city: parts(kept.city), district: parts(kept.district) };
  const count = Math.max(...REGION_PARTS.map((part) => lists[part].length));
  return Array.from({ length: count }, (_, index) => ({
    province: lists.province[index] ?? '',
    city: lists.city[index] ?? '',
    district: lists.district[index] ?? '',
  }));
}

/** The first region of an account. */
export function firstRegion(kept: Region): Region {
  return splitRegions(kept)[0] ?? { province: '', city: '', district: '' };
}

/** The lists of the API: one text a region in each; a part that no region says is an empty list. */
export function regionLists(kept: Region): Record<keyof Region, string[]> {
  const regions = splitRegions(kept);
  const list = (part: keyof Region) =>
    regions.some((region) => region[part] !== '') ? regions.map((region) => region[part]) : [];
  return { province: list('province'), city: list('city'), district: list('district') };
}

/**
 * An account's regions with some parts given anew, each a comma text: as many as there are provinces given, and as
 * before where none are. With `onlyFirst` what is given is of the first region, and the others stay.
 */
export function changeRegions(
  division: Division,
  before: Region,
  given: Partial<Region>,
  onlyFirst = false,
): { region: Region; errors: Partial<Record<keyof Region, string>> } {
  const were = splitRegions(before);
  const lists = REGION_PARTS.map((part) => parts(given[part] ?? ''));
  const atLeast = given.province === undefined ? were.length : 0;
  const count = onlyFirst ? Math.max(1, were.length) : Math.max(atLeast, ...lists.map((list) => list.length));
  const errors: Partial<Record<keyof Region, string>> = {};
  if (count > MAX_REGIONS) errors.province = `地区最多 ${MAX_REGIONS} 个`;
  const regions = Array.from({ length: Math.min(count, MAX_REGIONS) }, (_, index) => {
    const was = were[index] ?? { province: '', city: '', district: '' };
    if (onlyFirst && index > 0) return was;
    const own = REGION_PARTS.flatMap((part, at) =>
      given[part] === undefined ? [] : [[part, lists[at]?.[index] ?? '']],
    );
    const resolved = resolveRegion(division, changeRegion(was, Object.fromEntries(own) as Partial<Region>));
    Object.assign(errors, { ...resolved.errors, ...errors });
    return resolved.region;
  });
  const text = (part: keyof Region) =>
    regions.some((region) => region[part] !== '') ? regions.map((region) => region[part]).join(',') : '';
  return { region: { province: text('province'), city: text('city'), district: text('district') }, errors };
}

/** The places of a comma text: an empty one between two is the region that does not say this part. */
function parts(text: string): string[] {
  return text.trim() === '' ? [] : text.split(/[,，、]/).map((part) => part.trim());
}
