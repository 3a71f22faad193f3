import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
// @ts-expect-error The tools that run on a fresh clone are plain JavaScript without types.
import { prepareServerBundle } from '../../tools/server-bundle.mjs'
import { bundleVariable, root } from './process.ts'

interface ServerBundle {
  readonly file: string
  readonly code: Uint8Array
  readonly map: Uint8Array
}
const prepareBundle = prepareServerBundle as (root: string) => Promise<ServerBundle | null>

/**
 * Copies the bundle of `npm start` for one run, which its own build may replace meanwhile: a server starts from it in
 * less than half of the time that its sources need. Call it before the workers start, which inherit the variable that
 * names the file. Where no bundle can be stored, servers start from their sources, as those of `npm start` do.
 */
export async function bundleServer(): Promise<() => Promise<void>> {
  const bundle = await prepareBundle(root)
  if (bundle === null) return async () => {}
  // As deep as the original, because its source map names the sources relative to its folder.
  const parent = join(root, 'node_modules', '.cache', 'espalier-tests')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'server-'))
  const file = join(folder, basename(bundle.file))
  await Promise.all([writeFile(file, bundle.code), writeFile(`${file}.map`, bundle.map)])
  process.env[bundleVariable] = file
  return async () => {
    delete process.env[bundleVariable]
    await rm(folder, { recursive: true, force: true })
  }
}
