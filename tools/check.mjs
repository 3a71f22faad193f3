// The quick checks: format, lint, types, walls, dead code, generated files. Run before every commit.
import { spawn } from 'node:child_process'
import { readdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, requireNode, root } from './install.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', name)
const node = (...args) => [process.execPath, ['--import', 'tsx', ...args]]

function checks() {
  const typed = ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .concat('apps/web/service-worker', 'stand-ins', 'e2e', 'tools', 'bench', 'chaos', 'simulate')
    .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  return [
    // It takes longest: at the end, the other processor would wait for it.
    ['dead code', bin('knip'), ['--no-progress']],
    ['format', bin('oxfmt'), ['--check', '.']],
    ['lint', bin('oxlint'), ['--deny-warnings', '.']],
    ...typed.map((folder) => [`types of ${folder}`, bin('tsc'), ['-p', folder]]),
    ['walls', ...node('tools/walls/main.ts')],
    ['generated files', ...node('packages/schema/generate/main.ts', '--check')],
  ]
}

export async function runChecks() {
  const waiting = checks()
  const total = waiting.length
  const failed = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next
      const { code, output } = await run(command, args)
      process.stdout.write(code === 0 ? `ok      ${name}\n` : `failed  ${name}\n${output}\n`)
      if (code !== 0) failed.push(name)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: total - failed.length, failed: failed.length, failures: failed.map((name) => `- ${name}`) }
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  installPackages()
  const { failed } = await runChecks()
  process.exitCode = failed > 0 ? 1 : 0
}
