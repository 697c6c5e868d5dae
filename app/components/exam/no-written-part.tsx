import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { toPaperPreview } from '~/lib/addresses/exams';

/** In place of the paper of an exam that is oral only. */
export function NoWrittenPart({ examId }: { examId: number }) {
  return (
    <Card>
      <Empty
        title="这场考试没有笔试"
        action={
          <ButtonLink to={toPaperPreview({ id: examId })} variant="primary">
            预览
          </ButtonLink>
        }
      >
        只考口语时不用组卷。要加笔试，请回到第 1 步勾选“笔试”。
      </Empty>
    </Card>
  );
}
