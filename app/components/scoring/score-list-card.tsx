import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { PrintIcon } from '~/components/ui/teacher-icons';
import { partsOf } from '~/domain/exam/parts.rules';
import type { ScoreList } from '~/domain/scoring/report/score-list.queries.server';
import type { ScoreListFilter } from '~/domain/scoring/report/score-list.schema';
import { SCORING_STATE_WORDS, type ScoringState } from '~/domain/scoring/paper/scoring.rules';
import { ExportLinks } from './export-links';
import { ScoreListTable } from './score-list-table';
import { ScoreListTabs } from './score-list-tabs';
import { ScoreSheet } from './score-sheet';
import { SummaryLine } from './summary-line';

const STATES: ScoringState[] = ['scored', 'arbitration', 'marking', 'waiting', 'in_progress', 'not_started', 'absent'];

/** 总成绩: the score list with its figures, filters and pages. */
export function ScoreListCard({ list, filter }: { list: ScoreList; filter: ScoreListFilter & { keyword: string } }) {
  const isFiltered = filter.keyword !== '' || filter.classId !== 0 || filter.state !== '';
  return (
    <Card padded={false}>
      <ScoreListTabs parts={partsOf(list.exam.testType)} isOwner current="total" />
      <div className="scorelist__head">
        <SummaryLine summary={list.summary} />
        <div className="row push">
          <Button type="button" size="s" className="with-script" onClick={() => window.print()}>
            <PrintIcon small />
            打印
          </Button>
          <ExportLinks
            examId={list.exam.id}
            isByCode={!list.hasPaperLinks}
            filter={{
              classId: filter.classId,
              state: filter.state,
              keyword: filter.keyword,
              sort: filter.sort,
              order: filter.order,
            }}
          />
        </div>
      </div>
      <FilterBar keep={['examId', 'part', 'sort', 'order']} label="筛选成绩">
        <TextField name="keyword" label="姓名、学号或回执" width="s" defaultValue={filter.keyword} maxLength={100} />
        <SelectField
          name="classId"
          label="班级"
          width="s"
          defaultValue={filter.classId === 0 ? '' : filter.classId}
          placeholder="全部班级"
          options={list.classes.map((one) => ({ value: one.id, label: one.name }))}
        />
        <SelectField
          name="state"
          label="状态"
          width="s"
          defaultValue={filter.state}
          placeholder="全部状态"
          options={STATES.map((state) => ({
            value: state,
            label: `${SCORING_STATE_WORDS[state]}（${list.stateCounts[state]}）`,
          }))}
        />
      </FilterBar>
      <ScoreListTable
        rows={list.rows}
        sort={filter.sort}
        order={filter.order}
        classId={filter.classId}
        hasClasses={list.classes.length > 1}
        hasPaperLinks={list.hasPaperLinks}
        isScaled={list.exam.isScaled}
        empty={
          isFiltered ? (
            <Empty title="没有符合条件的学生">换个条件再查，或点“重置”。</Empty>
          ) : (
            <Empty title="这场考试的班级里还没有学生">先在“学生管理”里把学生加进班级。</Empty>
          )
        }
      />
      <Pagination page={list} unit="人" />
    </Card>
  );
}

/** 总成绩 on paper: everybody whom the filters leave, not the rows of one page. */
export function TotalSheet({
  list,
  filter,
  schoolName,
  printedOn,
}: {
  list: ScoreList;
  filter: ScoreListFilter & { keyword: string };
  schoolName: string;
  printedOn: string;
}) {
  const classes = list.classes.filter((one) => filter.classId === 0 || one.id === filter.classId);
  const rows = list.printed ?? list.rows;
  return (
    <ScoreSheet
      {...{ schoolName, printedOn, rows }}
      examName={list.exam.name}
      className={classes.map((one) => one.name).join('、')}
      summary={list.summary}
      hasNames
      isScaled={list.exam.isScaled}
      hasExamRank={list.classes.length > 1}
      hasClasses={classes.length > 1}
      note={
        list.printed === null
          ? `这里只有 ${rows.length} 人，共 ${list.totalCount} 人：要印全部，请在“班级成绩”里按班打印`
          : filter.keyword !== '' || filter.state !== ''
            ? `按条件筛选，${rows.length} 人`
            : undefined
      }
    />
  );
}
