import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { SelectField } from '~/components/form/choice-fields';
import { Button } from '~/components/ui/button';
import { useHydrated } from '~/components/ui/use-hydrated';
import { toRegions } from '~/lib/addresses/personal';
import { exchange } from '~/lib/api-client';
import type { Region, RegionChoices } from '~/domain/user/region.rules';

const options = (names: string[]) => names.map((name) => ({ value: name, label: name }));

/**
 * 省, 市, 区县: each offers what lies below the one before. With script the next list is fetched as soon as one
 * is chosen; without it a button shows the form again with the lists that belong to what was chosen.
 */
export function RegionFields({ region, choices }: { region: Region; choices: RegionChoices }) {
  const isHydrated = useHydrated();
  const [lists, setLists] = useState(choices);
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef(0);
  // The page came anew (saved, or shown again): its lists count.
  useEffect(() => setLists(choices), [choices]);

  const change = async (event: ChangeEvent<HTMLSelectElement>) => {
    const form = event.currentTarget.form;
    const isProvince = event.currentTarget.name === 'province';
    const chosen = (name: string) => (form?.elements.namedItem(name) as HTMLSelectElement | null)?.value ?? '';
    const query = { province: chosen('province'), city: isProvince ? '' : chosen('city') };
    const turn = (asked.current += 1);
    // The lower lists empty at once: a city of another province must not be sent.
    setLists((present) => ({ ...present, ...(isProvince ? { cities: [] } : {}), districts: [] }));
    try {
      const { text } = await exchange(toRegions(query));
      const found = JSON.parse(text) as RegionChoices;
      // Two quick changes: only the answer to the last one counts.
      if (turn === asked.current) setLists(found);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <fieldset className="region">
      <legend>所在地区（选填）</legend>
      <div className="fieldrow">
        <SelectField
          name="province"
          label="省"
          width="s"
          placeholder="不填写"
          defaultValue={region.province}
          options={options(lists.provinces)}
          onChange={change}
        />
        <SelectField
          name="city"
          label="市"
          width="m"
          placeholder="不填写"
          defaultValue={region.city}
          options={options(lists.cities)}
          onChange={change}
        />
        <SelectField
          name="district"
          label="区县"
          width="s"
          placeholder="不填写"
          defaultValue={region.district}
          options={options(lists.districts)}
        />
        {isHydrated ? null : (
          <Button name="step" value="region">
            显示市和区县
          </Button>
        )}
      </div>
      {hasFailed ? (
        <p className="small" role="alert">
          没有读到市和区县，请检查网络后重新选择省份。
        </p>
      ) : null}
    </fieldset>
  );
}
