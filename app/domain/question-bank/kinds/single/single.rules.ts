import type { TheoryRules } from '../kind.schema';
import { choiceRules } from '../shared/choice.rules';

/** 单选: one of its options is right. */
export const single: TheoryRules = choiceRules('single', {
  isOneOnly: true,
  refuseCount: (keys) =>
    keys.length === 0 ? '请选出正确答案' : keys.length > 1 ? '单选题只能有一个正确答案；有几个时请用多选题' : null,
});
