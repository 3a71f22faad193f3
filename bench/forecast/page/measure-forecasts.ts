import { type PackedProject, packProject, type WorkForecast } from '@espalier/domain/forecast'
import type { BrowserForecasts, MeasuredForecast } from '../in-browser.ts'

declare global {
  interface Window {
    measureForecasts(forecasts: BrowserForecasts): Promise<readonly MeasuredForecast[]>
  }
}

const pauseMs = 300

/** The product's own code, as the bench serves it. */
const productPath: string = '/forecast-workers.js'

interface Product {
  createForecastWorkers(): { forecast(project: PackedProject): Promise<WorkForecast>; stop(): void }
}

window.measureForecasts = async ({ list, transitions, nowMs, runs }) => {
  const moving = document.body.appendChild(document.createElement('div'))
  moving.textContent = 'Moving'
  const product = (await import(productPath)) as Product
  const workers = product.createForecastWorkers()
  const measured: MeasuredForecast[] = []
  for (let run = 0; run < runs; run += 1) {
    const project = packProject(list, transitions, nowMs)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const stop = watchFrames(moving)
    const before = performance.now()
    const { kind } = await workers.forecast(project)
    const ms = performance.now() - before
    if (kind !== 'known') throw new Error(`The forecast is ${kind}`)
    measured.push({ ms, frameMs: stop() })
  }
  workers.stop()
  return measured
}

/** Moves an element in each frame. Returns the times between the frames when it is stopped. */
function watchFrames(moving: HTMLElement): () => readonly number[] {
  const times: number[] = []
  let frame = requestAnimationFrame(move)
  function move(now: number): void {
    times.push(now)
    moving.style.transform = `translateX(${times.length}px)`
    frame = requestAnimationFrame(move)
  }
  return () => {
    cancelAnimationFrame(frame)
    return times.slice(1).map((time, index) => time - (times[index] ?? time))
  }
}
