import { TextArea } from '~/components/form/text-fields';

/** The key words of a question: what it is about, found by the search and counted in 试卷构成. */
export function KeyPointField({ keyPoints = [], hint }: { keyPoints?: string[]; hint: string }) {
  return <TextArea name="keyPoint" label="关键词" optional rows={3} defaultValue={keyPoints.join('，')} hint={hint} />;
}

/** What it is for in a question of a written paper. */
export const KEY_POINT_HINT = '考查的知识点，用逗号或换行分开；组卷时“试卷构成”按它看覆盖，和答案一起给学生看';
