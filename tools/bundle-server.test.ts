import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error The tools that run on a fresh clone are plain JavaScript without types.
import { bundleServer } from './bundle-server.mjs'
// @ts-expect-error The tools that run on a fresh clone are plain JavaScript without types.
import { productSources } from './server-bundle.mjs'

interface Rules {
  readonly entry: string
  readonly outdir: string
  readonly isHashed: (input: string) => boolean
  readonly outside?: readonly string[]
  readonly reviewed?: readonly string[]
}
interface Bundled {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly inside: readonly string[]
  readonly outside: readonly string[]
}
const bundle = bundleServer as (root: string, rules: Rules) => Promise<Bundled>

describe('the bundle of a program with packages', () => {
  let root: string
  beforeEach(() => {
    root = `${mkdtempSync(join(tmpdir(), 'espalier-bundle-'))}/`
    write('main.ts', `export { speak } from 'words'\n`)
    write('node_modules/words/package.json', '{ "name": "words", "dependencies": { "letters": "1" } }')
    write('node_modules/words/index.js', `exports.speak = () => require('letters').all\n`)
    write('node_modules/letters/package.json', '{ "name": "letters" }')
    write('node_modules/letters/index.js', `exports.all = 'abc'\n`)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }

  const build = (rules: Partial<Rules> = {}) =>
    bundle(root, { entry: 'main.ts', outdir: join(root, 'out'), isHashed: (input) => input === 'main.ts', ...rules })

  it.each(['__dirname', '__filename', `require.resolve('letters')`, `require('module').createRequire('/')`])(
    'is refused when a file of a package looks for files by %s and nobody has reviewed it',
    async (place) => {
      write('node_modules/letters/index.js', `exports.all = ${place}\n`)
      await expect(build()).rejects.toThrow('letters')
      await expect(build({ reviewed: ['letters/index.js'] })).resolves.toBeDefined()
    },
  )

  it('is refused when a module of a package looks for files by import.meta and nobody has reviewed it', async () => {
    write('node_modules/letters/package.json', '{ "name": "letters", "type": "module" }')
    write('node_modules/letters/index.js', `export const all = import.meta.url\n`)
    await expect(build()).rejects.toThrow('letters')
  })

  it('gives a reviewed file of a package the place of its source', async () => {
    write('node_modules/letters/index.js', `exports.all = __dirname\n`)
    const { files } = await build({ reviewed: ['letters/index.js'] })
    expect(Buffer.from(files.get('run-server.cjs') ?? []).toString()).toContain(join(root, 'node_modules/letters'))
  })

  it('leaves a package outside together with everything that it depends on', async () => {
    write('main.ts', `export { speak } from 'words'\nexport { all } from 'letters'\n`)
    expect(await build({ outside: ['words'] })).toMatchObject({
      inside: [],
      outside: ['node_modules/words', 'node_modules/letters'],
    })
  })

  it('is refused when a package would be loaded from inside and from outside', async () => {
    write('main.ts', `export { speak } from 'words'\nexport { all } from './node_modules/letters/index.js'\n`)
    await expect(build({ outside: ['words'] })).rejects.toThrow('twice')
  })

  it('keeps the names of two classes that are called the same', async () => {
    write('main.ts', `import { Word } from './other.ts'\nexport const kinds = [Word, (() => class Word {})()]\n`)
    write('other.ts', `export class Word {}\n`)
    const { files } = await build({ isHashed: () => true })
    const module = { exports: { kinds: [] as readonly { name: string }[] } }
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
    new Function('module', Buffer.from(files.get('run-server.cjs') ?? []).toString())(module)
    expect(module.exports.kinds.map(({ name }) => name)).toEqual(['Word', 'Word'])
  })
})

describe('the bundle of the server', () => {
  it('can be built, and contains every package once except those that find a binary beside themselves', async () => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const { entry, folders } = productSources as { entry: string; folders: readonly string[] }
    const isHashed = (input: string) => folders.some((source) => input === source || input.startsWith(`${source}/`))
    const { inside, outside } = await bundle(root, { entry, outdir: join(root, 'out'), isHashed })
    expect(outside.every((folder) => folder.includes('/@node-rs/argon2'))).toBe(true)
    expect(inside.filter((folder) => folder.endsWith('/graphql'))).toEqual(['node_modules/graphql'])
    expect(inside).toContain('node_modules/pg')
    expect(inside.filter((folder) => outside.includes(folder))).toEqual([])
  }, 60_000)
})
