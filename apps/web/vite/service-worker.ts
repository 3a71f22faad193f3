import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const workerFile = 'service-worker.js'
// The browser reads icons when the page is installed, and index.html is for the server, which may add to it.
const leftOut =
  /^(?:\.vite\/.*|index\.html|service-worker\.js|third-party-notices\.txt|apple-touch-icon\.png|icon-[\w-]+\.png|.*\.(?:map|br|gz))$/

/**
 * Writes `service-worker.js` and `shell.html`, the page that the worker stores. The worker begins with the list of all
 * files of this build and their digests, so that it stores exactly this build, and differs from the worker of any other.
 */
export function serviceWorker(): Plugin {
  let folder = ''
  let root = ''
  return {
    name: 'espalier:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = join(config.root, config.build.outDir)
    },
    // Everything is compressed when the bundle is closed, so the worker has to be there before.
    async writeBundle() {
      const page = await readFile(join(folder, 'index.html'), 'utf8')
      await writeFile(join(folder, 'shell.html'), page)
      const [code, files] = await Promise.all([bundleWorker(root), listBuildFiles(folder)])
      await writeFile(join(folder, workerFile), describeBuild(files, code) + code)
    },
  }
}

type BuildFile = readonly [path: string, integrity: string]

export async function listBuildFiles(folder: string): Promise<readonly BuildFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !leftOut.test(name))
  return Promise.all(
    names.sort().map(async (name): Promise<BuildFile> => {
      const digest = createHash('sha256').update(await readFile(join(folder, name)))
      return [`/${name}`, `sha256-${digest.digest('base64')}`]
    }),
  )
}

/** The id also covers the worker's own code: another worker must not share the cache of this one. */
export function describeBuild(files: readonly BuildFile[], code: string): string {
  const id = createHash('sha256').update(JSON.stringify(files)).update(code).digest('hex').slice(0, 16)
  return `const espalierBuild=${JSON.stringify({ id, files })};\n`
}

/** One classic script without imports: browsers differ in what a worker that is a module may do. */
async function bundleWorker(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'service-worker', 'main.ts'),
        output: { format: 'iife', entryFileNames: workerFile },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not bundled')
  return chunk.code
}
