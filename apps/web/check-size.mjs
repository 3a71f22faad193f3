/* Adds up the JavaScript that a page loads until it is ready, as gzip. Exits 1 above a limit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, 'dist')
const routes = JSON.parse(readFileSync(join(dist, '.vite', 'page-routes.json'), 'utf8'))

const pages = [
  { path: '/login', limitBytes: 110_000 },
  // Includes everything until the plan is painted and can be used: its tools, menus, editors and charts follow.
  { path: '/tree/:id', limitBytes: 190_000 },
]

const inKb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`

function isWithin({ path, limitBytes }) {
  const route = routes.find((one) => one.path === path)
  if (route === undefined) throw new Error(`The build lists no files for ${path}`)
  const sizes = route.scripts.map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    process.stdout.write(`${inKb(bytes).padStart(9)}  ${file}\n`)
  process.stdout.write(`${path} loads ${inKb(total)} of JavaScript (gzip); the limit is ${inKb(limitBytes)}\n\n`)
  return total <= limitBytes
}

process.exitCode = pages.map(isWithin).includes(false) ? 1 : 0
