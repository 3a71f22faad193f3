import { isTestFile } from './import-graph.ts'

/** A rule about which files may import which. Paths are relative to the repository's root, with forward slashes. */
export interface Wall {
  readonly name: string
  /** The files the rule applies to. */
  readonly inside: RegExp
  /** The forbidden imports: repository paths of resolved files, or bare module names. */
  readonly forbids: (target: string, from: string) => boolean
}

const workspaces = [
  'domain',
  'schema',
  'postgres',
  'layout',
  'canvas',
  'sync',
  'interchange',
  'identity',
  'server',
  'web',
  'cli',
] as const
type Workspace = (typeof workspaces)[number]

const workspaceFolders: Record<Workspace, string> = {
  domain: 'packages/domain/',
  schema: 'packages/schema/',
  postgres: 'packages/postgres/',
  layout: 'packages/layout/',
  canvas: 'packages/canvas/',
  sync: 'packages/sync/',
  interchange: 'packages/interchange/',
  identity: 'apps/identity/',
  server: 'apps/server/',
  web: 'apps/web/',
  cli: 'apps/cli/',
}

const mayKnow: Record<Workspace, readonly Workspace[]> = {
  domain: [],
  schema: ['domain'],
  postgres: [],
  layout: ['domain'],
  canvas: ['domain', 'layout'],
  sync: ['domain'],
  interchange: ['domain'],
  identity: ['domain', 'postgres'],
  server: ['schema', 'domain', 'identity', 'interchange', 'postgres'],
  web: ['canvas', 'schema', 'domain', 'interchange', 'layout', 'sync'],
  cli: ['schema', 'domain', 'interchange', 'sync'],
}

const arrows: readonly Wall[] = workspaces.map((workspace) => ({
  name: `${workspace} knows only: ${mayKnow[workspace].join(', ') || 'itself'}`,
  inside: new RegExp(`^${workspaceFolders[workspace]}`),
  forbids: (target) =>
    workspaces.some((other) => {
      if (other === workspace || mayKnow[workspace].includes(other)) return false
      return target.startsWith(workspaceFolders[other]) || `${target}/`.startsWith(`@espalier/${other}/`)
    }),
}))

const findFeature = (path: string) =>
  /^(apps\/server\/src\/features\/[^/]+|apps\/web\/src\/pages\/[^/]+|apps\/web\/src\/project)\//.exec(path)?.[1]
const isOtherFeature = (target: string, from: string) =>
  findFeature(target) !== undefined && findFeature(target) !== findFeature(from)
const findVendor = (path: string) => /^apps\/server\/src\/adapters\/([^/]+)\//.exec(path)?.[1]
const server = (folders: string) => new RegExp(`^apps/server/src/(?:${folders})/`)
const web = (folders: string) => new RegExp(`^apps/web/src/(?:${folders})/`)

export const walls: readonly Wall[] = [
  ...arrows,
  {
    name: 'a package is entered by its name, never by a path into its folder',
    inside: /./,
    forbids: (target, from) =>
      workspaces.some(
        (workspace) => target.startsWith(workspaceFolders[workspace]) && !from.startsWith(workspaceFolders[workspace]),
      ),
  },
  {
    name: 'the product knows neither its tests from outside nor its tools',
    inside: /^(packages|apps)\//,
    forbids: (target) => /^(e2e|bench|chaos|simulate|tools)\//.test(target),
  },
  {
    name: 'journeys, benches and faults know the server from outside',
    inside: /^(e2e|bench|chaos)\//,
    forbids: (target) => /^@espalier\/(server(?!\/src\/testing\/)|identity(?!\/testing$)|web)/.test(target),
  },
  {
    name: 'stand-ins know nothing of the server and the page, and of the identity service its types',
    inside: /^stand-ins\//,
    forbids: (target) => /^@espalier\/(server|web|identity\/)/.test(target) || /^(apps|packages)\//.test(target),
  },
  {
    name: 'only tests and the tools know stand-ins',
    inside: /^(apps|packages)\//,
    forbids: (target, from) => target.startsWith('@espalier/stand-ins') && !isTestFile(from),
  },
  {
    name: 'domain, layout, canvas and sync import nothing but rules',
    inside: /^packages\/(domain|layout|canvas|sync)\/src\//,
    forbids: (target, from) => !target.startsWith('packages/') && !target.startsWith('@espalier/') && !isTestFile(from),
  },
  {
    name: 'the server knows the identity service only in its adapter and where it is composed',
    inside: /^apps\/server\/src\/(?!adapters\/embedded-identity\/|app\/|admin\/)/,
    forbids: (target, from) => `${target}/`.startsWith('@espalier/identity/') && !isTestFile(from),
  },
  {
    name: 'a server slice knows ports, neither adapters nor transport, and another slice only by its index.ts',
    inside: server('features'),
    forbids: (target, from) =>
      !isTestFile(from) &&
      (server('adapters|admin|app|transport').test(target) ||
        (isOtherFeature(target, from) && !/features\/[^/]+\/index\.ts$/.test(target))),
  },
  {
    name: 'ports and the database know neither slices nor adapters nor transport',
    inside: server('ports|database'),
    forbids: (target, from) => server('features|adapters|transport|admin|app').test(target) && !isTestFile(from),
  },
  {
    name: 'what slices and transport share knows neither of them, and no adapter',
    inside: server('api|reliability|security'),
    forbids: (target, from) => server('features|adapters|transport|admin|app').test(target) && !isTestFile(from),
  },
  {
    name: 'transport knows no slice and no adapter',
    inside: server('transport'),
    forbids: (target, from) => server('features|adapters|admin|app').test(target) && !isTestFile(from),
  },
  {
    name: 'an adapter knows no slice and no other adapter',
    inside: server('adapters'),
    forbids: (target, from) => {
      const isOther = findVendor(target) !== undefined && findVendor(target) !== findVendor(from)
      return !isTestFile(from) && (server('features|transport|admin|app').test(target) || isOther)
    },
  },
  {
    name: 'the texts of the server and of identity know only the domain, not the code that shows them',
    inside: /^apps\/(?:server|identity)\/src\/texts\//,
    forbids: (target) => target !== '@espalier/domain' && !/^apps\/(?:server|identity)\/src\/texts\//.test(target),
  },
  {
    name: 'a page never imports another, and none imports the project screen',
    inside: web('pages|project'),
    forbids: isOtherFeature,
  },
  {
    name: 'only main.ts, start.tsx and tests know the routes, guards and frames of app/',
    inside: web('pages|project|shared|sharing|import-export'),
    forbids: (target, from) => web('app').test(target) && !isTestFile(from),
  },
  {
    name: 'what screens share knows no screen',
    inside: web('shared|sharing|import-export'),
    forbids: (target, from) => web('pages|project').test(target) && !isTestFile(from),
  },
  {
    name: 'ui and platform know no screen and no network',
    inside: web('ui|platform'),
    forbids: (target) => web('pages|project|app|api|shared|sharing|import-export').test(target),
  },
  {
    name: 'the network layer knows no screen',
    inside: web('api'),
    forbids: (target, from) =>
      web('pages|project|app|ui|shared|sharing|import-export').test(target) && !isTestFile(from),
  },
]

