import path from 'node:path';
import { countDownload, uploadResources } from '~/domain/resource/resource.commands.server';
import { getResource } from '~/domain/resource/resource.queries.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { copyPrivately } from '~/lib/private-files.server';
import type { DemoPeople } from './demo-people.server';

const FILES = path.resolve('app/db/demo/resources');
const DAY = 24 * 3600_000;

type DemoResource = {
  file: string;
  /** As its teacher called the file. */
  name: string;
  /** What is in it, where only a decoder could tell: the school is made without one. */
  mime?: string;
  durationMs?: number;
  /** Indexes of the demo's teachers and classes; without classes it is for all students. */
  teacher: number;
  classes?: number[];
  isOpen?: boolean;
  daysAgo: number;
  downloads: number;
};

/** The files of app/db/demo/resources. */
export const RESOURCES: DemoResource[] = [
  { file: 'rubric.pdf', name: '导游口语评分说明.pdf', teacher: 0, daysAgo: 52, downloads: 38 },
  { file: 'palace.docx', name: '故宫讲解词范文.docx', teacher: 0, daysAgo: 47, downloads: 31 },
  { file: 'palace-plan.png', name: '故宫中轴线示意图.png', teacher: 0, daysAgo: 46, downloads: 17 },
  { file: 'points.xlsx', name: '导游基础知识点清单.xlsx', teacher: 1, daysAgo: 40, downloads: 22 },
  { file: 'station.pptx', name: '接站服务流程.pptx', teacher: 0, classes: [0], daysAgo: 33, downloads: 14 },
  {
    file: 'welcome.mp3',
    mime: 'audio/mpeg',
    durationMs: 11_650,
    name: '接站欢迎词示范朗读.mp3',
    teacher: 0,
    daysAgo: 32,
    downloads: 26,
  },
  { file: 'reading.txt', name: '普通话朗读注意事项.txt', teacher: 2, daysAgo: 28, downloads: 9 },
  { file: 'frontdesk.doc', name: '酒店前台接待用语.doc', teacher: 1, daysAgo: 21, downloads: 12 },
  {
    file: 'palace-plan.mp4',
    mime: 'video/mp4',
    name: '故宫中轴线看图讲解.mp4',
    teacher: 0,
    classes: [0, 1],
    daysAgo: 18,
    downloads: 19,
  },
  { file: 'daytrip.xlsx', name: '一日游行程与费用表.xlsx', teacher: 2, classes: [1], daysAgo: 12, downloads: 8 },
  { file: 'review.zip', name: '期末复习资料包.zip', teacher: 0, classes: [0, 1], daysAgo: 5, downloads: 24 },
  { file: 'oldtown.odt', name: '老城街区讲解词（初稿）.odt', teacher: 1, isOpen: false, daysAgo: 4, downloads: 0 },
  { file: 'blueprint.xlsx', name: '期末理论命题细目表.xlsx', teacher: 0, isOpen: false, daysAgo: 2, downloads: 0 },
];

/** The teachers' resources of several kinds, open and closed, with what students have downloaded. */
export async function addDemoResources({ teachers, students, classIds }: DemoPeople, now: number): Promise<void> {
  for (const one of RESOURCES) {
    const teacher = teachers[one.teacher];
    if (!teacher) throw new Error('demo data: teachers expected');
    const at = now - one.daysAgo * DAY;
    const copy = temporaryPath();
    const isHere = await copyPrivately(path.join(FILES, one.file), copy).then(
      () => true,
      () => false,
    );
    // The Docker image carries no demo files.
    if (!isHere) return;
    const own = (one.classes ?? []).flatMap((index) => classIds[index] ?? []);
    const audience = own.length > 0 ? ('class' as const) : ('all' as const);
    const isOpen = one.isOpen ?? true;
    const input = { fileIds: [], audience, classIds: own, isOpen, notify: one.daysAgo < 6 && isOpen, requestId: '' };
    const { mime, durationMs } = one;
    const known = mime === undefined ? undefined : { mime, ...(durationMs === undefined ? {} : { durationMs }) };
    const file = { path: copy, name: one.name, isTooLarge: false, known };
    const [outcome] = await uploadResources(teacher, input, [file], at);
    if (!outcome?.resourceId) throw new Error(`demo resource ${one.name}: ${outcome?.problem ?? ''}`);
    const resource = await getResource(teacher, outcome.resourceId);
    const readers = students.filter(({ classroomId }) => own.length === 0 || own.includes(classroomId ?? 0));
    for (let index = 0; index < one.downloads; index += 1) {
      const reader = readers[(index * 7) % readers.length];
      if (reader) await countDownload(reader, resource, at + (index + 1) * 90 * 60_000);
    }
  }
}
