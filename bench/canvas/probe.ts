import type { CDPSession, Page } from 'playwright-core'
import { inOrder, quantile } from '../figure.ts'

export interface Frames {
  readonly p50: number
  readonly p95: number
  readonly max: number
  /** Fewer than requested when they did not fit into the allowed time. */
  readonly steps: number
  readonly wallPerStep: number
  readonly cpuPerStep: number
}

export interface WheelStep {
  readonly dx: number
  readonly dy: number
  readonly isZoom?: boolean
}

const frameMs = 1000 / 60
const controlKey = 2
const middle = { x: 640, y: 400 }
/** The product loads the rest of its parts after a pause of a second, and stores a picture of the view after two. */
const rest = { quietMs: 2_500, stepMs: 150, busyMs: 4, longestMs: 8_000 }

/** Observes one page from outside: its wheel, its main thread, its heap. */
export class Probe {
  readonly #page: Page
  readonly #session: CDPSession

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  static async attach(page: Page): Promise<Probe> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('HeapProfiler.enable')
    return new Probe(page, session)
  }

  async #metric(name: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    const found = metrics.find((metric) => metric.name === name)
    if (!found) throw new Error(`this browser does not report ${name}`)
    return found.value
  }

  /** Returns the time the page's main thread has worked so far, in ms. */
  async cpuMs(): Promise<number> {
    return (await this.#metric('ThreadTime')) * 1000
  }

  /**
   * Waits until the main thread has had nothing to do for a while. What a page still loads after it is painted would
   * otherwise be counted with whatever is measured next.
   */
  async rest(): Promise<void> {
    const end = performance.now() + rest.longestMs
    let quietFrom = performance.now()
    let before = await this.cpuMs()
    while (performance.now() < Math.min(end, quietFrom + rest.quietMs)) {
      await new Promise((resolve) => setTimeout(resolve, rest.stepMs))
      const now = await this.cpuMs()
      if (now - before > rest.busyMs) quietFrom = performance.now()
      before = now
    }
  }

  async heapMb(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage')
    await this.#session.send('HeapProfiler.collectGarbage')
    return (await this.#metric('JSHeapUsedSize')) / 1e6
  }

  countElements(): Promise<number> {
    return this.#page.evaluate(() => document.getElementsByTagName('*').length)
  }

  /**
   * Sends real wheel events, one per frame; it waits for a page that is two behind, or its events would be coalesced.
   */
  async turn(steps: readonly WheelStep[], allowedMs: number): Promise<number> {
    const start = performance.now()
    const sent: Promise<unknown>[] = []
    let done = 0
    for (const { dx, dy, isZoom } of steps) {
      await sent.at(-2)
      const event = this.#session.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...middle,
        deltaX: dx,
        deltaY: dy,
        modifiers: isZoom ? controlKey : 0,
      })
      // A page that was given up rejects events that nobody awaits yet; unhandled, that would end the bench.
      event.catch(() => undefined)
      sent[done] = event
      done += 1
      const early = start + done * frameMs - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      if (performance.now() - start > allowedMs) break
    }
    await Promise.all(sent)
    return done
  }

  /** Turns the wheel and returns the frames meanwhile. `halfway` runs after the first half, outside the count. */
  async frames(
    legs: readonly (readonly WheelStep[])[],
    allowedMs: number,
    halfway: () => Promise<void>,
  ): Promise<Frames> {
    const times: number[] = []
    let [steps, wall, cpu] = [0, 0, 0]
    for (const [at, leg] of legs.entries()) {
      const [cpuBefore, before] = [await this.cpuMs(), performance.now()]
      await this.#page.evaluate(() => window.eye.startFrames())
      steps += await this.turn(leg, allowedMs / legs.length)
      times.push(...(await this.#page.evaluate(() => window.eye.stopFrames())))
      wall += performance.now() - before
      cpu += (await this.cpuMs()) - cpuBefore
      if (at === 0) await halfway()
    }
    const sorted = inOrder(times)
    const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)]
    return { p50, p95, max: sorted.at(-1) ?? Number.NaN, steps, wallPerStep: wall / steps, cpuPerStep: cpu / steps }
  }
}
