import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error The tools that run on a fresh clone are plain JavaScript without types.
import { bundleServer } from './bundle-server.mjs'

type Bundle = (root: string, rules: object) => Promise<{ files: ReadonlyMap<string, Uint8Array> }>

let root: string
let file: string
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'espalier-load-'))
  file = join(root, 'run-server.cjs')
  writeFileSync(
    join(root, 'main.ts'),
    `import { readFileSync } from 'node:fs'

export function speak(): string {
  const text: string = readFileSync(new URL('words.txt', import.meta.url), 'utf8')
  return text
}
export function fail(): never {
  throw new RangeError(speak())
}
export const importDefault = async (name: string): Promise<string> => (await import(name)).default
`,
  )
  writeFileSync(join(root, 'words.txt'), 'from a file')
  const { files } = await (bundleServer as Bundle)(root, { entry: 'main.ts', outdir: root, isHashed: () => true })
  for (const [name, contents] of files) writeFileSync(join(root, name), contents)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const tool = fileURLToPath(new URL('load-bundle.mjs', import.meta.url))

/** Loads the bundle in a process of its own, because compiled code is kept in memory, too. */
function load(code: string): string {
  const program = `import { readFileSync } from 'node:fs'
import { loadBundle, storeCodeWhenIdle } from ${JSON.stringify(tool)}
const file = ${JSON.stringify(file)}
const loaded = loadBundle({ file, code: readFileSync(file), map: readFileSync(file + '.map') })
const { speak, fail, importDefault } = loaded.exports
${code}`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim()
}

const start = (): string => load(`console.log(speak(), loaded.isCached); loaded.storeCode()`)
const cacheName = (): string => {
  const [name, ...others] = readdirSync(root).filter((entry) => entry.includes('.cache'))
  if (name === undefined || others.length > 0) throw new Error('there is not one cache')
  return join(root, name)
}

describe('the compiled code of the bundle', () => {
  it('is stored by the first start and used by the second', () => {
    expect(start()).toBe('from a file false')
    expect(start()).toBe('from a file true')
  })

  it.each([
    ['cut off', (whole: Buffer) => whole.subarray(0, whole.length - 8)],
    ['empty', () => Buffer.alloc(0)],
    [
      'changed in one bit',
      (whole: Buffer) => whole.fill((whole.at(-20) ?? 0) ^ 1, whole.length - 20, whole.length - 19),
    ],
  ])('is ignored and stored again when its file is %s', (_damage, damage) => {
    start()
    const name = cacheName()
    writeFileSync(name, damage(readFileSync(name)))
    expect(start()).toBe('from a file false')
    expect(start()).toBe('from a file true')
  })

  it('is ignored when the bundle is another one of the same length', () => {
    start()
    const code = readFileSync(file, 'utf8')
    writeFileSync(file, code.replace('words.txt', 'other.txt'))
    writeFileSync(join(root, 'other.txt'), 'from another file')
    expect(start()).toBe('from another file false')
  })

  it('is stored when a server ends that was ready, and not stored again when it was used', () => {
    load('storeCodeWhenIdle(loaded)')
    const { mtimeMs, ino } = statSync(cacheName())
    load('storeCodeWhenIdle(loaded)')
    expect(statSync(cacheName())).toMatchObject({ mtimeMs, ino })
  })

  it('is left out where it cannot be stored', () => {
    start()
    const name = cacheName()
    rmSync(name)
    mkdirSync(join(name, 'in-the-way'), { recursive: true })
    expect(start()).toBe('from a file false')
    expect(cacheName()).toBe(name)
  })
})

describe('a stack trace of the bundle', () => {
  const printStack = 'try { fail() } catch (error) { console.log(error.stack) }'

  it('names the source of each function and its line, with and without compiled code', () => {
    for (const stack of [load(`${printStack}; loaded.storeCode()`), load(printStack)]) {
      expect(stack).toContain('RangeError: from a file\n    at fail (')
      expect(stack).toContain(`${join(root, 'main.ts')}:8:9`)
      expect(stack).not.toContain('run-server.cjs')
    }
  })

  it('of an error that cannot be described does not fail', () => {
    const throwing = `const error = new Error('hidden'); error.toString = null
Object.defineProperty(error, 'name', { get() { throw new Error('no name') } })`
    expect(load(`${throwing}; console.log(typeof error.stack)`)).toBe('string')
  })
})

describe('the bundle of the server', () => {
  it('can import a module by its address, without a warning of Node', () => {
    writeFileSync(join(root, 'later.mjs'), `export default 'later'\n`)
    expect(load(`console.log(await importDefault(${JSON.stringify(join(root, 'later.mjs'))}))`)).toBe('later')
  })
})
