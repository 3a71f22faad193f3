import { chromium } from '@playwright/test'
import { startTestCluster } from '@espalier/postgres/testing'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { runMonkey } from './monkey.ts'

const readNumber = (name: string, usual: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]
  const value = Number(given ?? (at < 0 ? usual : process.argv[at + 1]))
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number`)
  return value
}

const executablePath = findBrowser()
if (executablePath === null) throw new Error("There is no Chromium: install it with the system's package manager.")
const [minutes, seed] = [readNumber('minutes', 30), readNumber('seed', Date.now() % 1_000_000)]
const end = performance.now() + minutes * 60_000
const log = (what: string) => process.stdout.write(`${what}\n`)

log(`Seed ${seed}, for ${minutes} minutes. The seed fixes what each person does, not who is faster.`)
const cluster = await startTestCluster()
try {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath, args: browserArgs })
  try {
    const report = await runMonkey({
      browser,
      origin: server.url,
      seed,
      acts: { together: 12, alone: 6 },
      isEnough: () => performance.now() > end,
      log,
    })
    log(`${JSON.stringify(report)}\nNo error, all copies equal, undo exact.`)
  } catch (error) {
    log(error instanceof Error ? error.message : String(error))
    log(server.output().slice(-4_000))
    process.exitCode = 1
  } finally {
    await browser.close()
    await server.stop()
  }
} finally {
  await cluster.stop()
}
