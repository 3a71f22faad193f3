/* Adds up the JavaScript that a page loads, as gzip, from the build's manifest. Exits 1 above a limit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

const pages = [
  { name: '/login', limitBytes: 120_000, parts: ['src/pages/sign-in/LoginPage.tsx'] },
  {
    // Includes everything the page shows and does before an editor, a menu or a chart opens.
    name: '/tree/{id}',
    limitBytes: 200_000,
    parts: ['src/project/screen/ProjectPage.tsx', 'src/project/sync/open-project.ts', 'src/app/TopBar.tsx'],
  },
]

/** A chunk and what it imports at once; what it imports later is not part of the page. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`The build has no chunk for ${key}: has a file moved?`)
  seen.add(key)
  for (const imported of chunk.imports ?? []) withImports(imported, seen)
  return seen
}

const inKb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`

function isWithin({ name, limitBytes, parts }) {
  const keys = new Set(['index.html', ...parts].flatMap((part) => [...withImports(part)]))
  const files = new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')))
  const sizes = [...files].map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    process.stdout.write(`${inKb(bytes).padStart(9)}  ${file}\n`)
  process.stdout.write(`${name} loads ${inKb(total)} of JavaScript (gzip); the limit is ${inKb(limitBytes)}\n\n`)
  return total <= limitBytes
}

process.exitCode = pages.map(isWithin).includes(false) ? 1 : 0
