// Runs every property test on new cases, many times as many as `npm test` uses.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fail, installPackages, requireNode, root } from './install.mjs'

const times = Number(process.argv[2] ?? 20)
if (!Number.isInteger(times) || times < 1) fail('npm run properties -- TIMES: a whole number, 20 by default')

requireNode()
installPackages()
const found = spawnSync('git', ['grep', '-l', "from 'fast-check'", '--', '*.test.ts', '*.test.tsx'], { cwd: root })
const files = found.stdout.toString().split('\n').filter(Boolean)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PROPERTY_TIMES: String(times) },
})
process.exitCode = status ?? 1
