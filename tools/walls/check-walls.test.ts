import { describe, expect, it } from 'vitest'
import { brokenWalls } from './check-walls.ts'

const file = (path: string, imports: string[] = [], code = '') => ({ path, imports, code })
const lines = (count: number) => 'x\n'.repeat(count)
const broken = (path: string, target: string) => brokenWalls([file(path, [target])])

describe('the walls', () => {
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
    ['apps/server/src/ports/mail.ts', 'apps/server/src/adapters/smtp/index.ts'],
    ['apps/server/src/transport/http/http.ts', 'apps/server/src/features/account/index.ts'],
    ['apps/server/src/adapters/smtp/index.ts', 'apps/server/src/adapters/outbox/index.ts'],
    ['apps/web/src/pages/sign-in/LoginPage.tsx', 'apps/web/src/pages/projects/ProjectsPage.tsx'],
    ['apps/web/src/pages/projects/ProjectsPage.tsx', 'apps/web/src/project/screen/ProjectPage.tsx'],
    ['apps/web/src/ui/Button.tsx', 'apps/web/src/api/projects.ts'],
    ['apps/web/src/api/projects.ts', 'apps/web/src/pages/sign-in/LoginPage.tsx'],
    ['apps/server/src/testing/world.ts', 'e2e/support/person.ts'],
    ['e2e/journeys/sign-in.spec.ts', '@espalier/server/src/config.ts'],
    ['bench/api.ts', '@espalier/identity'],
  ])('%s may not import %s', (path, target) => {
    expect(broken(path, target)).not.toEqual([])
  })

  it.each([
    ['packages/domain/src/graph.ts', 'packages/domain/src/limits.ts'],
    ['packages/domain/src/graph.test.ts', 'vitest'],
    ['apps/server/src/features/account/slice.ts', 'apps/server/src/features/mail/index.ts'],
    ['apps/server/src/adapters/embedded-identity/index.ts', '@espalier/identity'],
    ['apps/web/src/pages/sign-in/LoginPage.tsx', 'apps/web/src/api/identity/request.ts'],
    ['e2e/journeys/jira.spec.ts', '@espalier/stand-ins/jira/jira-site.ts'],
    ['e2e/journeys/sign-in.spec.ts', '@espalier/identity/testing'],
  ])('%s may import %s', (path, target) => {
    expect(broken(path, target)).toEqual([])
  })

  it('a clock in a rule, and a network outside api/, are told', () => {
    expect(brokenWalls([file('packages/domain/src/status.ts', [], 'const at = Date.now()')])).toHaveLength(1)
    expect(brokenWalls([file('packages/domain/src/status.ts', [], '// Date.now would lie here')])).toEqual([])
    expect(brokenWalls([file('apps/web/src/pages/sign-in/LoginPage.tsx', [], 'fetch("/x")')])).toHaveLength(1)
    expect(brokenWalls([file('apps/web/src/api/config.ts', [], 'fetch("/x")')])).toEqual([])
  })

  it('a knot of imports is told once, with its files', () => {
    const a = 'packages/domain/src/a.ts'
    const b = 'packages/domain/src/b.ts'
    const c = 'packages/domain/src/c.ts'
    expect(brokenWalls([file(a, [b]), file(b, [c]), file(c, [a])])).toEqual([`import cycle: ${a} -> ${b} -> ${c}`])
    expect(brokenWalls([file(a, [b, c]), file(b, [c]), file(c)])).toEqual([])
  })

  it('a file that nobody can read in one go is told, unless a program wrote it', () => {
    expect(brokenWalls([file('packages/domain/src/graph.ts', [], lines(401))])).toHaveLength(1)
    expect(brokenWalls([file('packages/domain/src/graph.ts', [], lines(400))])).toEqual([])
    expect(brokenWalls([file('packages/schema/src/generated/types.ts', [], lines(401))])).toEqual([])
  })

  it('an index.ts inside a package is told', () => {
    expect(brokenWalls([file('packages/domain/src/graph/index.ts')])).toHaveLength(1)
    expect(brokenWalls([file('packages/domain/src/index.ts')])).toEqual([])
  })
})
