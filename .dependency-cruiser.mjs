/**
 * Who may import what. `npm run check` asserts these rules; docs/architecture.md draws them.
 *
 * `import type` counts: a type that is imported upwards ties the layers together as a function does.
 * Tests are left out: they may import everything, and dependency-cruiser 18.7.2 cannot read `using` through swc.
 * The parser is swc because dependency-cruiser does not support TypeScript 7.
 */

const NEWS = ['platform', 'core']
const PEOPLE = [...NEWS, 'people', 'clippings']
const WORK = [...PEOPLE, 'delivery', 'agent', 'dataset', 'enrichment', 'syndication']

/** Rooms that each room may import besides itself. A room is a package, or a folder or file of functions/. */
const MAY_IMPORT = {
  platform: [],
  core: ['platform'],
  people: NEWS,
  clippings: [...NEWS, 'people'],
  delivery: PEOPLE,
  enrichment: ['platform'],
  agent: [...PEOPLE, 'enrichment'],
  dataset: NEWS,
  syndication: PEOPLE,
  scraper: NEWS,
  cli: [...WORK, 'scraper', 'server', 'functions/jobs', 'stacks'],
  // A client of the public API: it shares two files with the service, by the rule below.
  observatory: ['platform'],
  // Runs the functions on a machine: HTTP front, queues, scheduler, pollers.
  server: [
    ...WORK,
    'scraper',
    'observatory',
    'functions/endpoints',
    'functions/graphql',
    'functions/http',
    'functions/mcp',
    'functions/migrate',
    'functions/workers',
    'functions/jobs',
  ],
  'index-server': [],
  // What runs files and servers of one machine.
  emulators: ['platform', 'server'],
  // The releases of the sample data carry the digests that readers get.
  'sample-data': [...PEOPLE, 'delivery'],
  local: [
    ...WORK,
    'scraper',
    'observatory',
    'server',
    'index-server',
    'emulators',
    'sample-data',
    'functions/http',
    'functions/workers',
    'functions/jobs',
  ],
  // The list of the definitions of endpoints.
  'functions/endpoints': ['platform', 'functions/graphql', 'functions/http', 'functions/mcp'],
  // Operators read the list of jobs.
  'functions/graphql': [...PEOPLE, 'delivery', 'agent', 'scraper', 'functions/http', 'functions/jobs'],
  'functions/http': [...PEOPLE, 'delivery', 'syndication'],
  // Its tools execute operations of the public schema.
  'functions/mcp': ['platform', 'syndication', 'functions/graphql', 'functions/http'],
  'functions/migrate': [...NEWS, 'scraper'],
  'functions/workers': WORK,
  'functions/jobs': [...WORK, 'scraper', 'syndication'],
}

const OURS = '^(packages|functions|stacks|test)/'
const TESTS = '^test/|\\.test\\.ts$'

const folderOf = (room) => (/^(functions\/|stacks$)/.test(room) ? room : `packages/${room}`)
const inRooms = (rooms) => `^(${rooms.map(folderOf).join('|')})(/|\\.ts$)`

const roomRules = Object.entries(MAY_IMPORT).map(([room, allowed]) => ({
  name: `${room.replace('/', '-')}-imports`,
  severity: 'error',
  comment:
    `${folderOf(room)} may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')}. ` +
    'Move the code to a room that may import both, or pass the value in as a parameter.',
  from: { path: inRooms([room]) },
  to: { path: OURS, pathNot: inRooms([room, ...allowed]) },
}))

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

