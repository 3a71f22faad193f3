import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, Plugin } from 'vite'
import { pageRoutes } from './page-routes.ts'

/** Writes which files each page needs, so that the server can let the browser load them along with the HTML. */
export function writePageRoutes(): Plugin {
  let folder = ''
  return {
    name: 'espalier:page-routes',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = join(config.root, config.build.outDir, '.vite')
    },
    async closeBundle() {
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
      const routes = pageRoutes.map(({ path, needsSession, modules }) => {
        const keys = [...collectKeys(manifest, ['index.html', ...modules])]
        const scripts = new Set(keys.flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js')))
        const styles = new Set(keys.flatMap((key) => manifest[key]?.css ?? []))
        return { path, needsSession, scripts: [...scripts], styles: [...styles] }
      })
      await writeFile(join(folder, 'page-routes.json'), JSON.stringify(routes))
    },
  }
}

/** The chunks and what they import at once; what they import later is not part of the page. */
function collectKeys(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no chunk for ${key}: has a file moved?`)
    if (seen.has(key)) continue
    seen.add(key)
    collectKeys(manifest, chunk.imports ?? [], seen)
  }
  return seen
}
