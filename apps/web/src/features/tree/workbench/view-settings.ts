import {
  defaultTimeResolution,
  defaultVisibility,
  type ProjectId,
  type TimeResolution,
  timeResolutions,
  type VisibilitySettings,
} from '@espalier/domain'
import { createCell, type WritableCell } from '../../../platform/cell.ts'
import { keptStorage } from '../../../platform/storage.ts'

export interface MetricSettings {
  readonly showProgress: boolean
  readonly showBurnup: boolean
  readonly timeResolution: TimeResolution
}

const defaultMetrics: MetricSettings = {
  showProgress: true,
  showBurnup: false,
  timeResolution: defaultTimeResolution,
}

/** How one person's hand is understood. */
export interface HandSettings {
  /** The wheel zooms without Ctrl; with Shift it moves the view. */
  readonly doesWheelZoom: boolean
}

export const defaultHand: HandSettings = { doesWheelZoom: false }

/** What one person wants to see of one project, and how they move in it. */
export interface ViewSettings {
  readonly visibility: WritableCell<VisibilitySettings>
  readonly metrics: WritableCell<MetricSettings>
  /** The same in every project. */
  readonly hand: WritableCell<HandSettings>
}

/** Kept on this device, for each person and project. Nobody in particular (null) has settings of their own too. */
export function keptSettings(userId: string | null, projectId: ProjectId): ViewSettings {
  const place = `${userId ?? 'visitor'}:${projectId}`
  return {
    visibility: keptCell(`visibility:${place}`, defaultVisibility, flagsOver),
    metrics: keptCell(`metrics:${place}`, defaultMetrics, metricsOver),
    hand: keptCell(`hand:${userId ?? 'visitor'}`, defaultHand, handOver),
  }
}

type Kept = Readonly<Record<string, unknown>>

function keptCell<Value>(key: string, defaults: Value, over: (defaults: Value, kept: Kept) => Value) {
  const cell = createCell(over(defaults, readKept(key)))
  return {
    ...cell,
    set(next: Value) {
      cell.set(next)
      keptStorage.write(key, JSON.stringify(next))
    },
  }
}

function readKept(key: string): Kept {
  try {
    const kept: unknown = JSON.parse(keptStorage.read(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

const flag = (kept: unknown, otherwise: boolean): boolean => (typeof kept === 'boolean' ? kept : otherwise)

const flagsOver = (defaults: VisibilitySettings, kept: Kept): VisibilitySettings => ({
  showCompleted: flag(kept['showCompleted'], defaults.showCompleted),
  showInProgress: flag(kept['showInProgress'], defaults.showInProgress),
  showToDo: flag(kept['showToDo'], defaults.showToDo),
  showHidden: flag(kept['showHidden'], defaults.showHidden),
})

const metricsOver = (defaults: MetricSettings, kept: Kept): MetricSettings => ({
  showProgress: flag(kept['showProgress'], defaults.showProgress),
  showBurnup: flag(kept['showBurnup'], defaults.showBurnup),
  timeResolution: timeResolutions.find((one) => one === kept['timeResolution']) ?? defaults.timeResolution,
})

const handOver = (defaults: HandSettings, kept: Kept): HandSettings => ({
  doesWheelZoom: flag(kept['doesWheelZoom'], defaults.doesWheelZoom),
})
