import type { TheoryRules } from '../kind.schema';
import { choiceRules } from '../shared/choice.rules';

/** 多选: all of the right options and no other. */
export const multiple: TheoryRules = choiceRules('multiple', {
  isOneOnly: false,
  refuseCount: (keys) => (keys.length === 0 ? '请至少选出一个正确答案' : null),
});
