import { ButtonLink, buttonClass } from '~/components/ui/button';
import { PlusIcon, UploadIcon } from '~/components/ui/icons';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { toStudent, toStudentExport, toStudentImport } from '~/lib/addresses/members';

/** In and out of the list: from a spreadsheet, into one as it is filtered, and one by one into the chosen class. */
export function StudentActions({ filter }: { filter: { keyword: string; classId: number | null } }) {
  const keyword = filter.keyword || undefined;
  const classId = filter.classId ?? undefined;
  return (
    <>
      <ButtonLink to={toStudentImport()}>
        <UploadIcon />
        导入
      </ButtonLink>
      <a className={buttonClass()} href={toStudentExport({ keyword, classId })} download>
        <DownloadIcon />
        导出
      </a>
      <ButtonLink variant="primary" to={toStudent({ classId })}>
        <PlusIcon />
        新增
      </ButtonLink>
    </>
  );
}
