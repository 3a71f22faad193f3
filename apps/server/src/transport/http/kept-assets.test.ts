import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'
import { retainBuildAssets } from './page.ts'

const dayMs = 86_400_000

async function folders() {
  const root = await mkdtemp(join(tmpdir(), 'espalier-assets-'))
  const webRoot = join(root, 'dist')
  /** Replaces the build as a deployment does. */
  const build = async (...names: readonly string[]) => {
    await rm(webRoot, { recursive: true, force: true })
    await mkdir(join(webRoot, 'assets'), { recursive: true })
    await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Espalier</title>')
    for (const name of names) {
      await writeFile(join(webRoot, 'assets', name), `export const name = '${name}'`)
      await writeFile(join(webRoot, 'assets', `${name}.gz`), gzipSync(`export const name = '${name}'`))
    }
  }
  return { webRoot, keptRoot: join(root, 'data', 'page'), build, remove: () => rm(root, { recursive: true }) }
}

describe('Assets of earlier builds', () => {
  it('serves assets of earlier builds after a deployment has replaced them, also compressed', async () => {
    const { webRoot, keptRoot, build, remove } = await folders()
    await build('menu-1a2b3c.js')
    await (await startTestServer({ webRoot, keptRoot })).close()
    await build('menu-4d5e6f.js')
    const server = await startTestServer({ webRoot, keptRoot })
    for (const name of ['menu-1a2b3c.js', 'menu-4d5e6f.js']) {
      const plain = await fetch(`${server.url}/assets/${name}`, { headers: { 'accept-encoding': 'identity' } })
      expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
      const zipped = await fetch(`${server.url}/assets/${name}`, { headers: { 'accept-encoding': 'gzip' } })
      expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual([
        'gzip',
        `export const name = '${name}'`,
      ])
    }
    expect((await fetch(`${server.url}/assets/never-there.js`)).status).toBe(404)
    expect((await fetch(`${server.url}/replaced.json`)).status).toBe(404)
    await server.close()
    await remove()
  })

  it('removes assets a week after they left the build, however long they were part of it', async () => {
    const { webRoot, keptRoot, build, remove } = await folders()
    const kept = async () => (await readdir(join(keptRoot, 'assets'))).filter((name) => name.endsWith('.js')).sort()
    await build('a.js')
    await retainBuildAssets({ webRoot, keptRoot }, 0)
    await build('b.js')
    await retainBuildAssets({ webRoot, keptRoot }, 100 * dayMs)
    expect(await kept()).toEqual(['a.js', 'b.js'])
    await retainBuildAssets({ webRoot, keptRoot }, 106 * dayMs)
    expect(await kept()).toEqual(['a.js', 'b.js'])
    await retainBuildAssets({ webRoot, keptRoot }, 108 * dayMs)
    expect(await kept()).toEqual(['b.js'])
    await remove()
  })

  it('keeps no assets if the folder cannot be written, and still serves the page', async () => {
    const { webRoot, keptRoot, build, remove } = await folders()
    await build('a.js')
    await writeFile(join(keptRoot, '..', '..', 'data'), 'a file where a folder should be')
    const server = await startTestServer({ webRoot, keptRoot })
    expect((await fetch(`${server.url}/assets/a.js`)).status).toBe(200)
    expect(server.lines.join('')).toContain('could not be kept')
    await server.close()
    await remove()
  })
})
