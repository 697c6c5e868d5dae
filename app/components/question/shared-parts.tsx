import type { ReactNode } from 'react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { Tabs } from '~/components/list/tabs';
import { BANK_LABELS, BANKS, LEVEL_LABELS, LEVELS, type Bank } from '~/domain/question-bank/question.schema';

/** The three banks as tabs; theory is where one lands. */
export function BankChoice({ current, counts }: { current: Bank; counts: Record<Bank, number> }) {
  return (
    <Tabs
      label="题库"
      param="bank"
      current={current}
      drops={['ticked']}
      items={BANKS.map((bank) => ({ label: `${BANK_LABELS[bank]}题库`, value: bank, count: counts[bank] }))}
    />
  );
}

/** Key word and level, and what else a list of shared questions is narrowed by. */
export function SharedFilters({
  filter,
  children,
}: {
  filter: { keyword?: string; level?: number };
  children?: ReactNode;
}) {
  return (
    <FilterBar keep={['bank', 'dirId', 'ticked']}>
      <TextField name="keyword" label="关键词" defaultValue={filter.keyword} className="field--grow" maxLength={100} />
      <SelectField
        name="level"
        label="难度"
        defaultValue={filter.level}
        placeholder="全部"
        options={LEVELS.map((level) => ({ value: level, label: `${level} ${LEVEL_LABELS[level]}` }))}
      />
      {children}
    </FilterBar>
  );
}
