import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeBuild, listBuildFiles } from './service-worker.ts'

const pearsDigest = 'sha256-7QhqOiAwYvigqrlVmLlhxi3WN7+xXfkGgwBg4cYEuuU='

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-build-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  const names = [
    'index.html',
    'shell.html',
    'favicon.svg',
    'icon-192.png',
    'icon-maskable-512.png',
    'apple-touch-icon.png',
    'service-worker.js',
    'third-party-notices.txt',
    '.vite/manifest.json',
    'assets/app-1.js',
    'assets/app-1.js.br',
    'assets/app-1.js.gz',
    'assets/app-1.js.map',
    'assets/app-1.css',
    'assets/trellis-1.svg',
  ]
  for (const name of names) await writeFile(join(folder, name), 'pears')
})
afterAll(() => rm(folder, { recursive: true }))

describe('list of the files that the service worker stores', () => {
  it('has what the page may load, and no copies, maps, notices or icons', async () => {
    expect((await listBuildFiles(folder)).map(([path]) => path)).toEqual([
      '/assets/app-1.css',
      '/assets/app-1.js',
      '/assets/trellis-1.svg',
      '/favicon.svg',
      '/shell.html',
    ])
  })

  it('has the digest that a browser compares with', async () => {
    const digests = (await listBuildFiles(folder)).map(([, integrity]) => integrity)
    // printf pears | openssl dgst -sha256 -binary | base64
    expect(new Set(digests)).toEqual(new Set([pearsDigest]))
  })

  it('differs between builds that differ in a file or in the worker alone', () => {
    const builds = [
      describeBuild([['/shell.html', 'sha256-a']], 'code'),
      describeBuild([['/shell.html', 'sha256-b']], 'code'),
      describeBuild([['/shell.html', 'sha256-a']], 'other code'),
    ]
    const ids = builds.map((build) => /"id":"(\w{16})"/.exec(build)?.[1])
    expect(new Set(ids).size).toBe(3)
    expect(describeBuild([['/shell.html', 'sha256-a']], 'code')).toBe(builds[0])
  })
})
