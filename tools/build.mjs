// Builds the page when its sources are newer than the build, compared by contents and not by dates.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, runProgram } from './install.mjs'

const page = join(root, 'apps', 'web')
const marker = join(page, 'dist', '.built')
const sources = [
  'apps/web',
  'packages/domain',
  'packages/schema',
  'packages/layout',
  'packages/canvas',
  'packages/sync',
  'packages/interchange',
  'package-lock.json',
]

export const isPageBuilt = () => existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()

/** Builds the page if needed. With a writer, the lines of the build are shown only if it fails. */
export function buildPage({ write } = {}) {
  const wanted = fingerprint()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  if (!write) process.stdout.write('Building the page …\n')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--logLevel', 'warn']
  const { status, output } = runProgram(process.execPath, args, { cwd: page, isQuiet: Boolean(write) })
  if (status !== 0) {
    write?.(output)
    fail('Building the page failed; the lines above say why. Nothing was started.')
  }
  writeFileSync(marker, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesBelow(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (path.endsWith('.json')) return [path]
  const found = []
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.includes('.test.')) continue
    const below = join(path, entry.name)
    if (entry.isDirectory()) found.push(...filesBelow(below))
    else found.push(below)
  }
  return found
}
