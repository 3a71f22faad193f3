import { api } from './api.ts'
import { canvas } from './canvas/canvas-bench.ts'
import { layout } from './layout/layout-bench.ts'
import type { Figure } from './figure.ts'
import { imports } from './import/import-bench.ts'
import { live } from './live/live-bench.ts'
import { figureTable } from './report.ts'
import { signIn } from './sign-in.ts'
import { start } from './start.ts'
import { together } from './together.ts'

const benches: Record<string, () => Promise<Figure[]>> = {
  start,
  'sign-in': signIn,
  api,
  live,
  layout,
  canvas,
  together,
  import: imports,
}

const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}

const figures: Figure[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length === 0 || asked.includes(name)) figures.push(...(await bench()))
}
process.stdout.write(`${figureTable(figures)}\n`)
process.exitCode = figures.every((figure) => figure.holds) ? 0 : 1
