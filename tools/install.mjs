// Installs the packages of package-lock.json, unless node_modules already holds exactly those. Runs before anything is
// installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const marker = join(root, 'node_modules', '.installed')

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`Espalier needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

/** @returns {never} */
export function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** For a command beside a running server, whose modules `npm ci` would remove. */
export function requirePackages() {
  if (!existsSync(marker)) installPackages()
}

export const hasInstalledBefore = () => existsSync(marker)

export const arePackagesInstalled = () => existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()

/** Installs the packages if needed. With a writer, npm's own lines are shown only if it fails. */
export function installPackages({ write } = {}) {
  if (arePackagesInstalled()) return
  if (!write) process.stdout.write('Installing packages …\n')
  const { status, output } = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], root, {
    isQuiet: Boolean(write),
  })
  if (status !== 0) {
    write?.(output)
    fail('Installing the packages failed; the lines above say why. Nothing was started.')
  }
  writeFileSync(marker, fingerprint())
}

/** Runs the npm that started this program under the same Node. @returns its exit code, and what it wrote if quiet */
export function npm(args, cwd, { isQuiet = false } = {}) {
  const started = process.env.npm_execpath
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  return started?.endsWith('.js')
    ? runProgram(process.execPath, [started, ...args], { cwd, env, isQuiet })
    : runProgram('npm', args, { cwd, env, isQuiet, shell: process.platform === 'win32' })
}

/** Runs a program until it ends. What a quiet one writes is returned and not shown. */
export function runProgram(command, args, { isQuiet, ...options }) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    stdio: isQuiet ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { status, output: `${stdout ?? ''}${stderr ?? ''}` }
}

// A node_modules from another platform holds binaries that this one cannot load. One from another Node version is fine:
// every binary here uses Node-API, which is the same in all of them.
function fingerprint() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch}\n`
}
