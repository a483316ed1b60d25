/** The domains of the server, from the lowest layer up: none imports one above it. */
const serverDomains = [
  ...['kernel', 'http', 'identity', 'runs', 'audit', 'sources', 'queries', 'dashboards', 'alerting'],
  ...['content', 'git-sync', 'handover', 'worker', 'importing', 'operator', 'pages', 'roles'],
]

/** The folders of the web, from the lowest layer up. */
const webFolders = [
  ...[
    'api',
    'session',
    'ui',
    'favorites',
    'lists',
    'markdown',
    'snippets',
    'schema-browser',
    'editor',
    'versions',
    'help',
  ],
  ...[
    'parameters',
    'visualizations',
    'permissions',
    'tags',
    'results',
    'dashboards',
    'add-to-dashboard',
    'schedules',
  ],
  ...[
    'notices',
    'config-form',
    'alerting',
    'data-sources',
    'embed',
    'embed-dialog',
    'queries',
    'events',
    'organization',
  ],
  ...['home', 'second-factor', 'users', 'status', 'groups', 'git-sync', 'app', 'public-dashboard', 'gallery'],
]

/** The import rules of docs/architecture.md. `npm run check` asserts the module count, so that reading nothing fails. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-imports-only-shared',
      severity: 'error',
      from: { path: '^src/shared', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/shared|^node_modules/(typebox|dayjs|mustache|sql-formatter|@types/mustache)/' },
    },
    {
      // src/shared/sql scans and binds texts with the values that src/shared/parameters has checked
      name: 'parameters-know-no-sql',
      severity: 'error',
      from: { path: '^src/shared/parameters/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/shared/(sql|queries)/' },
    },
    {
      name: 'sql-knows-no-queries',
      severity: 'error',
      from: { path: '^src/shared/sql/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/shared/(?!sql/|parameters/|messages/)' },
    },
    {
      name: 'connectors-stand-alone',
      severity: 'error',
      from: { path: '^src/connectors/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/(connectors/(?!$1/|credentials/)[^/]+/|server|web|visualizations)',
      },
    },
    {
      name: 'connectors-import-shared-and-their-interface',
      severity: 'error',
      from: { path: '^src/connectors', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(server|web|visualizations)' },
    },
    {
      name: 'destinations-stand-alone',
      severity: 'error',
      from: { path: '^src/destinations/[^/]+-destination\\.ts$' },
      to: { path: '^src/destinations/[^/]+-destination\\.ts$' },
    },
    {
      name: 'destinations-import-shared-and-their-interface',
      severity: 'error',
      from: { path: '^src/destinations', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(server|web|visualizations|connectors)' },
    },
    {
      name: 'visualizations-stand-alone',
      severity: 'error',
      from: { path: '^src/visualizations/([^/]+)/', pathNot: '\\.test\\.tsx?$|^src/visualizations/parts' },
      to: { path: '^src/(visualizations/(?!$1/|parts/)[^/]+/|server|web|connectors)' },
    },
    {
      name: 'server-reaches-plugins-through-the-registry',
      severity: 'error',
      from: { path: '^src/server', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(connectors/[^/]+/|destinations/[^/]+-destination\\.ts|web|visualizations)' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^src/web' },
      to: { path: '^src/(server|connectors|destinations)' },
    },
    ...serverDomains.map((domain, place) => ({
      name: `layers-above-${domain}`,
      severity: 'error',
      from: { path: `^src/server/${domain}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/server/(${serverDomains.slice(place + 1).join('|') || 'main\\.ts'})` },
    })),
    {
      // the web process puts the routes of all domains together
      name: 'domains-through-their-face',
      severity: 'error',
      from: { path: '^src/server/([^/]+)/', pathNot: '\\.test\\.ts$|^src/server/roles/app\\.ts$' },
      to: { path: '^src/server/(?!$1/)[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'routes-of-domains-by-their-own-face',
      severity: 'error',
      from: { path: '^src/server/roles/app\\.ts$' },
      to: { path: '^src/server/(?!roles/)[^/]+/(?!(index|routes)\\.ts$)' },
    },
    {
      name: 'no-domain-by-its-own-face',
      severity: 'error',
      from: { path: '^src/server/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/$1/(index|routes)\\.ts$' },
    },
    ...webFolders.slice(0, -1).map((folder, place) => ({
      name: `web-layers-above-${folder}`,
      severity: 'error',
      from: { path: `^src/web/${folder}/`, pathNot: '\\.test\\.tsx?$|-under-test\\.tsx?$' },
      to: { path: `^src/web/(${webFolders.slice(place + 1).join('|')})/` },
    })),
    {
      name: 'sql-in-stores',
      severity: 'error',
      from: {
        path: '^src/server',
        pathNot: '-store\\.ts$|\\.test\\.ts$|^src/server/kernel/db/|^src/server/runs/jobs/',
      },
      to: { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'drivers-by-dynamic-import',
      severity: 'error',
      from: { path: '^src/connectors', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^node_modules/(pg|pg-cursor|mysql2|@duckdb)/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'src-never-imports-test',
      severity: 'error',
      from: { path: '^src', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^test' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
