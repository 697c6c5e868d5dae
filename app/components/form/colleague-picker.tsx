import { Button } from '~/components/ui/button';
import type { listChoices } from '~/domain/teaching-group/choices.queries.server';
import { CheckboxGroup } from './choice-fields';
import { TextField } from './text-fields';

/**
 * Colleagues to tick, looked for by name within the same form: 查找 asks for the page anew with all that the form
 * holds, so that nothing ticked is lost. The form must be sent by the browser itself (`reloadDocument`).
 */
export function ColleaguePicker({
  label,
  hint,
  choices,
  hintOf,
}: {
  label: string;
  hint?: string;
  choices: Awaited<ReturnType<typeof listChoices>>;
  /** Quiet words after a name instead of the account. */
  hintOf?: (id: number) => string | undefined;
}) {
  return (
    <>
      <div className="flex items-end mt-4 mb-4">
        <TextField
          name="find"
          label="查找同事"
          optional
          width="m"
          maxLength={100}
          defaultValue={choices.find}
          hint="姓名或账号"
        />
        <Button
          name="search"
          value="1"
          formMethod="get"
          formNoValidate
          formEncType="application/x-www-form-urlencoded"
          className="ml-2"
        >
          查找
        </Button>
      </div>
      <CheckboxGroup
        name="teacherIds"
        label={label}
        hint={hint}
        optional
        layout="columns"
        defaultValue={choices.chosen}
        options={choices.options.map(({ id, name, account }) => ({
          value: id,
          label: name,
          hint: hintOf?.(id) ?? account,
        }))}
        empty={choices.find === '' ? '还没有其他老师。' : `没有找到“${choices.find}”，换一个姓名或账号再查找。`}
      />
      {choices.left > 0 ? <p className="small quiet mt-2">还有 {choices.left} 位没有列出，请输入姓名查找。</p> : null}
    </>
  );
}
