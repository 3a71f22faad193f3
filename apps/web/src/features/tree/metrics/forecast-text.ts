import type { Forecast, TimeResolution } from '@espalier/domain'

const nearEndMs = 2 * 86_400_000

/** What can be said about the end, and what to do where nothing can. */
export function describeForecast(forecast: Forecast, resolution: TimeResolution, nowMs: number): string {
  switch (forecast.kind) {
    case 'reached':
      return 'Everything is done.'
    case 'none':
      return noForecastTexts[forecast.reason](resolution)
    case 'range': {
      const { earliestMs, latestMs } = forecast
      const style = latestMs - nowMs < nearEndMs ? ({ timeStyle: 'short' } as const) : {}
      const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...style })
      const [earliest, latest] = [format.format(earliestMs), format.format(latestMs)]
      const when = earliest === latest ? `around ${latest}` : `between ${earliest} and ${latest}`
      return `At the recent pace all is done ${when}, if nothing is added.`
    }
  }
}

const noForecastTexts: Readonly<Record<(Forecast & { kind: 'none' })['reason'], (resolution: TimeResolution) => string>> = {
  'too-little': (resolution) => `Mark nodes as done in three different ${resolution}s to see when all may be done.`,
  stalled: () => 'No end is in sight: nothing was finished for a while. Mark a node as done to see it again.',
  'too-far': () => 'At the recent pace the end is more than a hundred years away.',
}
