import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { brokenWalls } from './check-walls.ts'
import { lonelyExceptions } from './rules.ts'

const file = (path: string, imports: string[] = [], code = '') => ({ path, imports, code })
const lines = (count: number) => 'x\n'.repeat(count)
const broken = (path: string, target: string) => brokenWalls([file(path, [target])])

describe('wall checks', () => {
  it.each([
    ['packages/domain/src/graph.ts', '@espalier/schema'],
    ['packages/domain/src/graph.ts', 'node:fs'],
    ['packages/layout/src/tree.ts', 'd3-hierarchy'],
    ['packages/schema/src/index.ts', '@espalier/server'],
    ['packages/postgres/src/migrate.ts', '@espalier/domain'],
    ['apps/identity/src/index.ts', '@espalier/server'],
    ['apps/web/src/main.tsx', '@espalier/postgres'],
    ['apps/web/src/main.tsx', 'packages/domain/src/limits.ts'],
    ['apps/server/src/features/account/slice.ts', '@espalier/identity'],
    ['apps/server/src/features/account/slice.ts', 'apps/server/src/adapters/smtp/index.ts'],
    ['apps/server/src/features/account/slice.ts', 'apps/server/src/features/mail/send.ts'],
    ['apps/server/src/features/account/slice.ts', 'apps/server/src/transport/http/http.ts'],
    ['apps/server/src/features/account/slice.ts', 'apps/server/src/app/server.ts'],
    ['apps/server/src/api/errors.ts', 'apps/server/src/features/account/index.ts'],
    ['apps/server/src/reliability/bus.ts', 'apps/server/src/adapters/redis/redis.ts'],
    ['apps/server/src/security/sanitize-input.ts', 'apps/server/src/transport/http/http.ts'],
    ['apps/server/src/features/account/slice.ts', '@espalier/stand-ins/smtp-server.ts'],
    ['stand-ins/src/smtp-server.ts', '@espalier/server/src/config.ts'],
    ['apps/web/src/pages/sign-in/LoginPage.tsx', 'apps/web/src/app/TopBar.tsx'],
    ['apps/web/src/sharing/SharingDialog.tsx', 'apps/web/src/project/screen/ProjectPage.tsx'],
    ['apps/web/src/import-export/formats.ts', 'apps/web/src/pages/projects/ProjectsPage.tsx'],
    ['apps/server/src/ports/mail.ts', 'apps/server/src/adapters/smtp/index.ts'],
    ['apps/server/src/transport/http/http.ts', 'apps/server/src/features/account/index.ts'],
    ['apps/server/src/adapters/smtp/index.ts', 'apps/server/src/adapters/outbox/index.ts'],
    ['apps/web/src/pages/sign-in/LoginPage.tsx', 'apps/web/src/pages/projects/ProjectsPage.tsx'],
    ['apps/web/src/pages/projects/ProjectsPage.tsx', 'apps/web/src/project/screen/ProjectPage.tsx'],
    ['apps/web/src/ui/Button.tsx', 'apps/web/src/api/projects.ts'],
    ['apps/web/src/api/projects.ts', 'apps/web/src/pages/sign-in/LoginPage.tsx'],
    ['apps/server/src/texts/mail.ts', 'apps/server/src/features/mail/mail-body.ts'],
    ['apps/identity/src/texts/messages.ts', 'apps/identity/src/protocol/messages.ts'],
    ['apps/server/src/testing/world.ts', 'e2e/support/person.ts'],
    ['e2e/journeys/sign-in.spec.ts', '@espalier/server/src/config.ts'],
    ['bench/api.ts', '@espalier/identity'],
  ])('forbids %s to import %s', (path, target) => {
    expect(broken(path, target)).not.toEqual([])
  })

  it.each([
    ['packages/domain/src/graph.ts', 'packages/domain/src/limits.ts'],
    ['packages/domain/src/graph.test.ts', 'vitest'],
    ['apps/server/src/features/account/slice.ts', 'apps/server/src/features/mail/index.ts'],
    ['apps/server/src/features/account/slice.ts', 'apps/server/src/api/errors.ts'],
    ['apps/server/src/features/account/slice.test.ts', 'apps/server/src/transport/testing/test-server.ts'],
    ['apps/server/src/features/mail/send.test.ts', '@espalier/stand-ins/smtp-server.ts'],
    ['apps/web/src/main.tsx', 'apps/web/src/app/routes.tsx'],
    ['apps/server/src/texts/mail.ts', '@espalier/domain'],
    ['apps/server/src/adapters/embedded-identity/index.ts', '@espalier/identity'],
    ['apps/web/src/pages/sign-in/LoginPage.tsx', 'apps/web/src/api/identity/request.ts'],
    ['e2e/journeys/jira.spec.ts', '@espalier/stand-ins/jira/jira-site.ts'],
    ['e2e/journeys/sign-in.spec.ts', '@espalier/identity/testing'],
  ])('allows %s to import %s', (path, target) => {
    expect(broken(path, target)).toEqual([])
  })

  it('refuses a clock in the pure packages and a network call outside api/', () => {
    expect(brokenWalls([file('packages/domain/src/status.ts', [], 'const at = Date.now()')])).toHaveLength(1)
    expect(brokenWalls([file('packages/domain/src/status.ts', [], '// Date.now would lie here')])).toEqual([])
    expect(brokenWalls([file('apps/web/src/pages/sign-in/LoginPage.tsx', [], 'fetch("/x")')])).toHaveLength(1)
    expect(brokenWalls([file('apps/web/src/api/config.ts', [], 'fetch("/x")')])).toEqual([])
  })

  it.each([
    ['apps/server/src/features/people/people.ts', "await pool.query('delete from x')"],
    ['apps/server/src/features/people/people.ts', 'const text = `\n  select id from accounts`'],
    ['apps/server/src/app/server.ts', 'db.selectFrom("accounts")'],
    ['apps/server/src/transport/http/http.ts', "run('insert into x (a) values (1)')"],
    ['apps/identity/src/flows/login.ts', 'client.query<Row>(statement)'],
  ])('refuses SQL in %s: %s', (path, code) => {
    expect(brokenWalls([file(path, [], code)])).toEqual([expect.stringContaining('SQL stands in stores')])
  })

  it.each([
    'apps/server/src/features/people/store.ts',
    'apps/server/src/features/tracker/sync/task-store.ts',
    'apps/server/src/database/projects.ts',
    'apps/server/src/adapters/postgres/postgres.ts',
    'apps/identity/src/storage/sweep.ts',
    'apps/server/src/features/people/people.test.ts',
    'apps/server/src/testing/project-world.ts',
    'apps/web/src/api/graphql/client.ts',
  ])('allows SQL in %s', (path) => {
    expect(brokenWalls([file(path, [], "await pool.query('delete from x')")])).toEqual([])
  })

  it('reports an import cycle once, with its files', () => {
    const a = 'packages/domain/src/a.ts'
    const b = 'packages/domain/src/b.ts'
    const c = 'packages/domain/src/c.ts'
    expect(brokenWalls([file(a, [b], lines(30)), file(b, [c], lines(30)), file(c, [a], lines(30))])).toEqual([
      `import cycle: ${a} -> ${b} -> ${c}`,
    ])
    expect(brokenWalls([file(a, [b, c], lines(30)), file(b, [c], lines(30)), file(c, [], lines(30))])).toEqual([])
  })

  it('refuses folders that import each other through different files, and ignores tests', () => {
    const graph = 'packages/domain/src/graph/walk.ts'
    const node = 'packages/domain/src/node/node.ts'
    const diff = 'packages/domain/src/node/diff.ts'
    expect(brokenWalls([file(graph, [node]), file(node), file(diff, [graph])])).toEqual([
      'folder cycle: packages/domain/src/graph -> packages/domain/src/node',
    ])
    const test = 'packages/domain/src/node/diff.test.ts'
    expect(brokenWalls([file(graph, [node]), file(node), file(test, [graph])])).toEqual([])
  })

  it('counts a folder separately from its subfolder, so that the two may not import each other', () => {
    const outer = 'packages/layout/src/tree.ts'
    const inner = 'packages/layout/src/layered/ranks.ts'
    const other = 'packages/layout/src/geometry.ts'
    expect(brokenWalls([file(outer, [inner]), file(inner, [other]), file(other)])).toEqual([
      'folder cycle: packages/layout/src -> packages/layout/src/layered',
    ])
  })

  it('refuses a file of 29 lines that only its neighbor imports, and allows one of 30 lines', () => {
    const neighbor = file('packages/domain/src/graph/walk.ts', ['packages/domain/src/graph/step.ts'])
    const step = (count: number) => file('packages/domain/src/graph/step.ts', [], lines(count))
    expect(brokenWalls([neighbor, step(29)])).toEqual([
      'packages/domain/src/graph/step.ts has under 30 lines and one importer beside it: merge the two',
    ])
    expect(brokenWalls([neighbor, step(30)])).toEqual([])
    const second = file('packages/domain/src/graph/order.ts', ['packages/domain/src/graph/step.ts'])
    expect(brokenWalls([neighbor, second, step(29)])).toEqual([])
    const index = file('packages/domain/src/index.ts', ['packages/domain/src/limits.ts'])
    expect(brokenWalls([index, file('packages/domain/src/limits.ts')])).toEqual([])
  })

  it('gives a reason for each short file that may stay separate', () => {
    for (const { reason } of lonelyExceptions) expect(reason).toMatch(/^[A-Z].{30,}\.$/)
  })

  it('refuses a file of more than 400 lines, unless it is generated', () => {
    expect(brokenWalls([file('packages/domain/src/graph.ts', [], lines(401))])).toHaveLength(1)
    expect(brokenWalls([file('packages/domain/src/graph.ts', [], lines(400))])).toEqual([])
    expect(brokenWalls([file('packages/schema/src/generated/types.ts', [], lines(401))])).toEqual([])
  })

  it('refuses an index.ts inside a package', () => {
    expect(brokenWalls([file('packages/domain/src/graph/index.ts')])).toHaveLength(1)
    expect(brokenWalls([file('packages/domain/src/index.ts')])).toEqual([])
  })

  it.each([
    'export function tellOthers() {}',
    'export const look = 1',
    'export const keepDraft = () => {}',
    'export function depthOf(graph: Graph, id: string) {}',
    'export const depthOf = (graph: Graph, id: string) => 1',
  ])('refuses the exported name in %s', (code) => {
    expect(brokenWalls([file('packages/domain/src/graph.ts', [], code)])).toHaveLength(1)
  })

  it.each(['export const keyboard = 1', 'export const titleOf = (node: Node) => node.title', 'const tell = 1'])(
    'allows the name in %s',
    (code) => {
      expect(brokenWalls([file('packages/domain/src/graph.ts', [], code)])).toEqual([])
    },
  )

  it('refuses a text in a component of the page, but not in its tests', () => {
    const code = 'export const Page = () => <p title="Close">No nodes yet</p>'
    expect(brokenWalls([file('apps/web/src/pages/Page.tsx', [], code)])).toEqual([
      'apps/web/src/pages/Page.tsx:1 shows "Close": texts belong in apps/web/src/texts',
      'apps/web/src/pages/Page.tsx:1 shows "No nodes yet": texts belong in apps/web/src/texts',
    ])
    expect(brokenWalls([file('apps/web/src/pages/Page.test.tsx', [], code)])).toEqual([])
    expect(brokenWalls([file('apps/web/src/testing/render-page.tsx', [], code)])).toEqual([])
  })
})

it('the list of files on the way of an edit has at most 60, and all of them exist', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const listed = [...readFileSync(join(root, 'docs/architecture/edit.md'), 'utf8').matchAll(/^\d+\. `([^`]+)`/gm)]
  const paths = listed.map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.length).toBeLessThanOrEqual(60)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
