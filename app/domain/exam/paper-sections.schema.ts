import { z } from 'zod';
import { MAX_SECTION_TEXT, MAX_SECTION_TITLE, MAX_SECTIONS, type StoredSection } from './paper-sections.rules';

/** 大题 as they are stored, and as a call of the API says them. */

const stored = z.array(z.object({ key: z.number().int(), title: z.string(), instructions: z.string() }));

/** What is stored of an exam's sections; nothing that can be read is none. */
export function readSections(text: string | null): StoredSection[] {
  if (text === null) return [];
  const parsed = stored.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : [];
}

export const SECTION_RULES = {
  title: `大题名称最多 ${MAX_SECTION_TITLE} 个字`,
  instructions: `答题说明最多 ${MAX_SECTION_TEXT} 个字`,
  count: `一份试卷最多 ${MAX_SECTIONS} 道大题`,
};

/** A section of a call; what get answers of one is taken as it came. */
const section = z.object({
  key: z.coerce.number({ invalid_type_error: '大题的 key 应为正整数' }).int().min(1, '大题的 key 应为正整数').max(1e6),
  title: z
    .string({ invalid_type_error: '大题名称应为文字' })
    .trim()
    .max(MAX_SECTION_TITLE, SECTION_RULES.title)
    .default(''),
  instructions: z
    .string({ invalid_type_error: '答题说明应为文字' })
    .trim()
    .max(MAX_SECTION_TEXT, SECTION_RULES.instructions)
    .default(''),
});

/** Sections as a call sends them; '' and null: by kind. */
export const sectionsField = z.preprocess(
  (value) => (value === '' || value === null ? [] : value),
  z
    .array(section, { invalid_type_error: '大题应为列表' })
    .max(MAX_SECTIONS, SECTION_RULES.count)
    .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, '两道大题的 key 不能相同'),
);
