import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Product, Project } from '../canvas/product.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The answer of the process that runs the earlier product. */
interface Served {
  readonly url: string
  readonly cookie: string
  readonly projects: readonly (readonly [size: number, project: Project])[]
}

/** Written into `bench/` of the earlier checkout, because it uses that checkout's own bench and packages. */
const serve = `
import { startProduct } from './canvas/product.ts'
const sizes = JSON.parse(process.argv[2])
const product = await startProduct(sizes)
const { url, cookie } = product
const projects = sizes.map((size) => [size, product.projectOf(size)])
process.stdout.write('served ' + JSON.stringify({ url, cookie, projects }) + '\\n')
process.stdin.resume()
process.stdin.once('end', async () => {
  await product.stop()
  process.exit(0)
})
`

const run = (folder: string, command: string, ...args: readonly string[]): unknown =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })

/** Checks out, installs and builds a commit in a folder that later runs use again. */
export function prepareCommit(commit: string, log: (what: string) => void): string {
  const full = execFileSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    cwd: repository,
    encoding: 'utf8',
  })
  const folder = join(tmpdir(), `espalier-commit-${full.trim()}`)
  const built = join(folder, 'apps', 'web', 'dist', 'index.html')
  if (existsSync(built)) return folder
  log(`installing and building ${commit} in ${folder}`)
  if (!existsSync(folder)) run(repository, 'git', 'clone', '--quiet', '--shared', '--no-checkout', repository, folder)
  run(folder, 'git', 'checkout', '--quiet', full.trim())
  run(folder, 'npm', 'ci', '--no-audit', '--no-fund')
  run(folder, 'npm', 'run', 'build')
  return folder
}

/** Starts the product of a prepared commit in a process of its own, with one generated project per size. */
export async function startEarlierProduct(folder: string, sizes: readonly number[]): Promise<Product> {
  const script = join(folder, 'bench', 'serve-product.ts')
  writeFileSync(script, serve)
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(sizes)], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { url, cookie, projects } = await readAnswer(child)
  const found = new Map(projects)
  return {
    url,
    cookie,
    projectOf(size) {
      const project = found.get(size)
      if (!project) throw new Error(`no project of ${size} nodes was made`)
      return project
    },
    addProject: () => Promise.reject(new Error('an earlier product has only the projects it was started with')),
    async stop() {
      if (child.exitCode !== null) return
      child.stdin?.end()
      await once(child, 'exit')
    },
  }
}

async function readAnswer(child: ChildProcess): Promise<Served> {
  const { stdout } = child
  if (!stdout) throw new Error('the earlier product has no output')
  for await (const line of createInterface(stdout)) {
    if (line.startsWith('served ')) return JSON.parse(line.slice('served '.length)) as Served
  }
  throw new Error(`the earlier product ended with ${String(child.exitCode)} before it was ready`)
}
