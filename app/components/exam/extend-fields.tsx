import { useState } from 'react';
import { CheckboxField } from '~/components/form/choice-fields';
import { useFieldState } from '~/components/form/form-context';
import { NumberField, TextField } from '~/components/form/text-fields';
import { LONG_MINUTES, MOST_MINUTES } from '~/domain/room/extend.schema';
import { formatMinute } from '~/lib/time';

/** Something that more time moves: the whole of it, or the deadlines of some, the first and the last of them. */
export type MovedEnd = { word: string; first: number; last: number };

const MINUTE_MS = 60_000;

/** How many minutes, with what that comes to, and why; many of them are asked about again. */
export function ExtendFields({ label = '加多少分钟', ends }: { label?: string; ends: MovedEnd[] }) {
  const { value } = useFieldState('minutes');
  const [typed, setTyped] = useState(value('') ?? '');
  const minutes = Number(typed.normalize('NFKC'));
  const isRight = Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES;
  const said = (more: number) => ends.map((end) => endWord(end, more)).join('，');
  return (
    <>
      <div className="fieldrow">
        <NumberField
          name="minutes"
          label={label}
          hint={`1 到 ${MOST_MINUTES}${ends.length === 0 ? '' : `；现在${said(0)}`}`}
          suffix="分钟"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <TextField name="reason" label="原因" hint="必填，学生会看到" width="m" maxLength={100} />
      </div>
      {ends.length > 0 ? <p role="status">{isRight ? `加 ${minutes} 分钟以后，${said(minutes)}。` : ''}</p> : null}
      <SureField said={isRight && ends.length > 0 ? `，${said(minutes)}` : ''} />
    </>
  );
}

/** Stands there once so many minutes were sent that they may be a slip. */
function SureField({ said }: { said: string }) {
  const field = useFieldState('sure');
  const isTicked = field.values([]).size > 0;
  if (!field.error && !isTicked) return null;
  return <CheckboxField name="sure" label={`补时超过 ${LONG_MINUTES} 分钟，没有写错${said}`} />;
}

function endWord({ word, first, last }: MovedEnd, minutes: number): string {
  const at = (time: number) => formatMinute(time + minutes * MINUTE_MS).slice(5);
  return at(first) === at(last) ? `${word}到 ${at(first)}` : `${word}各自到 ${at(first)}、最晚 ${at(last)}`;
}
