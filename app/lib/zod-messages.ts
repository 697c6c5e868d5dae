import { z } from 'zod';

/** The sentence for what a schema has none of its own for. */
export const chineseErrors: z.ZodErrorMap = (issue) => {
  switch (issue.code) {
    case z.ZodIssueCode.invalid_type:
      return {
        message: issue.received === 'undefined' ? '请填写这一项' : `应为${TYPE_NAMES[issue.expected] ?? '别的类型'}`,
      };
    case z.ZodIssueCode.invalid_enum_value:
      return { message: `只能是 ${issue.options.filter((one) => one !== '').join('、')}` };
    case z.ZodIssueCode.too_big:
      if (issue.type === 'string') return { message: `太长了，最多 ${issue.maximum} 个字` };
      return { message: issue.type === 'number' ? `最大 ${issue.maximum}` : `太多了，最多 ${issue.maximum}` };
    case z.ZodIssueCode.too_small:
      if (issue.type === 'string') return { message: `太短了，至少 ${issue.minimum} 个字` };
      return { message: issue.type === 'number' ? `最小 ${issue.minimum}` : `太少了，至少 ${issue.minimum}` };
    default:
      return { message: '输入有误' };
  }
};
const TYPE_NAMES: Partial<Record<string, string>> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
};
