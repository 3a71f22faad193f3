// Measures every few seconds how long it takes to start a small process, so that a run whose tests failed can show
// whether the machine itself stood still. Starting a process needs the processor, memory and the disk, like the tests.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pauseMs = 5_000
/** Two workers on two cores make a process start about twice as slowly; tests are built for that, not for this. */
const slowFactor = 4

const ownPath = fileURLToPath(import.meta.url)
if (process.argv[1] === ownPath) measure(process.argv[2])

/** Begins to measure; `stop` ends it and returns the periods in which the machine was slow, as lines to print. */
export function watchMachine(file) {
  const watcher = spawn(process.execPath, [ownPath, file], { stdio: 'ignore' })
  return {
    stop() {
      watcher.kill()
      return describeSlowPeriods(readSamples(file))
    },
  }
}

function measure(file) {
  const { ppid } = process
  const next = () => {
    // A run that was killed leaves nobody to end its watcher.
    if (process.ppid !== ppid) return
    const began = Date.now()
    spawnSync(process.execPath, ['-e', '0'])
    const sample = { began, tookMs: Date.now() - began, load: readText('/proc/loadavg').split(' ')[0], ...cpuTimes() }
    appendFileSync(file, `${JSON.stringify({ ...sample, busiest: sample.tookMs > 1_000 ? busiest() : '' })}\n`)
    setTimeout(next, pauseMs)
  }
  next()
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The share that the host of a virtual machine took away is the eighth figure of the first line. */
function cpuTimes() {
  const times = readText('/proc/stat').split('\n')[0].trim().split(/\s+/).slice(1).map(Number)
  return { stolen: times[7] ?? 0, all: times.reduce((sum, one) => sum + one, 0) }
}

function busiest() {
  try {
    const lines = execFileSync('ps', ['-eo', 'pcpu=,rss=,comm=', '--sort=-pcpu'], { encoding: 'utf8' }).split('\n')
    return lines
      .slice(0, 4)
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .join(', ')
  } catch {
    return ''
  }
}

function readSamples(file) {
  return readText(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

export function describeSlowPeriods(samples) {
  const times = samples.map(({ tookMs }) => tookMs).toSorted((left, right) => left - right)
  const fastest = times[Math.floor(times.length / 20)] ?? 0
  const periods = []
  for (const [at, sample] of samples.entries()) {
    if (sample.tookMs < slowFactor * fastest) continue
    const last = periods.at(-1)
    if (last !== undefined && last.end >= at - 2) last.end = at
    else periods.push({ start: at, end: at })
  }
  return periods.map(({ start, end }) => describePeriod(samples, start, end, fastest))
}

function describePeriod(samples, start, end, fastest) {
  const inside = samples.slice(start, end + 1)
  const worst = inside.reduce((one, other) => (other.tookMs > one.tookMs ? other : one))
  const [before, after] = [samples[Math.max(0, start - 1)], samples[end]]
  const stolen = (100 * (after.stolen - before.stolen)) / Math.max(1, after.all - before.all)
  const seconds = Math.round((after.began + after.tookMs - inside[0].began) / 1000)
  const clock = new Date(inside[0].began).toISOString().slice(11, 19)
  return [
    `- ${clock}, for ${seconds} s: up to ${Math.round(worst.tookMs / fastest)} times slower`,
    `load ${worst.load}`,
    `${Math.round(stolen)}% of the processor taken by the host`,
    ...(worst.busiest === '' ? [] : [`busiest: ${worst.busiest}`]),
  ].join('; ')
}
