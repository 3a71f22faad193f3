import { type BurnupPoint, type Calendar, dayMs, type Forecast, type TimeResolution } from '@espalier/domain'
import { burnupTexts as texts } from '../../texts/burnup.ts'

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
  const isByWeek = resolution === 'week'
  return {
    format({ startMs, endMs }) {
      const lastMs = calendar.findPeriod(endMs - 1, resolution).startMs
      const [first, last] = [format.format(startMs), format.format(lastMs)]
      if (lastMs === startMs) return isByWeek ? texts.week(first) : first
      return isByWeek ? texts.weeks(first, last) : texts.periods(first, last)
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
      return texts.allDone
    case 'none':
      return describeMissingForecast(forecast.reason, resolution)
    case 'range': {
      const { earliestMs, latestMs } = forecast
      const style = latestMs - nowMs < nearEndMs ? ({ timeStyle: 'short' } as const) : {}
      const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...style })
      const [earliest, latest] = [format.format(earliestMs), format.format(latestMs)]
      return earliest === latest ? texts.doneAround(latest) : texts.doneBetween(earliest, latest)
    }
  }
}

const describeMissingForecast = (
  reason: Extract<Forecast, { readonly kind: 'none' }>['reason'],
  resolution: TimeResolution,
): string => (reason === 'too-little' ? texts.noForecast[reason](resolution) : texts.noForecast[reason])
