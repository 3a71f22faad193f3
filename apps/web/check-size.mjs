/* Adds up the JavaScript that /login loads, as gzip, from the build's manifest. Exits 1 above the limit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const limitBytes = 120_000
const dist = join(import.meta.dirname, 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

/** A chunk and what it imports at once; what it imports later is not part of the page. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`The build has no chunk for ${key}: has a file moved?`)
  seen.add(key)
  for (const imported of chunk.imports ?? []) withImports(imported, seen)
  return seen
}

const keys = new Set([...withImports('index.html'), ...withImports('src/features/login/index.ts')])
const files = new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')))
const sizes = [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }))
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
const inKb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`

for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
  process.stdout.write(`${inKb(bytes).padStart(9)}  ${file}\n`)
process.stdout.write(`/login loads ${inKb(total)} of JavaScript (gzip); the limit is ${inKb(limitBytes)}\n`)
process.exitCode = total > limitBytes ? 1 : 0
