import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brokenWalls } from './check-walls.ts'
import { readSource } from './imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
const paths = listed
  .split('\n')
  .filter((path) => path !== '' && !path.endsWith('.d.ts') && existsSync(join(root, path)))
const broken = brokenWalls(paths.map((path) => readSource(root, path)))
for (const line of broken) console.error(line)
console.log(`walls: ${paths.length} files, ${broken.length} broken`)
process.exitCode = broken.length > 0 ? 1 : 0
