import { describe, expect, it } from 'vitest';
import { changeRegion, changeRegions, resolveRegion } from './region.rules';
import { division, regionChoices } from './region.server';

const resolve = (province: string, city = '', district = '') => resolveRegion(division(), { province, city, district });

describe('a region', () => {
  it('is taken by its full names, and by those people use', () => {
    const kunming = { province: '云南省', city: '昆明市', district: '五华区' };
    expect(resolve('云南省', '昆明市', '五华区')).toEqual({ region: kunming, errors: {} });
    expect(resolve('云南', '昆明', '五华')).toEqual({ region: kunming, errors: {} });
    expect(resolve('新疆', '', '').region.province).toBe('新疆维吾尔自治区');
    expect(resolve('北京', '北京', '东城区').region).toEqual({
      province: '北京市',
      city: '北京市',
      district: '东城区',
    });
    expect(resolve('').errors).toEqual({});
  });

  it('is refused where a part does not belong to the one above', () => {
    expect(resolve('火星').errors).toEqual({ province: '没有这个省份，请从列表里选择' });
    expect(resolve('云南省', '南京市').errors).toEqual({ city: '云南省没有这个市，请从列表里选择' });
    expect(resolve('云南省', '昆明市', '玄武区').errors).toEqual({ district: '昆明市没有这个区县，请从列表里选择' });
    expect(resolve('', '昆明市').errors).toEqual({ city: '请先选择省份' });
  });

  it('offers what lies below what was chosen', () => {
    const { choices } = regionChoices({ province: '江苏', city: '南京市', district: '' });
    expect(choices.provinces).toHaveLength(34);
    expect(choices.cities).toContain('苏州市');
    expect(choices.districts).toContain('玄武区');
    expect(regionChoices({ province: '', city: '', district: '' }).choices).toMatchObject({
      cities: [],
      districts: [],
    });
  });

  it('loses the parts below a part that changes', () => {
    const before = { province: '云南省', city: '昆明市', district: '五华区' };
    expect(changeRegion(before, {})).toEqual(before);
    expect(changeRegion(before, { province: '江苏省' })).toEqual({ province: '江苏省', city: '', district: '' });
    expect(changeRegion(before, { city: '大理白族自治州' })).toMatchObject({ province: '云南省', district: '' });
    expect(changeRegion(before, { district: '盘龙区' })).toMatchObject({ city: '昆明市', district: '盘龙区' });
  });
});

describe('several regions of an account', () => {
  const two = { province: '云南省,四川省', city: '昆明市,成都市', district: '五华区,' };

  it('keep their places when a form changes the first', () => {
    const given = { province: '江苏省', city: '南京市', district: '' };
    expect(changeRegions(division(), two, given, true)).toEqual({
      region: { province: '江苏省,四川省', city: '南京市,成都市', district: '' },
      errors: {},
    });
    const none = { province: '', city: '', district: '' };
    expect(changeRegions(division(), none, given, true).region).toEqual({ ...given, district: '' });
  });

  it('are as many as there are provinces given', () => {
    expect(changeRegions(division(), two, { province: '四川' }).region).toEqual({
      province: '四川省',
      city: '',
      district: '',
    });
    expect(changeRegions(division(), two, { city: '大理白族自治州,' }).region.province).toBe('云南省,四川省');
  });
});
