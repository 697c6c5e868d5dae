import { DataTable } from '~/components/list/data-table';
import { Card } from '~/components/ui/card';
import { Empty, Note } from '~/components/ui/feedback';
import type { ConsistencyReport } from '~/domain/scoring/marking/consistency.queries.server';
import { figureText, type Figure } from '~/domain/scoring/marking/consistency.rules';

/** A figure, or — with the reason in words. */
function FigureCell({ of, digits = 1, percent = false }: { of: Figure; digits?: number; percent?: boolean }) {
  const text = figureText(of, percent ? 0 : digits, percent ? 100 : 1);
  if (text !== null) return <span className="num">{percent ? `${text}%` : text}</span>;
  return (
    <span className="quiet">
      — <span className="small">{'why' in of ? of.why : ''}</span>
    </span>
  );
}

/** The report's sentences and both tables. */
export function ConsistencyTables({ report }: { report: ConsistencyReport }) {
  const name = (id: number) => report.names[id] ?? '';
  return (
    <>
      {report.remarks.length > 0 ? (
        <Card title="值得看一看" className="section">
          {report.remarks.map((remark) => (
            <Note key={remark} tone="warn">
              {remark}
            </Note>
          ))}
        </Card>
      ) : null}
      <Card
        title="每位老师"
        hint={`${report.papers} 份有评分，其中 ${report.shared} 份由两位以上老师评`}
        padded={false}
        className="section"
      >
        <DataTable
          caption="每位老师的评分"
          rows={report.examiners}
          rowKey={(one) => one.examinerId}
          empty={<Empty title="还没有阅卷老师">在“分卷”里选定阅卷老师。</Empty>}
          columns={[
            { key: 'name', header: '阅卷老师', rowHeader: true, isName: true, cell: (one) => name(one.examinerId) },
            { key: 'papers', header: '已提交', align: 'end', cell: (one) => one.papers },
            { key: 'mean', header: '平均分', align: 'end', cell: (one) => <FigureCell of={one.mean} /> },
            { key: 'spread', header: '标准差', align: 'end', cell: (one) => <FigureCell of={one.spread} /> },
            {
              key: 'severity',
              header: '与别人的平均差',
              align: 'end',
              cell: (one) => <FigureCell of={one.severity} />,
            },
            { key: 'shared', header: '共同评', align: 'end', cell: (one) => one.shared },
            {
              key: 'contested',
              header: '进入仲裁',
              align: 'end',
              cell: (one) => <FigureCell of={one.contestedRate} percent />,
            },
            {
              key: 'upheld',
              header: '仲裁后被采用',
              align: 'end',
              cell: (one) => <FigureCell of={one.upheldRate} percent />,
            },
          ]}
        />
      </Card>
      <Card title="两两比较" hint="同一份答卷由两位老师各自评过的" padded={false} className="section">
        <DataTable
          caption="两位老师共同评的答卷"
          rows={report.pairs}
          rowKey={(pair) => pair.ids.join('-')}
          empty={<Empty title="没有共同评的答卷">分卷时让两位老师各评一遍，这里就能比较。</Empty>}
          columns={[
            {
              key: 'pair',
              header: '两位老师',
              rowHeader: true,
              cell: (pair) => `${name(pair.ids[0])}、${name(pair.ids[1])}`,
            },
            { key: 'papers', header: '共同评', align: 'end', cell: (pair) => pair.papers },
            { key: 'distance', header: '平均相差', align: 'end', cell: (pair) => <FigureCell of={pair.distance} /> },
            {
              key: 'difference',
              header: '前者减后者',
              align: 'end',
              cell: (pair) => <FigureCell of={pair.difference} />,
            },
            {
              key: 'correlation',
              header: '相关系数',
              align: 'end',
              cell: (pair) => <FigureCell of={pair.correlation} digits={2} />,
            },
          ]}
        />
      </Card>
    </>
  );
}