/** Files of a room that alone may import another room, or be imported by it. */
const entranceRules = [
  rule(
    'observatory-shares-two-files',
    'The observatory imports text/markdown-work.ts and config/delivery-channels.ts of packages/platform alone. Ask the public API, or write the code there.',
    { path: '^packages/observatory/', pathNot: '/vite\\.config\\.ts$' },
    {
      path: '^packages/platform/',
      pathNot: '^packages/platform/src/(text/markdown-work|config/delivery-channels)\\.ts$',
    },
  ),
  rule(
    'the-build-of-the-observatory-shares-one-file',
    'The build of the observatory imports site/site-page.ts of packages/platform alone.',
    { path: '^packages/observatory/vite\\.config\\.ts$' },
    { path: '^packages/platform/', pathNot: '^packages/platform/src/site/site-page\\.ts$' },
  ),
  rule(
    'local-reaches-functions-in-one-file',
    'Only stack.ts of packages/local imports functions. Call the function through functions/invoke.ts of packages/server.',
    { path: '^packages/local/', pathNot: '/stack\\.ts$' },
    { path: '^functions/' },
  ),
  rule(
    'server-reaches-functions-in-one-folder',
    'Only functions/ of packages/server imports functions. Call the function through functions/invoke.ts.',
    { path: '^packages/server/', pathNot: '^packages/server/src/functions/' },
    { path: '^functions/' },
  ),
  rule(
    'local-leaves-core-to-stack',
    'Only stack.ts of packages/local imports core. Pass the value in from stack.ts.',
    { path: '^packages/local/', pathNot: '/stack\\.ts$' },
    { path: '^packages/core/' },
  ),
  rule(
    'queries-do-not-load-the-agent',
    'Only stream/handler.ts and schema/agent/generation.ts load the agent: queries start without it. Import its type.',
    {
      path: '^functions/graphql/',
      pathNot: '^functions/graphql/(schema/agent/generation|stream/handler)\\.ts$',
    },
    { path: '^packages/agent/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'queries-read-the-list-of-jobs',
    'Queries import the list of jobs alone, and late. Enqueue the job instead of running it.',
    { path: '^functions/graphql/' },
    { path: '^functions/jobs/', pathNot: '/jobs\\.ts$' },
  ),
  rule(
    'nothing-imports-the-stream-function',
    'Only invoke.ts of packages/server imports stream/handler.ts. Move what both functions need into a file of its own.',
    { path: OURS, pathNot: '^packages/server/src/functions/invoke\\.ts$' },
    { path: '^functions/graphql/stream/handler\\.ts$' },
  ),
  rule(
    'driver-has-one-entry',
    'Workarounds for the postgres client are imported through database/driver/driver.ts alone.',
    { path: OURS, pathNot: '^packages/platform/src/database/driver/' },
    {
      path: '^packages/platform/src/database/driver/',
      pathNot: '/driver/(driver|statement-hooks)\\.ts$',
    },
  ),
  rule(
    'commands-enqueue-jobs',
    'Commands import the definitions of jobs alone. Enqueue the job instead of running it.',
    { path: '^packages/cli/' },
    { path: '^functions/jobs/', pathNot: '/(jobs|define-job)\\.ts$' },
  ),
  rule(
    'commands-read-the-lists-of-stacks',
    'Commands import settings, boundaries and quota needs of stacks/, which need no Pulumi. Move pure data to one of them.',
    { path: '^packages/cli/' },
    {
      path: '^stacks/',
      pathNot: '^stacks/(stages/(settings|stage-settings)|boundary|quota-needs)\\.ts$',
    },
  ),
  rule(
    'endpoints-are-data',
    'The list of endpoints and each endpoint.ts import definitions alone, because the infrastructure reads them.',
    { path: '^functions/(endpoints|.*/endpoint)\\.ts$' },
    { path: OURS, pathNot: '/endpoint\\.ts$|^packages/platform/src/(endpoints/|config/delivery-channels)' },
  ),
  rule(
    'functions-load-the-sections-of-their-definition',
    'Functions read the configuration by config/load-config-of.ts. Name the section in the definition of the function.',
    { path: '^functions/' },
    { path: '^packages/platform/src/config/config\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'stacks-import-lists',
    'Stacks import the lists of jobs, workers, endpoints and delivery channels, definitions, the gateway answers, the headers of the site, the settings of the publisher with the head of its pages, and their types, no other code.',
    { path: '^stacks/' },
    {
      path: OURS,
      pathNot:
        '^stacks/|^functions/(jobs/jobs|workers/workers|endpoints|migrate/definitions|http/gateway-answers)\\.ts$|' +
        '^packages/platform/src/(jobs/define-job|workers/define-worker|endpoints/define-(endpoint|function)|config/config|config/delivery-channels|config/publisher|site/site-page)\\.ts$|' +
        '^packages/observatory/page-headers\\.ts$',
    },
  ),
]

export default {
  forbidden: [
    ...roomRules,
    ...entranceRules,
    rule(
      'every-room-has-a-line',
      'This folder has no line in MAY_IMPORT of .dependency-cruiser.mjs. Add the rooms that it may import.',
      { path: '^(packages|functions)/', pathNot: inRooms(Object.keys(MAY_IMPORT)) },
      { path: OURS },
    ),
    rule(
      'no-cycle-between-files',
      'These files import each other. Move what both need, types included, into a file of its own.',
      { path: OURS },
      { circular: true },
    ),
    {
      ...rule(
        'no-cycle-between-folders',
        'These folders import each other. Move the shared file to the folder that the other one imports.',
        {},
        { circular: true },
      ),
      scope: 'folder',
    },
    rule(
      'shipped-code-imports-no-test',
      'Shipped code may not import tests. Move the shared code to the package whose noun it names.',
      { path: '^(packages|functions|stacks)/' },
      { path: TESTS },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: '^test/|node_modules' },
    exclude: { path: '(^|/)(generated|dist[^/]*)/|\\.test\\.ts$|^node_modules/(?!@pauta)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
