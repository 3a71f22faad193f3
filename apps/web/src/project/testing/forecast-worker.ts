import { forecastWork, type PackedProject } from '@espalier/domain/forecast'

/** Computes forecasts like the worker, which jsdom does not have, a moment later. */
export class FakeForecastWorker extends EventTarget {
  postMessage(project: PackedProject): void {
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: forecastWork(project) })))
  }

  terminate(): void {
    // Nothing runs.
  }
}
