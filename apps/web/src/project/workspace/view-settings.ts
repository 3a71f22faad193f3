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

/** One person's pointer settings. */
export interface PointerSettings {
  /** The wheel zooms without Ctrl; with Shift it pans. */
  readonly doesWheelZoom: boolean
}

/** A position of the map: screen = world * zoom + (x, y). */
export interface MapPosition {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export const defaultPointerSettings: PointerSettings = { doesWheelZoom: false }

/** One person's view settings of one project. */
export interface ViewSettings {
  readonly visibility: WritableCell<VisibilitySettings>
  readonly metrics: WritableCell<MetricSettings>
  /** Where the map was left; null: it was never moved. */
  readonly position: WritableCell<MapPosition | null>
  /** The same for every project. */
  readonly pointerSettings: WritableCell<PointerSettings>
}

/** Stored on this device per person and project. Anonymous visitors (null) have their own settings too. */
export function loadViewSettings(userId: string | null, projectId: ProjectId): ViewSettings {
  const storageKey = `${userId ?? 'visitor'}:${projectId}`
  return {
    visibility: createStoredCell(`visibility:${storageKey}`, defaultVisibility, readVisibility),
    metrics: createStoredCell(`metrics:${storageKey}`, defaultMetrics, readMetricSettings),
    position: createStoredCell<MapPosition | null>(`position:${storageKey}`, null, readPosition),
    pointerSettings: createStoredCell(`hand:${userId ?? 'visitor'}`, defaultPointerSettings, readPointerSettings),
  }
}

type StoredFields = Readonly<Record<string, unknown>>

function createStoredCell<Value>(key: string, defaults: Value, over: (defaults: Value, stored: StoredFields) => Value) {
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
    const stored: unknown = JSON.parse(deviceStorage.read(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

const readFlag = (stored: unknown, otherwise: boolean): boolean => (typeof stored === 'boolean' ? stored : otherwise)

const readVisibility = (defaults: VisibilitySettings, stored: StoredFields): VisibilitySettings => ({
  showCompleted: readFlag(stored['showCompleted'], defaults.showCompleted),
  showInProgress: readFlag(stored['showInProgress'], defaults.showInProgress),
  showToDo: readFlag(stored['showToDo'], defaults.showToDo),
  showHidden: readFlag(stored['showHidden'], defaults.showHidden),
})

const readMetricSettings = (defaults: MetricSettings, stored: StoredFields): MetricSettings => ({
  showProgress: readFlag(stored['showProgress'], defaults.showProgress),
  showBurnup: readFlag(stored['showBurnup'], defaults.showBurnup),
  timeResolution: timeResolutions.find((one) => one === stored['timeResolution']) ?? defaults.timeResolution,
})

function readPosition(_default: MapPosition | null, { x, y, zoom }: StoredFields): MapPosition | null {
  const isPosition = Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(zoom) && Number(zoom) > 0
  return isPosition ? { x: Number(x), y: Number(y), zoom: Number(zoom) } : null
}

const readPointerSettings = (defaults: PointerSettings, stored: StoredFields): PointerSettings => ({
  doesWheelZoom: readFlag(stored['doesWheelZoom'], defaults.doesWheelZoom),
})