/** A shorter file that only its neighbor imports belongs in that neighbor. */
export const shortLines = 30
export const lonelyExceptions: readonly { readonly files: RegExp; readonly reason: string }[] = [
  {
    files: /^apps\/server\/src\/security\/sanitize-worker\.ts$/,
    reason: 'A worker thread starts with this file; it may not carry what the main thread imports.',
  },
  {
    files: /\/(?:[\w-]+-)?store\.ts$/,
    reason: 'SQL stands in stores, also where there is little of it.',
  },
  {
    files: /^apps\/web\/src\/texts\/pseudo-locale\.ts$/,
    reason: 'A language is loaded when it is chosen, so that the others cost nothing.',
  },
  {
    files: /^stand-ins\/src\/awaited-list\.ts$/,
    reason: 'Tests of the server wait on such lists without any stand-in.',
  },
]

export const mostLines = 400
/** Generated files have no limit, because nobody reads them. */
export const unlimited = /\/generated\//

/** Globals that reach outside in packages where nothing may. */
export const forbiddenWords: readonly { name: string; inside: RegExp; words: RegExp }[] = [
  {
    name: 'the packages of rules have no clock, no chance and no outside',
    inside: /^packages\/(domain|layout|canvas|sync|interchange)\/src\/(?!testing\/|.*\.test\.ts$)/,
    words: /\b(Date\.now|new Date\(\)|Math\.random|process\.|fetch\(|setTimeout|setInterval|console\.)/,
  },
  {
    name: 'api/ is the only network of the page',
    inside: /^apps\/web\/src\/(?!api\/|.*\.test\.tsx?$)/,
    words: /\b(fetch\(|new WebSocket|new XMLHttpRequest|new EventSource|sendBeacon)/,
  },
  {
    // These adapters of PostgreSQL and of its job queue, and the package that runs databases, are entirely about SQL.
    name: 'SQL stands in stores: store.ts, *-store.ts, database/ and storage/',
    inside:
      /^apps\/(server|identity)\/src\/(?!(?:.*\/)?(?:database|storage|testing)\/|(?:.*\/)?(?:[\w-]+-)?store\.ts$|adapters\/(?:postgres|graphile-worker)\/|.*\.test\.ts$)/,
    words:
      /\b(?:pool|client|db|tx|database)\.query[<(]|\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<\w+>)?`|[`'"]\s*(?:select|insert into|delete from|update \w+ set)\s/,
  },
]

/** Exported names that say nothing without their import path, or that a search for the ordinary word does not find. */
export const forbiddenNames = /^(?:tell|say|said|told|heed|look|take|keep|way|whoever)(?![a-z])/
export const forbiddenNameExceptions: readonly { readonly name: string; readonly reason: string }[] = []

/** Words in components that are the same in every language. */
export const jsxTextExceptions: readonly { readonly text: RegExp; readonly reason: string }[] = []
