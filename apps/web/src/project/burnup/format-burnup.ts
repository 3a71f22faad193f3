import { type BurnupPoint, type Calendar, dayMs, type Forecast, type TimeResolution } from '@espalier/domain'

const periodStyles: Readonly<Record<TimeResolution, Intl.DateTimeFormatOptions>> = {
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
}

export interface PeriodFormatter {
  /** Formats 'Week of Nov 9, 2026', or the range from the first to the last of several periods. */
  format(point: Pick<BurnupPoint, 'startMs' | 'endMs'>): string
}

export function createPeriodFormatter(resolution: TimeResolution, calendar: Calendar, zone: string): PeriodFormatter {
  const format = new Intl.DateTimeFormat(undefined, { ...periodStyles[resolution], timeZone: zone })
  const one = (ms: number): string => (resolution === 'week' ? `Week of ${format.format(ms)}` : format.format(ms))
  return {
    format({ startMs, endMs }) {
      const lastMs = calendar.findPeriod(endMs - 1, resolution).startMs
      return lastMs === startMs ? one(startMs) : `${one(startMs)} to ${format.format(lastMs)}`
    },
  }
}

/** Formats ticks as precisely as their distance needs. */
export function createTickFormatter(spacingMs: number): (at: Date) => string {
  const format = new Intl.DateTimeFormat(undefined, chooseTickStyle(spacingMs))
  return (at) => format.format(at)
}

function chooseTickStyle(spacingMs: number): Intl.DateTimeFormatOptions {
  if (spacingMs < 60_000) return { hour: 'numeric', minute: '2-digit', second: '2-digit' }
  if (spacingMs < dayMs / 2) return { hour: 'numeric', minute: '2-digit' }
  if (spacingMs < dayMs) return { weekday: 'short', hour: 'numeric' }
  if (spacingMs < 27 * dayMs) return { day: 'numeric', month: 'short' }
  return spacingMs < 360 * dayMs ? { month: 'short', year: '2-digit' } : { year: 'numeric' }
}

const nearEndMs = 2 * 86_400_000

/** Describes the forecast, and what to do when there is none. */
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

const noForecastTexts: Readonly<
  Record<(Forecast & { kind: 'none' })['reason'], (resolution: TimeResolution) => string>
> = {
  'too-little': (resolution) => `Mark nodes as done in three different ${resolution}s to see when all may be done.`,
  stalled: () => 'No end is in sight: nothing was finished for a while. Mark a node as done to see it again.',
  'too-far': () => 'At the recent pace the end is more than a hundred years away.',
}
