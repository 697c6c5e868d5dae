// npm start and npm run doctor. Written so that even a very old Node.js can read it and say that it is too old.
// Any Node.js from 18 on starts the program; the project's own runs it (docs/decisions/0033).
const OLDEST = 18;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(
    '需要 Node.js ' +
      OLDEST +
      ' 或更新的版本，现在是 ' +
      process.versions.node +
      '。请到 https://nodejs.org 安装 LTS 版。',
  );
  process.exit(1);
} else {
  import(process.argv[2] === 'doctor' ? './doctor.mjs' : './start-server.mjs');
}
