import { isKeyDoubted } from '~/domain/statistics/remarks.rules';
import { withShownWeights } from '~/domain/statistics/format.rules';
import { useLocation } from '@remix-run/react';
import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { DataTable, type Column } from '~/components/list/data-table';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { AlertIcon, InfoIcon } from '~/components/ui/icons';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { formatPoints } from '~/domain/scoring/paper/scoring.rules';
import type { ItemFigures, PaperFigures, SectionFigures } from '~/domain/scoring/report/figures.rules';
import { withParams } from '~/http/with-params';
import { FigureText } from './figure-text';
import { OptionTables } from './option-tables';

/** So many sentences stand in sight; the others are one click away. */
const FIRST_REMARKS = 6;

/** How the items of a part's paper worked: sentences first, then the figures, then what was chosen. */
export function ItemsCard({
  paper,
  image,
  openItem,
  isOpen,
}: {
  paper: PaperFigures;
  image: ChartImageData | null;
  /** The item whose options are shown. */
  openItem: number;
  /** For print: everything is unfolded. */
  isOpen: boolean;
}) {
  const remarked = paper.items
    .filter((item) => item.remarks.length > 0)
    .sort((a, b) => Number(isKeyDoubted(b)) - Number(isKeyDoubted(a)));
  const later = remarked.slice(FIRST_REMARKS);
  return (
    <Card
      title={`${PART_LABELS[paper.part]}试题分析`}
      hint={<PaperLine paper={paper} />}
      actions={<a href="#guide">指标怎么读</a>}
      padded={false}
      className="section items"
      id={`paper-${paper.part}`}
    >
      {remarked.length + paper.remarks.length > 0 ? (
        <div className="warnings">
          {paper.remarks.map((text) => (
            <Note key={text} tone="warn">
              {text}
            </Note>
          ))}
          {remarked.slice(0, FIRST_REMARKS).map((item) => (
            <RemarkNote key={item.itemId} item={item} />
          ))}
          {later.length > 0 ? (
            <details className="more" open={isOpen || undefined}>
              <summary>还有 {later.length} 题要留意</summary>
              {later.map((item) => (
                <RemarkNote key={item.itemId} item={item} />
              ))}
            </details>
          ) : null}
        </div>
      ) : null}
      {paper.sections.length > 0 ? (
        <DataTable
          caption={`${PART_LABELS[paper.part]}各大题`}
          rows={paper.sections}
          rowKey={(section) => section.key}
          slim
          columns={SECTION_COLUMNS}
        />
      ) : null}
      <DataTable
        caption={`${PART_LABELS[paper.part]}试题分析`}
        rows={withShownWeights(paper.items, 1)}
        rowKey={(item) => item.itemId}
        rowTone={(item) => (isKeyDoubted(item) ? 'bad' : item.remarks.length > 0 ? 'warned' : undefined)}
        columns={COLUMNS}
      />
      {image ? (
        <div className="card__body card__foot chart--wide">
          <ChartImage image={image} caption="每个点是一题，旁边是题号；菱形是区分度为负的题" />
        </div>
      ) : null}
      <OptionTables items={paper.items} openItem={openItem} isOpen={isOpen} />
    </Card>
  );
}

/** The paper as a measuring instrument, in one line. */
function PaperLine({ paper }: { paper: PaperFigures }) {
  return (
    <>
      {paper.count} 份卷，{paper.items.length} 题，信度 α <FigureText figure={paper.alpha} digits={2} isFixed />
      ，误差比 <FigureText figure={paper.errorRatio} digits={0} unit="%" />
      ，测量标准误 <FigureText figure={paper.standardError} unit=" 分" />
    </>
  );
}

/** All there is to say of an item, the gravest first. */
function RemarkNote({ item }: { item: ItemFigures }) {
  const location = useLocation();
  const Icon = isKeyDoubted(item) ? AlertIcon : InfoIcon;
  const [first, ...others] = item.remarks;
  return (
    <p className={`note ${isKeyDoubted(item) ? 'note--bad' : 'note--warn'}`}>
      <Icon small />
      <span>
        <strong>{first}</strong>
        {others.join('')}
        {item.options.length > 0 ? (
          <a className="tap" href={`${withParams(location, { item: item.itemId })}#options-${item.itemId}`}>
            看选项分布
          </a>
        ) : null}
      </span>
    </p>
  );
}

const SECTION_COLUMNS: Column<SectionFigures>[] = [
  { key: 'title', header: '大题', rowHeader: true, width: 'w-full', cell: (section) => section.title },
  { key: 'count', header: '题数', align: 'end', nowrap: true, cell: (section) => section.itemCount },
  { key: 'points', header: '满分', align: 'end', nowrap: true, cell: (section) => formatPoints(section.points) },
  {
    key: 'mean',
    header: '均分',
    align: 'end',
    nowrap: true,
    cell: (section) => <FigureText figure={section.mean} digits={2} />,
  },
  {
    key: 'facility',
    header: '得分率',
    align: 'end',
    nowrap: true,
    cell: (section) => <FigureText figure={section.facility} digits={0} unit="%" />,
  },
];

const COLUMNS: Column<ItemFigures>[] = [
  { key: 'number', header: '题号', nowrap: true, cell: (item) => item.number },
  {
    key: 'title',
    header: '题目',
    clip: true,
    cell: (item) =>
      item.options.length > 0 ? <a href={`#options-${item.itemId}`}>{item.title}</a> : <span>{item.title}</span>,
  },
  { key: 'kind', header: '题型', nowrap: true, cell: (item) => item.kindLabel },
  { key: 'count', header: '人数', align: 'end', wideOnly: true, cell: (item) => item.count },
  { key: 'points', header: '满分', align: 'end', cell: (item) => formatPoints(item.points) },
  { key: 'mean', header: '均分', align: 'end', cell: (item) => <FigureText figure={item.mean} digits={2} /> },
  {
    key: 'deviation',
    header: '标准差',
    align: 'end',
    wideOnly: true,
    cell: (item) => <FigureText figure={item.standardDeviation} digits={2} />,
  },
  {
    key: 'facility',
    header: '得分率',
    align: 'end',
    cell: (item) => <FigureText figure={item.facility} digits={0} unit="%" />,
  },
  {
    key: 'discrimination',
    header: '区分度',
    align: 'end',
    nowrap: true,
    cell: (item) => <FigureText figure={item.discriminationIndex} digits={2} scale={0.01} isFixed />,
  },
  {
    key: 'efficiency',
    header: '区分效率',
    align: 'end',
    nowrap: true,
    cell: (item) => <FigureText figure={item.discriminationEfficiency} digits={0} unit="%" />,
  },
  {
    key: 'intended',
    header: '预期权重',
    align: 'end',
    wideOnly: true,
    cell: (item) => <FigureText figure={item.intendedWeight} unit="%" />,
  },
  {
    key: 'effective',
    header: '有效权重',
    align: 'end',
    nowrap: true,
    cell: (item) => <FigureText figure={item.effectiveWeight} unit="%" />,
  },
  {
    key: 'remark',
    header: '提示',
    align: 'end',
    nowrap: true,
    cell: (item) =>
      isKeyDoubted(item) ? (
        <Chip tone="bad" icon={AlertIcon}>
          检查答案
        </Chip>
      ) : item.remarks.length > 0 ? (
        <Chip tone="warn" icon={InfoIcon}>
          留意
        </Chip>
      ) : null,
  },
];
