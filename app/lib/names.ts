// Names of people, classes and groups: what is kept of one, and which would be taken for one another.

import { boundMarks } from './text';

// What takes no place on a screen: format and control signs, joiners, fillers, variation selectors, the empty braille cell
// and notehead.
const UNSEEN = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\u2d7f|\u2800|\u{1d159}/gu;
// Drawn by some fonts only. Rare characters of names stood here once, so they stay in a name, and tell no two apart.
const SELDOM_SEEN = /\p{Co}|\p{Cn}/gu;

/** A name as it is seen, without what cannot be seen. */
export function seenName(text: string): string {
  return boundMarks(text).normalize('NFC').replace(UNSEEN, '').trim();
}

/** Whether anything of a text can be seen. */
export function hasSeen(text: string): boolean {
  return text.replace(UNSEEN, '').trim() !== '';
}

// A mark on a sign that has none of its own: a dot or ring that reads as dust. Tibetan or Uighur write vowels with them.
const STRAY_MARKS = /([\p{Script=Han}\p{Script=Latin}\p{N}\s])[\p{M}\u1100-\u11ff]+/gu;
// C++ and C# are no C; 々 and 〻 are written in names, ー is taken for 一. Other modifier letters read as points.
const NO_LETTERS = /(?:(?![々〻ー])\p{Lm}|[^\p{L}\p{N}\p{M}+#])+/gu;

// Letters and figures of other alphabets that look like ours, in small letters, each line above what it is taken for
// (Unicode's confusables, as far as they are drawn alike in the fonts of a Chinese PC).
const FOREIGN = [
  ['аеіорсухкмтнвзбѕјԁһԛԝ', 'aeiopcyxkmthb36sjdhqw'], // Cyrillic
  ['αονικρτυϲϹϳχηωγ', 'aovikptuccjxnwy'], // Greek
  ['օսոցհքյ', 'ounghpj'], // Armenian
  ['ꭰꭱꭲꭳꭺꭼꮃꮇꮋꮐꮓꮢꮤꮥꮩꮪꮮꮯꮲꮶᏼ', 'drtoaewmhgzrwsvslcpkb'], // Cherokee
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'bpdtgkjczfmnlsrvhwxyaeiou'], // Lisu
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıȷ', 'abcdefghijklmnoprstuvwyzagij'], // Latin
  ['ニハロカタエトーー', '二八口力夕工卜一一'], // Katakana
  ['囗攵髙末', '口文高未'], // Han
  ['○◯〇０٥۵०০๐၀೦൦', '000000000000'], // noughts
] as const;
const OURS = new Map(FOREIGN.flatMap(([theirs, ours]) => Array.from(theirs, (sign, at) => [sign, ours[at] ?? sign])));

const asOurs = (text: string) => Array.from(text, (sign) => OURS.get(sign) ?? sign).join('');

// A long dash between two characters reads as 一.
const DASH = /(\p{Script=Han})[—―─](?=\p{Script=Han})/gu;

/** What somebody reads who looks at a name in passing: letters and figures. */
function looks(name: string): string {
  // Before too: a Ϲ would be normalized to a sigma.
  const seen = asOurs(name).normalize('NFKC').replace(UNSEEN, '').replace(SELDOM_SEEN, '').toLowerCase();
  const plain = seen.replace(STRAY_MARKS, '$1').replace(DASH, '$1一');
  const isFigure = (sign: string | undefined) => sign !== undefined && /\p{N}/u.test(sign);
  // Points between two figures stay: 3.1 is not 31.
  const unpointed = plain.replace(NO_LETTERS, (run, at: number) =>
    isFigure(plain[at - 1]) && isFigure(plain[at + run.length]) ? run : '',
  );
  const ours = asOurs(unpointed || plain);
  return ours.replace(/[oil]/g, (sign, at: number) => {
    const beside = [ours[at - 1], ours[at + 1]];
    const isInWord = beside.some((one) => one !== undefined && /[a-z]/.test(one));
    if (isInWord && !beside.some(isFigure)) return sign;
    return sign === 'o' ? '0' : '1';
  });
}

/**
 * Whether two names of people, classes or groups would be taken for one another: full-width or not, however they are
 * spaced and pointed, in capitals or small letters, with signs that nobody sees or without, O for 0, б for 6.
 */
export function isSameName(one: string, other: string): boolean {
  return looks(one) === looks(other);
}

const TITLE = /[\s（(【[·-]*(老师|教师|管理员|班主任|主任|校长)[\s）)】\]]*$/;

/** The same with the titles that people put behind a name: 周敏老师 and 周敏（管理员） are taken for 周敏. */
export function isSamePerson(one: string, other: string): boolean {
  const untitled = (name: string) => seenName(name).replace(TITLE, '') || name;
  return isSameName(one, other) || isSameName(untitled(one), untitled(other));
}

const OFFICE =
  /管理员|管理者|^(系统|本?系统(通知|消息)?|考评|学校|教务处?|教导处|德育处|考务(处|组|中心)?|校长室?|主任|班主任|老师|教师)$/;

/**
 * Whether a name is an office and nobody's name: whoever reads 管理员 or 教务处 in a message takes it for the school's
 * word. However it is spaced and written, as for {@link isSameName}.
 */
export function isOfficeName(name: string): boolean {
  return OFFICE.test(looks(name));
}
