import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const peersFolder = fileURLToPath(new URL('peers', import.meta.url))
const modules = join(peersFolder, 'node_modules')

/** The peers are needed neither to start nor to test: they are installed when a bench first needs them. */
export const requirePeers = (): void => installFrom(peersFolder, 'the peers')

/** Installs the packages of a folder's lock file, unless the folder already holds exactly those. */
export function installFrom(folder: string, what: string): void {
  const marker = join(folder, 'node_modules', '.installed')
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const wanted = `${createHash('sha256').update(lock).digest('hex')}\n`
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  process.stderr.write(`Installing ${what} ...\n`)
  const npm = process.env['npm_execpath']
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const [command, given] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
  const { status } = spawnSync(command, given, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`installing ${what} failed; the lines above say why`)
  writeFileSync(marker, wanted)
}

/** Returns the peers and the picture viewer with exact versions. */
export function peerVersions(): string[] {
  const { dependencies = {} } = read(join(peersFolder, 'package.json'))
  // The only peer that is also a part of the product.
  const { version: ws } = read(join(peersFolder, '../../node_modules/ws/package.json'))
  return Object.entries({ ...dependencies, ws }).map(([name, version]) => `${name} ${version}`)
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest

interface Manifest {
  readonly version: string
  readonly dependencies?: Record<string, string>
}

/** A folder inside which the peers can be imported; it is removed when they are reinstalled. */
export const bundlesFolder = join(modules, '.bundles')
