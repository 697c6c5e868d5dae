import { useLocation } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { itemHref } from '~/components/scoring/item-list';
import { PapersTable } from '~/components/scoring/papers-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Progress } from '~/components/ui/facts';
import { Note } from '~/components/ui/feedback';
import { sealedText } from '~/domain/exam/blind.rules';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { ScoringList } from '~/domain/scoring/paper/papers.queries.server';
import { SCORING_STATE_WORDS, type ScoringState } from '~/domain/scoring/paper/scoring.rules';
import { withParams } from '~/http/with-params';
import { progressProps } from './progress-words';
import { ScoreListTabs } from './score-list-tabs';

const STATES: ScoringState[] = ['waiting', 'marking', 'arbitration', 'scored', 'absent', 'in_progress', 'not_started'];

/** 答卷: the papers of one part with their progress and filters. */
export function PapersCard({
  list,
  filter,
}: {
  list: Omit<ScoringList, 'exam'> & { exam: Pick<ScoringList['exam'], 'id' | 'status' | 'releasedAt' | 'releases'> };
  filter: { keyword: string; classId: number; state: string };
}) {
  const location = useLocation();
  const { part } = list;
  return (
    <Card padded={false}>
      <ScoreListTabs parts={list.parts} isOwner={list.isOwner} current={part} />
      <div className="scorelist__head">
        <div className="scorelist__progress">
          {/* None is listed yet: how many there are stands below. */}
          {list.sealed && list.total === 0 ? null : <Progress {...progressProps(list, PART_LABELS[part])} />}
        </div>
        <ul className="cluster" aria-label="各状态条数">
          {STATES.filter((state) => list.stateCounts[state] > 0).map((state) => (
            <li key={state} className="small quiet">
              {SCORING_STATE_WORDS[state]} {list.stateCounts[state]}
            </li>
          ))}
        </ul>
        {list.total > 0 && (list.exam.status !== 'released' || list.autoScorable > 0) ? (
          <div className="cluster push">
            {list.autoScorable > 0 ? (
              <ButtonLink size="s" to={withParams(location, { confirm: 'auto' })} preventScrollReset>
                自动判分（{list.autoScorable} 份）
              </ButtonLink>
            ) : null}
            {list.exam.status === 'released' ? null : (
              <ButtonLink size="s" to={itemHref({ examId: list.exam.id, part, classId: filter.classId })}>
                按题评分
              </ButtonLink>
            )}
          </div>
        ) : null}
      </div>
      <FilterBar keep={['examId', 'part']} label="筛选答卷">
        <TextField
          name="keyword"
          label={list.isBlind ? '答卷编号' : '姓名、学号或回执'}
          width="s"
          defaultValue={filter.keyword}
          maxLength={100}
        />
        {list.isBlind ? null : (
          <SelectField
            name="classId"
            label="班级"
            width="s"
            defaultValue={filter.classId === 0 ? '' : filter.classId}
            placeholder="全部班级"
            options={list.classes.map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
        <SelectField
          name="state"
          label="状态"
          width="s"
          defaultValue={filter.state}
          placeholder="全部状态"
          options={[
            { value: 'mine', label: '等我做的' },
            ...STATES.filter((state) => state !== 'in_progress' || !list.isBlind).map((state) => ({
              value: state,
              label: SCORING_STATE_WORDS[state],
            })),
          ]}
        />
      </FilterBar>
      {list.sealed ? (
        <div className="card__body">
          <Note>
            已交卷的 {list.sealed.count} 份还没有列出来。{sealedText(list.sealed.until)}
            {list.isOwner && list.phase !== 'ended' ? '大家都已交卷时，您可以在监考页提前结束考试，马上就能评。' : ''}
          </Note>
        </div>
      ) : list.phase === 'running' || list.phase === 'uploading' ? (
        <div className="card__body">
          <Note>
            {list.phase === 'running'
              ? `考试还在进行：已交卷的可以先评，没交的会陆续出现在这里。${list.part === 'written' ? '有拍照作答的题，先存草稿，照片补传截止后才能提交评分。' : ''}`
              : '学生还可以补传照片，带照片的答卷要等上传截止后才能提交评分，现在可以先存草稿。'}
          </Note>
        </div>
      ) : null}
      <PapersTable
        list={list}
        classId={filter.classId}
        isFiltered={filter.keyword !== '' || filter.classId !== 0 || filter.state !== ''}
      />
      <Pagination page={list} unit="条" />
    </Card>
  );
}
