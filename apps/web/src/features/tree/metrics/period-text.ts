import type { BurnupPoint, Calendar, TimeResolution } from '@espalier/domain'

const periodStyles: Readonly<Record<TimeResolution, Intl.DateTimeFormatOptions>> = {
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
}

export interface PeriodFormatter {
  /** 'Week of Nov 9, 2026', or from the first to the last of several periods. */
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

const dayMs = 86_400_000

/** As exactly as ticks that far apart need it. */
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
