/** When pupils see the answers of a teacher's question, said where they are written. */
export const ANSWERS_SHOWN = '考试里，公布成绩后学生才能看到；共享给学生练习的，作答以后就能看到';
