import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error The tools that run on a fresh clone are plain JavaScript without types.
import { prepareServerBundle } from './server-bundle.mjs'

interface Bundle {
  readonly file: string
}
interface Sources {
  readonly entry: string
  readonly folders: readonly string[]
  readonly outside?: readonly string[]
}
type Prepare = (root: string, sources: Sources) => Promise<Bundle | null>

let root: string
beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'espalier-bundle-'))}/`
  mkdirSync(join(root, 'node_modules'))
  write(
    'server/main.ts',
    `import { word } from './word.ts'\nexport const speak = (): string => word satisfies string\n`,
  )
  write('server/word.ts', `export const word = 'first'\n`)
  write('lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const prepare = (outside: readonly string[] = []) =>
  (prepareServerBundle as Prepare)(root, { entry: 'server/main.ts', folders: ['server', 'lock.json'], outside })

async function prepared(): Promise<string> {
  const bundle = await prepare()
  if (bundle === null) throw new Error('there is no bundle')
  return bundle.file
}

/** Runs it in a process of its own, because a module is loaded only once in each. */
const run = (file: string, code = 'console.log(speak())'): string =>
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `import { speak } from ${JSON.stringify(pathToFileURL(file).href)}\n${code}`],
    { encoding: 'utf8' },
  ).trim()

describe('the bundle of the server that npm start keeps', () => {
  it('is used again while no source has changed', async () => {
    const file = await prepared()
    const before = statSync(file).ino
    expect(await prepared()).toBe(file)
    expect(statSync(file).ino).toBe(before)
    expect(run(file)).toBe('first')
  })

  it('is built anew when a source has changed, even one with the same length and date', async () => {
    const first = await prepared()
    const { atime, mtime } = statSync(join(root, 'server/word.ts'))
    write('server/word.ts', `export const word = 'other'\n`)
    utimesSync(join(root, 'server/word.ts'), atime, mtime)
    const second = await prepared()
    expect(second).not.toBe(first)
    expect(run(second)).toBe('other')
  })

  it('is built anew when the lock file has changed, but not for a test', async () => {
    const first = await prepared()
    write('server/word.test.ts', 'it()')
    expect(await prepared()).toBe(first)
    write('lock.json', '{ "packages": {} }')
    expect(await prepared()).not.toBe(first)
  })

  it('is built anew when its file is cut off, its list is missing, or the list is not JSON', async () => {
    const file = await prepared()
    const list = join(dirname(file), 'files.json')
    const whole = readFileSync(file, 'utf8')
    for (const damage of [() => truncateSync(file, 10), () => rmSync(list), () => writeFileSync(list, '{"run')]) {
      damage()
      expect(await prepared()).toBe(file)
      expect(readFileSync(file, 'utf8')).toBe(whole)
      expect(run(file)).toBe('first')
    }
  })

  it('is made once by several starts at the same time', async () => {
    const files = await Promise.all([prepared(), prepared(), prepared()])
    expect(new Set(files).size).toBe(1)
    expect(run(files[0])).toBe('first')
  })

  it('is removed by a later build once it is older than an hour', async () => {
    const first = await prepared()
    utimesSync(dirname(first), new Date(0), new Date(0))
    write('server/word.ts', `export const word = 'second'\n`)
    await prepared()
    expect(() => statSync(first)).toThrow('ENOENT')
  })

  it('is another one in a checkout that was copied, because it contains absolute paths', async () => {
    const first = await prepared()
    const original = root
    root = `${mkdtempSync(join(tmpdir(), 'espalier-bundle-'))}/`
    cpSync(original, root, { recursive: true })
    rmSync(original, { recursive: true })
    expect(basename(dirname(await prepared()))).not.toBe(basename(dirname(first)))
  })

  it('contains the package that each of its modules finds', async () => {
    for (const [folder, version] of [
      ['node_modules/words', 1],
      ['server/node_modules/words', 2],
    ]) {
      write(`${folder}/package.json`, '{ "name": "words", "main": "index.js" }')
      write(`${folder}/index.js`, `exports.speak = () => ${version}\n`)
    }
    write('server/main.ts', `export { speak } from 'words'\n`)
    // An outside package would be found from the place of the bundle.
    expect(await prepare(['words'])).toBeNull()
    expect(run(await prepared())).toBe('2')
  })
})

describe('npm start without a bundle', () => {
  it('runs from the sources where nothing can be stored', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true })
    write('node_modules', 'a file instead of a folder')
    expect(await prepare()).toBeNull()
  })

  it('runs from the sources when one of them is not hashed, because its changes would go unnoticed', async () => {
    write('elsewhere/word.ts', `export const word = 'strange'\n`)
    write('server/main.ts', `export { word as speak } from '../elsewhere/word.ts'\n`)
    expect(await prepare()).toBeNull()
  })

  it('runs from the sources when they cannot be read by the bundler', async () => {
    write('server/main.ts', 'export const speak = (')
    expect(await prepare()).toBeNull()
  })
})
