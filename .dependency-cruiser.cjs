/** The floors of the house: each may import only what stands below it (docs/decisions/0007). */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^app/', pathNot: allowed },
});

/** Areas of the domain from the ground up: each stands on those before it alone (docs/decisions/0049). */
const AREAS = [
  ...['actor', 'school', 'audit', 'message', 'mail', 'file'],
  ...['classroom', 'user', 'teaching-group', 'question-bank'],
  ...['exam', 'basket', 'attempt', 'scoring', 'room', 'scan'],
  ...['practice', 'work', 'interaction', 'statistics', 'resource'],
  ...['handover', 'export', 'retention', 'backup', 'demo'],
];
/** The same for the rooms of scoring. */
const ROOMS = ['paper', 'settling', 'sharing-out', 'marking', 'release', 'report', 'result', 'correction'];

/** No folder of `base` imports one that comes after it in the list; one that is not in the list imports none of them. */
const floors = (base, names) => [
  ...names.map((name, index) => ({
    name: `floor-of-${name}`,
    severity: 'error',
    comment: `${base}${name} stands below what comes after it: turn the call round (docs/decisions/0049)`,
    from: { path: `^${base}${name}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^${base}[^/]+/`, pathNot: names.slice(0, index + 1).map((below) => `^${base}${below}/`) },
  })),
  {
    name: `only-known-folders-in-${base.split('/').at(-2)}`,
    severity: 'error',
    comment: 'a new folder gets its place in the list above',
    from: { path: `^${base}[^/]+/`, pathNot: names.map((name) => `^${base}${name}/`) },
    to: {},
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: { path: '^app/' }, to: { circular: true } },
    ...floors('app/domain/', AREAS),
    ...floors('app/domain/scoring/', ROOMS),
    {
      name: 'one-file-knows-all-areas',
      severity: 'error',
      comment:
        'app/domain/registrations.server.ts is the only file of the domain outside the areas; only the start calls it',
      from: { path: '^app/domain/' },
      to: { path: '^app/domain/[^/]+$' },
    },
    {
      name: 'queries-only-read',
      severity: 'error',
      comment: 'what writes stands in commands; a query that needs one is none',
      from: { path: '^app/domain/.+\\.queries\\.server\\.ts$' },
      to: { path: '\\.commands\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'a file that imports nothing and that nothing imports is left over',
      from: { path: '^app/', pathNot: ['\\.d\\.ts$', '\\.test\\.tsx?$', '^app/routes/'], orphan: true },
      to: {},
    },
    {
      name: 'no-unreachable-code',
      severity: 'error',
      comment: 'what no route, entry, tool or thread reaches is not part of the app',
      from: {
        path: [
          '^app/(routes/|root\\.tsx$|entry\\.|threads\\.server\\.ts$|reset-password\\.server\\.ts$|passphrase\\.server\\.ts$)',
        ],
      },
      to: {
        path: '^app/',
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '^app/(root\\.tsx|entry\\.|threads\\.|reset-password\\.|passphrase\\.|routes/)',
        ],
        reachable: false,
      },
    },
    only('lib', '^app/lib/', ['^app/lib/'], 'lib imports nothing of ours'),
    only('db', '^app/db/(?!demo/)', ['^app/db/(?!demo/)', '^app/lib/'], 'db imports lib'),
    only(
      'demo',
      '^app/db/demo/',
      ['^app/db/', '^app/domain/', '^app/storage/', '^app/lib/'],
      'the demo school is made by the domain’s own commands',
    ),
    only('storage', '^app/storage/', ['^app/storage/', '^app/lib/'], 'storage imports lib'),
    only(
      'domain',
      '^app/domain/',
      ['^app/domain/', '^app/db/', '^app/storage/', '^app/lib/'],
      'domain knows no HTTP and no React',
    ),
    only(
      'http',
      '^app/http/',
      ['^app/http/', '^app/domain/(actor|school|user|audit)/', '^app/domain/file/', '^app/db/', '^app/lib/'],
      'http knows users and the audit log',
    ),
    {
      name: 'components',
      severity: 'error',
      comment:
        'components draw and read no data; the types of the rows that queries return are gone when the code runs',
      from: { path: '^app/components/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^app/',
        pathNot: [
          '^app/components/',
          '^app/styles/',
          '^app/lib/',
          '^app/http/(list-params|kept-ticks|with-params|form-problem)\\.ts$',
          '^app/domain/[^/]+/[^/]+\\.(schema|rules)\\.ts$',
          '^app/domain/(question-bank/kinds|scoring)/.+\\.(schema|rules)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-no-database',
      severity: 'error',
      comment: 'a route translates HTTP; reading and writing is the domain’s',
      from: { path: '^app/routes/' },
      to: { path: '^app/(db|storage)/' },
    },
    {
      name: 'routes-apart',
      severity: 'error',
      comment: 'routes never import each other; a folder route may import its own private files',
      from: { path: '^app/routes/([^/]+)' },
      to: { path: '^app/routes/', pathNot: '^app/routes/$1/' },
    },
    {
      name: 'api-draws-nothing',
      severity: 'error',
      from: { path: '^app/routes/api\\.' },
      to: { path: '^app/components/' },
    },
    {
      name: 'client-reaches-no-server',
      severity: 'error',
      comment:
        'only routes (Remix strips their server exports), entry.server, boot and server files may import *.server',
      from: {
        path: '^app/',
        pathNot: [
          '\\.server\\.tsx?$',
          '^app/routes/',
          '^app/root\\.tsx$',
          '^app/db/',
          '^app/storage/',
          '\\.test\\.tsx?$',
        ],
      },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'app-needs-no-tests',
      severity: 'error',
      from: { path: '^app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(tests|scripts|server)/' },
    },
    {
      name: 'listed-packages-only',
      severity: 'error',
      comment: 'every package the app imports stands in package.json',
      from: { path: '^app/', pathNot: '\\.(test\\.tsx?|d\\.ts)$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build', '\\.css(\\?(url|raw))?$'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
