// What programs and libraries are made for, read from their first bytes.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const PE_MACHINES = { 0x8664: 'win-x64', 0xaa64: 'win-arm64', 0x14c: 'win-ia32' };
const ELF_MACHINES = { 62: 'linux-x64', 183: 'linux-arm64', 3: 'linux-ia32', 40: 'linux-arm' };
const MACH_MACHINES = { 0x01000007: 'darwin-x64', 0x0100000c: 'darwin-arm64' };

/** The platform a binary file is for, such as win-x64; null when it is none, `other` for a machine unknown here. */
export function platformOf(file) {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(4096);
    return platformOfBytes(head.subarray(0, readSync(handle, head, 0, head.length, 0)));
  } finally {
    closeSync(handle);
  }
}

/** The same of the beginning of a file. */
export function platformOfBytes(head) {
  if (head.length < 64) return null;
  if (head.readUInt32BE(0) === 0x7f454c46) return ELF_MACHINES[head.readUInt16LE(18)] ?? 'other';
  if (head.readUInt32LE(0) === 0xfeedfacf) return MACH_MACHINES[head.readUInt32LE(4)] ?? 'other';
  if (head.toString('latin1', 0, 2) !== 'MZ') return null;
  const at = head.readUInt32LE(0x3c);
  if (at + 6 > head.length || head.toString('latin1', at, at + 4) !== 'PE\0\0') return null;
  return PE_MACHINES[head.readUInt16LE(at + 4)] ?? 'other';
}

/** Whether a library or program for Windows asks for Visual C++'s runtime, which a clean Windows does not have. */
export function needsVisualC(file) {
  return /\b(VCRUNTIME|MSVCP|MSVCR)\d+(_\d)?\.dll\b/i.test(readFileSync(file, 'latin1'));
}
