import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { CENTRE } from '~/domain/file/crop.rules';
import { storeFile } from '~/domain/file/file.commands.server';
import { updateProfile } from '~/domain/user/account.commands.server';
import { beginSession, keepSession } from '~/domain/user/session.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { env } from '~/lib/env.server';
import { newUuid } from '~/lib/ids.server';
import type { DemoPeople } from './demo-people.server';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Where people of a school of tourism in Kunming come from. */
const REGIONS = [
  ['云南省', '昆明市', '五华区'],
  ['云南省', '大理白族自治州', '大理市'],
  ['云南省', '丽江市', '古城区'],
  ['云南省', '昆明市', '盘龙区'],
  ['云南省', '西双版纳傣族自治州', '景洪市'],
  ['贵州省', '贵阳市', '南明区'],
] as const;

/** Sky, sun and two rows of hills. */
const PICTURES = [
  ['#cfe6f5', '#f6c35c', '#5f9e7c', '#2f6f57'],
  ['#fbe3cf', '#e8734a', '#8a6fa8', '#574a78'],
  ['#dff0e4', '#f2a93b', '#4e92a8', '#2c5d78'],
  ['#f7e9f0', '#d9577e', '#a5787f', '#6d4656'],
] as const;

const WINDOWS_7 =
  'Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36';
const OFFICE = `${WINDOWS_7.replace('6.1', '10.0').replace('109', '126')} Edg/126.0.0.0`;
const PHONE =
  'Mozilla/5.0 (Linux; Android 12; ANY-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47';

/** Profiles that are filled in, and devices where people are signed in. */
export async function addDemoPersonal({ teachers, students }: DemoPeople, now: number): Promise<void> {
  for (const [index, actor] of [...teachers, ...students.slice(0, 24)].entries()) {
    const [province, city, district] = REGIONS[index % REGIONS.length] ?? REGIONS[0];
    await updateProfile(actor, { province, city, district }, now - 60 * DAY + index * MINUTE);
  }
  for (const [index, colours] of PICTURES.entries()) {
    const student = students[index * 2];
    if (student) await setPicture(student, colours, now - 50 * DAY);
  }
  const [zhou, lu] = teachers;
  if (zhou) {
    await signInAt(zhou, { address: '192.168.3.21', userAgent: OFFICE }, now - 190 * MINUTE, now - 12 * MINUTE);
    await signInAt(zhou, { address: '192.168.8.104', userAgent: PHONE }, now - 95 * MINUTE, now - 40 * MINUTE);
  }
  if (lu) await signInAt(lu, { address: '192.168.3.27', userAgent: WINDOWS_7 }, now - 70 * MINUTE, now - 25 * MINUTE);
}

async function setPicture(actor: Actor, colours: (typeof PICTURES)[number], now: number): Promise<void> {
  const [sky, sun, far, near] = colours;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="${sky}"/>
    <circle cx="210" cy="110" r="42" fill="${sun}"/><path d="M0 230 90 130l70 70 60-50 100 90v80H0z" fill="${far}"/>
    <path d="M0 270q80-60 160-10t160-30v90H0z" fill="${near}"/></svg>`;
  const directory = path.join(env().dataDir, 'tmp');
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, newUuid());
  await sharp(Buffer.from(drawing)).png().toFile(file);
  const square = { crop: CENTRE, side: 240 };
  const { id } = await storeFile(actor, { kind: 'image', path: file, name: '头像.png', square }, now);
  await updateProfile(actor, { avatarFileId: id }, now);
}

async function signInAt(actor: Actor, client: { address: string; userAgent: string }, from: number, last: number) {
  const id = await beginSession(actor.id, client, from);
  await keepSession(actor.id, id, client, last);
}
