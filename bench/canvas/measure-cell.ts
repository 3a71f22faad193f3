import type { Driver, Opened } from './driver.ts'
import type { Painted } from './page/eye.ts'
import type { Frames, Probe, WheelStep } from './probe.ts'

export interface Spent extends Painted {
  readonly cpuMs: number
}

export interface CellResult {
  readonly open: Opened & Spent
  readonly heapMb: number
  readonly elements: number
  readonly pan: Frames
  readonly zoom: Frames
  readonly add: Spent
  readonly rename: Spent
}

const steps = (count: number, step: WheelStep): WheelStep[] => Array.from({ length: count }, () => step)
const allowedMs = { pan: 6_000, zoom: 5_000 }

/** Runs all measurements of one subject at one size in a separate page. Partial results are kept if it fails later. */
export async function measureCell(driver: Driver, probe: Probe, results: Partial<Mutable<CellResult>>): Promise<void> {
  const rest = async () => driver.worksLater && probe.rest()
  await measureOpening(driver, probe, results)
  results.heapMb = await probe.heapMb()
  results.elements = await probe.countElements()
  await rest()
  results.pan = await panAbout(driver, probe)
  results.zoom = await zoomOutAndIn(driver, probe)
  const leafId = await walkToLeaf(driver, probe)
  await driver.beforeAdd(leafId)
  await rest()
  results.add = await spent(probe, () => driver.addChild(leafId))
  await driver.beforeRename(leafId)
  await rest()
  results.rename = await spent(probe, () => driver.rename(leafId))
}

export async function measureOpening(
  driver: Driver,
  probe: Probe,
  results: Partial<Mutable<CellResult>>,
): Promise<void> {
  await driver.load()
  results.open = await spent(probe, () => driver.open())
}

type Mutable<Shape> = { -readonly [Name in keyof Shape]: Shape[Name] }

const nothing = Number.NaN
const noFrames: Frames = {
  p50: nothing,
  p95: nothing,
  max: nothing,
  steps: nothing,
  wallPerStep: nothing,
  cpuPerStep: nothing,
}
const noTime: Spent = { ms: nothing, frames: nothing, cpuMs: nothing }

/** Fills measurements that were not reached with empty values. */
export const withGaps = (results: Partial<CellResult>): CellResult => ({
  open: noTime,
  heapMb: nothing,
  elements: nothing,
  pan: noFrames,
  zoom: noFrames,
  add: noTime,
  rename: noTime,
  ...results,
})

async function spent<Result extends Painted>(
  probe: Probe,
  act: () => Promise<Result>,
): Promise<Result & { cpuMs: number }> {
  const before = await probe.cpuMs()
  const result = await act()
  return { ...result, cpuMs: (await probe.cpuMs()) - before }
}

/** Makes 120 steps of 40 px: to the right, where most boxes are, down and up there, and back to the root. */
export async function panAbout(driver: Driver, probe: Probe): Promise<Frames> {
  const before = await driver.rootBox()
  const legs = [
    steps(30, { dx: 40, dy: 0 }),
    [...steps(30, { dx: 0, dy: 40 }), ...steps(30, { dx: 0, dy: -40 }), ...steps(30, { dx: -40, dy: 0 })],
  ]
  return probe.frames(legs, allowedMs.pan, async () => {
    const now = await driver.rootBox()
    if (before && now && now.left > before.left - 20) throw new Error('the wheel does not pan')
  })
}

/** Makes 30 steps out and 30 in. */
async function zoomOutAndIn(driver: Driver, probe: Probe): Promise<Frames> {
  const before = await driver.rootBox()
  const dy = driver.zoomStepPx
  const legs = [steps(30, { dx: 0, dy, isZoom: true }), steps(30, { dx: 0, dy: -dy, isZoom: true })]
  return probe.frames(legs, allowedMs.zoom, async () => {
    const now = await driver.rootBox()
    if (before && now && now.width > before.width * 0.95) throw new Error('the wheel does not zoom')
  })
}

const mostSteps = 120

/** Pans to the right until a node without children is in view, and returns its id. */
export async function walkToLeaf(driver: Driver, probe: Probe): Promise<string> {
  for (let step = 0; step < mostSteps; step += 1) {
    const found = await driver.leafInView()
    if (found !== null) return found
    await probe.turn([{ dx: 40, dy: 0 }], 1_000)
  }
  throw new Error('no leaf came into view')
}
