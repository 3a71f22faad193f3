// Installs the browser and the servers that the tests use from the system's packages, if permitted.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const wanted = [
  { command: 'chromium', alternatives: ['chromium-browser', 'google-chrome'], debian: 'chromium' },
  { command: 'redis-server', alternatives: ['valkey-server'], debian: 'redis-server' },
  { command: 'nginx', alternatives: [], debian: 'nginx' },
]

/** Makes journeys faster. Not every system has it, so it is installed only beside what is missing. */
const useful = 'chromium-headless-shell'

// Servers are in folders that only root has on the path.
const path = `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin`

const findCommand = (...names) =>
  names
    .map((name) =>
      spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8', env: { PATH: path } }).stdout.trim(),
    )
    .find(Boolean)

/** @returns {string | undefined} the missing packages as one line */
export function installSystemPackages() {
  const missing = () => wanted.filter((one) => !findCommand(one.command, ...one.alternatives))
  if (missing().length === 0) return undefined
  if (process.getuid?.() === 0 && findCommand('apt-get')) {
    const names = missing().map((one) => one.debian)
    process.stdout.write(`Installing ${names.join(', ')} ...\n`)
    withoutStarting(() => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] }
      spawnSync('apt-get', ['update', '-qq'], quiet)
      spawnSync('apt-get', ['install', '-y', '-qq', ...names], quiet)
      spawnSync('apt-get', ['install', '-y', '-qq', useful], { ...quiet, stdio: 'ignore' })
    })
  }
  if (missing().length === 0) return undefined
  return `The tests need ${missing()
    .map((one) => one.debian)
    .join(' and ')}: install them with the system's package manager, then run npm test again.`
}

// Debian starts a server as soon as it is installed, reachable from the whole network. The tests start their own.
function withoutStarting(install) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    install()
  } finally {
    rmSync(policy, { force: true })
  }
}
