import { execFileSync } from 'node:child_process'
import { root } from '../e2e/support/process.ts'

/** Creates a seeded project with this many nodes by the operator's own command in the server's database. */
export function makeDemo(settings: Record<string, string>, count: number): { id: string; seconds: number } {
  const before = performance.now()
  const line = execFileSync(
    process.execPath,
    ['--import', 'tsx', 'apps/server/src/admin/main.ts', 'demo', String(count)],
    {
      cwd: root,
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    },
  )
  return { id: /tree\/(\S+)/.exec(line)?.[1] ?? '', seconds: (performance.now() - before) / 1000 }
}
