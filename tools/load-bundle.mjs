// Loads the bundle of the server with the code that V8 compiled for an earlier start. See docs/decisions/0090.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Script, constants } from 'node:vm'
import { crc32 } from 'node:zlib'
import { nameSourcesInStacks } from './stack-sources.mjs'

const wrapper = '(function (exports, require, module, __filename, __dirname) {'

/** Runs a bundle as Node runs a CommonJS file. Returns its exports, and what stores its compiled code. */
export function loadBundle({ file, code, map }) {
  // Only the same V8 on the same kind of processor can use it.
  const cacheFile = `${file}.${process.versions.v8}-${process.arch}.cache`
  const key = crc32(code)
  const cachedData = readCache(cacheFile, key)
  // The bundler writes ASCII, which is read faster as latin1.
  const script = new Script(`${wrapper}${code.toString('latin1')}\n})`, {
    filename: file,
    // The source map knows nothing of the wrapper.
    columnOffset: -wrapper.length,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  nameSourcesInStacks(file, map)
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
  const isCached = cachedData !== undefined && !script.cachedDataRejected
  return { exports: module.exports, isCached, storeCode: () => writeCache(cacheFile, key, script) }
}

const checkMs = 5_000
const calmShare = 0.1

/**
 * Stores the compiled code once the server is ready, because then it has everything that a start uses. It takes a tenth
 * of a second, so it waits until the server has nothing to do, or ends.
 */
export function storeCodeWhenIdle({ isCached, storeCode }) {
  if (isCached) return
  let before = performance.eventLoopUtilization()
  const store = () => {
    clearInterval(waiting)
    process.off('exit', store)
    storeCode()
  }
  const waiting = setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization < calmShare) store()
    before = now
  }, checkMs)
  waiting.unref()
  process.once('exit', store)
}

const headerBytes = 8

/** Returns undefined for a cache that is missing, damaged or of other code, because V8 itself checks little of it. */
function readCache(cacheFile, key) {
  try {
    const contents = readFileSync(cacheFile)
    const data = contents.subarray(headerBytes)
    return contents.readUInt32LE(0) === key && contents.readUInt32LE(4) === crc32(data) ? data : undefined
  } catch {
    return undefined
  }
}

function writeCache(cacheFile, key, script) {
  const data = script.createCachedData()
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(key, 0)
  header.writeUInt32LE(crc32(data), 4)
  const draft = `${cacheFile}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, Buffer.concat([header, data]))
    // In one step, so that a start at the same time never sees half of it.
    renameSync(draft, cacheFile)
  } catch {
    // The next start compiles again.
    rmSync(draft, { force: true })
  }
}
