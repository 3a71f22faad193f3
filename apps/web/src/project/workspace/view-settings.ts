import {
  defaultTimeResolution,
  defaultVisibility,
  type ProjectId,
  type TimeResolution,
  timeResolutions,
  type VisibilitySettings,
} from '@espalier/domain'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import { deviceStorage } from '../../platform/storage.ts'

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
export interface PointerSettings {
  /** The wheel zooms without Ctrl; with Shift it moves the view. */
  readonly doesWheelZoom: boolean
}

export const defaultPointerSettings: PointerSettings = { doesWheelZoom: false }

/** What one person wants to see of one project, and how they move in it. */
export interface ViewSettings {
  readonly visibility: WritableCell<VisibilitySettings>
  readonly metrics: WritableCell<MetricSettings>
  /** The same in every project. */
  readonly pointerSettings: WritableCell<PointerSettings>
}

/** Kept on this device, for each person and project. Nobody in particular (null) has settings of their own too. */
export function loadViewSettings(userId: string | null, projectId: ProjectId): ViewSettings {
  const place = `${userId ?? 'visitor'}:${projectId}`
  return {
    visibility: createStoredCell(`visibility:${place}`, defaultVisibility, readVisibility),
    metrics: createStoredCell(`metrics:${place}`, defaultMetrics, readMetricSettings),
    pointerSettings: createStoredCell(`hand:${userId ?? 'visitor'}`, defaultPointerSettings, readPointerSettings),
  }
}

type StoredFields = Readonly<Record<string, unknown>>

function createStoredCell<Value>(key: string, defaults: Value, over: (defaults: Value, kept: StoredFields) => Value) {
  const cell = createCell(over(defaults, readStoredFields(key)))
  return {
    ...cell,
    set(next: Value) {
      cell.set(next)
      deviceStorage.write(key, JSON.stringify(next))
    },
  }
}

function readStoredFields(key: string): StoredFields {
  try {
    const kept: unknown = JSON.parse(deviceStorage.read(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

const readFlag = (kept: unknown, otherwise: boolean): boolean => (typeof kept === 'boolean' ? kept : otherwise)

const readVisibility = (defaults: VisibilitySettings, kept: StoredFields): VisibilitySettings => ({
  showCompleted: readFlag(kept['showCompleted'], defaults.showCompleted),
  showInProgress: readFlag(kept['showInProgress'], defaults.showInProgress),
  showToDo: readFlag(kept['showToDo'], defaults.showToDo),
  showHidden: readFlag(kept['showHidden'], defaults.showHidden),
})

const readMetricSettings = (defaults: MetricSettings, kept: StoredFields): MetricSettings => ({
  showProgress: readFlag(kept['showProgress'], defaults.showProgress),
  showBurnup: readFlag(kept['showBurnup'], defaults.showBurnup),
  timeResolution: timeResolutions.find((one) => one === kept['timeResolution']) ?? defaults.timeResolution,
})

const readPointerSettings = (defaults: PointerSettings, kept: StoredFields): PointerSettings => ({
  doesWheelZoom: readFlag(kept['doesWheelZoom'], defaults.doesWheelZoom),
})
