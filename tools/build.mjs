// Builds the page when its sources are newer than the build, compared by contents and not by dates.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'
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

export const isPageBuilt = () => existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint(root, sources)

/** Builds the page if needed. With a writer, the lines of the build are shown only if it fails. */
export function buildPage({ write } = {}) {
  const wanted = fingerprint(root, sources)
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
