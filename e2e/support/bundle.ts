import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'
import { bundleVariable, root } from './process.ts'

/** A module looks for its files beside itself, wherever its code was bundled. */
const stayAtHome: Plugin = {
  name: 'stay-at-home',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) => ({
      code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
}

const isOthers = (id: string): boolean => !/^([./]|@espalier\/)/.test(id)

/**
 * Bundles the server's program into one file for each run: it starts in half of the time that its sources need. Call it
 * before the workers start, which inherit the variable that names the file.
 */
export async function bundleServer(): Promise<() => Promise<void>> {
  // Its packages are resolved from its folder.
  const parent = join(root, 'node_modules', '.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'espalier-server-'))
  const bundle = await rolldown({
    input: join(root, 'apps', 'server', 'src', 'main.ts'),
    platform: 'node',
    external: isOthers,
    plugins: [stayAtHome],
  })
  const file = join(folder, 'main.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false, sourcemap: true })
  await bundle.close()
  process.env[bundleVariable] = file
  return async () => {
    delete process.env[bundleVariable]
    await rm(folder, { recursive: true, force: true })
  }
}
