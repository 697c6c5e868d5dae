import { numberRanges } from '~/domain/scan/scan.rules';
import type { SheetBlock } from '~/domain/exam/writing-sheet.rules';

export type WritingSheetsProps = {
  schoolName: string;
  examName: string;
  /** What stands on each page, the same for every student. */
  pages: SheetBlock[][];
  /** Numbers of the questions that a key marks; where papers differ they say nothing. */
  keyed: number[];
  isDrawn: boolean;
  students: { id: number; name: string; account: string; classroomName: string; codes: QrCode[] }[];
};

type QrCode = { size: number; path: string };

/** The sheets that answers are written on: for every student the pages with their name and code. */
export function WritingSheets({ schoolName, examName, pages, keyed, isDrawn, students }: WritingSheetsProps) {
  const onScreen = isDrawn ? '选择、判断、填空题' : `第 ${numberRanges(keyed)} 题`;
  return students.map(({ id, name, account, classroomName, codes }) =>
    pages.map((blocks, index) => (
      <article className="paper wsheet" key={`${id}-${index}`} aria-labelledby={`wsheet-${id}-${index}`}>
        <header className="wsheet__head">
          <div>
            <p className="small">{schoolName}</p>
            <p className="wsheet__title" id={`wsheet-${id}-${index}`}>
              {examName} 答题纸
              <span className="vh">
                ：{name}，第 {index + 1} 页
              </span>
            </p>
            <p className="wsheet__who">
              <span>
                姓名：<b>{name}</b>
              </span>
              <span>班级：{classroomName}</span>
              <span>
                学号：<b className="num">{account}</b>
              </span>
              <span className="num">
                第 {index + 1} 页，共 {pages.length} 页
              </span>
            </p>
            {isDrawn || keyed.length > 0 ? <p className="small">{onScreen}在电脑上作答，写在纸上不计分</p> : null}
            {isDrawn ? (
              <p className="small">题号以自己屏幕上的为准；各人抽到的题不同，这张纸不能扫描，由老师收存</p>
            ) : null}
          </div>
          {codes[index] ? <Code code={codes[index]} label={`${name}第 ${index + 1} 页的二维码`} /> : null}
        </header>
        {blocks.map((block, place) => (
          <Block key={place} block={block} />
        ))}
      </article>
    )),
  );
}

function Code({ code, label }: { code: QrCode; label: string }) {
  return (
    <svg className="wsheet__code" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path d={code.path} />
    </svg>
  );
}

function Block({ block }: { block: SheetBlock }) {
  switch (block.type) {
    case 'heading':
      return <h2 className="wsheet__part">{block.text}</h2>;
    case 'lines':
      return (
        <div className="wsheet__lines">
          <p className="num">
            {numberText(block.number)}（{block.points} 分）
          </p>
          {Array.from({ length: block.lines }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      );
  }
}

const numberText = (number: number | null) => (number === null ? '第＿＿题' : `${number}.`);
