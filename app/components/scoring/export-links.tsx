import { buttonClass } from '~/components/ui/button';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { toResultsExport } from '~/lib/addresses/scoring';
import { withSearch } from '~/lib/addresses/with-search';

/**
 * 导出成绩单, 导出全部答卷: plain links, which the browser answers by saving the file. `filter` is what the list shows
 * now, as parameters. Papers that are still marked by their codes (`isByCode`) leave all together: of a class they
 * would tell names.
 */
export function ExportLinks({
  examId,
  filter,
  isByCode,
}: {
  examId: number;
  filter: Record<string, string | number>;
  isByCode: boolean;
}) {
  const scores = new URLSearchParams({ examId: String(examId) });
  for (const [name, value] of Object.entries(filter)) {
    if (value !== '' && value !== 0) scores.set(name, String(value));
  }
  const answers = new URLSearchParams({ examId: String(examId), what: 'answers' });
  if (filter.classId && !isByCode) answers.set('classId', String(filter.classId));
  const at = (search: URLSearchParams) => withSearch(toResultsExport(), search);
  return (
    <>
      <a className={buttonClass({ size: 's' })} href={at(scores)}>
        <DownloadIcon small />
        导出成绩单
      </a>
      <a className={buttonClass({ size: 's' })} href={at(answers)}>
        <DownloadIcon small />
        导出全部答卷
      </a>
    </>
  );
}
