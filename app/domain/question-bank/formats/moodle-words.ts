/** The words that Moodle writes into its XML. */

/** Kinds that no bank has. */
export const OTHER_KINDS: Record<string, string> = {
  match: '匹配题',
  matching: '匹配题',
  randomsamatch: '随机匹配题',
  random: '随机题',
  ddmatch: '拖拽匹配题',
  ddwtos: '拖拽填词题',
  ddimageortext: '拖到图片题',
  ddmarker: '拖拽标记题',
  gapselect: '选词填空题',
  ordering: '排序题',
  calculated: '计算题（随机数据）',
  calculatedsimple: '简单计算题（随机数据）',
  calculatedmulti: '计算选择题（随机数据）',
  coderunner: '编程题',
  stack: 'STACK 数学题',
  description: '说明文字',
};

/** Parts that are read, and those that only say how Moodle shows or marks a question. */
export const KNOWN_PARTS = new Set(
  (
    'name questiontext generalfeedback defaultgrade penalty hidden idnumber single shuffleanswers shuffleoptions ' +
    'answernumbering showstandardinstruction answer correctfeedback partiallycorrectfeedback incorrectfeedback ' +
    'shownumcorrect hint tags usecase responseformat responserequired responsefieldlines minwordlimit maxwordlimit ' +
    'attachments attachmentsrequired maxbytes filetypeslist graderinfo responsetemplate image image_base64 ' +
    'unitgradingtype unitpenalty showunits unitsleft units synchronize subquestion file category info ' +
    'mediatype timelimitinseconds allowpausing canselfrate canselfcomment videosize audiosize questiontextformat ' +
    'timelimit generalfeedbackformat unitspenalty instructions displayoptions'
  ).split(' '),
);

/** What Moodle says of every answer. */
export const STANDARD_FEEDBACK =
  /^(your answer is (partially )?(in)?correct\.?|(您|你)?的?(回答|答案)(是)?(部分|不)?(正确|错误)(的)?[。.]?)$/i;
