import {
  defaultTimeResolution,
  defaultVisibility,
  type NodeId,
  type ProjectId,
  type TimeResolution,
  timeResolutions,
  type VisibilitySettings,
} from '@espalier/domain'
import { createCell, type WritableCell } from '@espalier/sync/cell'
import { deviceStorage } from '../../platform/storage.ts'

export interface MetricSettings {
  readonly showProgress: boolean
  /** The share of the estimates that is done, instead of the share of the nodes. */
  readonly isProgressByEstimate: boolean
  readonly showBurnup: boolean
  readonly timeResolution: TimeResolution
}

const defaultMetrics: MetricSettings = {
  showProgress: true,
  isProgressByEstimate: false,
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

/** The color themes of the map; ../map/theme defines their colors. */
export const mapThemes = ['paper', 'plain', 'contrast'] as const
export type MapTheme = (typeof mapThemes)[number]
export const defaultMapTheme: MapTheme = 'paper'

/** The chips that a box may show of its node, and of what is below it. */
export const chipKinds = ['assignees', 'dates', 'priority', 'tags', 'estimate', 'rollUp'] as const
export type ChipSettings = Readonly<Record<(typeof chipKinds)[number], boolean>>

/** A node without fields shows nothing of them, so everything is shown. */
export const defaultChips: ChipSettings = {
  assignees: true,
  dates: true,
  priority: true,
  tags: true,
  estimate: true,
  rollUp: true,
}

/** The arrows from blockers to the nodes that wait for them. */
export interface ArrowSettings {
  /** False: only those of the selection. */
  readonly showAll: boolean
}

export const defaultArrows: ArrowSettings = { showAll: false }

/** Nodes that a person has folded (true) or unfolded (false) for themselves, whatever the stored fold is. */
export type OwnFolds = ReadonlyMap<NodeId, boolean>

/** One person's view settings of one project. */
export interface ViewSettings {
  readonly visibility: WritableCell<VisibilitySettings>
  readonly chips: WritableCell<ChipSettings>
  readonly arrows: WritableCell<ArrowSettings>
  readonly metrics: WritableCell<MetricSettings>
  readonly ownFolds: WritableCell<OwnFolds>
  /** The place where the map was left; null: it was never moved. */
  readonly position: WritableCell<MapPosition | null>
  /** The same for every project. */
  readonly pointerSettings: WritableCell<PointerSettings>
  /** The same for every project. */
  readonly mapTheme: WritableCell<MapTheme>
}

/** Stored on this device per person and project. Anonymous visitors (null) have their own settings too. */
export function loadViewSettings(userId: string | null, projectId: ProjectId): ViewSettings {
  const storageKey = `${userId ?? 'visitor'}:${projectId}`
  return {
    visibility: createStoredCell(`visibility:${storageKey}`, defaultVisibility, readVisibility),
    chips: createStoredCell(`chips:${storageKey}`, defaultChips, readChipSettings),
    arrows: createStoredCell(`arrows:${storageKey}`, defaultArrows, (defaults, stored) => ({
      showAll: readFlag(stored['showAll'], defaults.showAll),
    })),
    metrics: createStoredCell(`metrics:${storageKey}`, defaultMetrics, readMetricSettings),
    ownFolds: createStoredCell(`folds:${storageKey}`, noOwnFolds, readOwnFolds, (folds) =>
      Object.fromEntries([...folds].slice(-maxStoredFolds)),
    ),
    position: createStoredCell<MapPosition | null>(`position:${storageKey}`, null, readPosition),
    pointerSettings: createStoredCell(`hand:${userId ?? 'visitor'}`, defaultPointerSettings, readPointerSettings),
    mapTheme: createThemeCell(`map-theme:${userId ?? 'visitor'}`),
  }
}

function createThemeCell(key: string): WritableCell<MapTheme> {
  const stored = deviceStorage.read(key)
  const cell = createCell<MapTheme>(mapThemes.find((theme) => theme === stored) ?? defaultMapTheme)
  return {
    ...cell,
    set(next) {
      cell.set(next)
      deviceStorage.write(key, next)
    },
  }
}

const noOwnFolds: OwnFolds = new Map()
/** Older folds are dropped, because a browser gives a site a few megabytes for everything. */
const maxStoredFolds = 1_000

type StoredFields = Readonly<Record<string, unknown>>

/** A cell whose value is stored on this device. A stored value that is damaged counts as none. */
export function createStoredCell<Value>(
  key: string,
  defaults: Value,
  over: (defaults: Value, stored: StoredFields) => Value,
  toJson: (value: Value) => unknown = (value) => value,
) {
  const cell = createCell(over(defaults, readStoredFields(key)))
  return {
    ...cell,
    set(next: Value) {
      cell.set(next)
      deviceStorage.write(key, JSON.stringify(toJson(next)))
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

const readChipSettings = (defaults: ChipSettings, stored: StoredFields): ChipSettings =>
  Object.fromEntries(chipKinds.map((kind) => [kind, readFlag(stored[kind], defaults[kind])])) as ChipSettings

const readMetricSettings = (defaults: MetricSettings, stored: StoredFields): MetricSettings => ({
  showProgress: readFlag(stored['showProgress'], defaults.showProgress),
  isProgressByEstimate: readFlag(stored['isProgressByEstimate'], defaults.isProgressByEstimate),
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

const readOwnFolds = (_defaults: OwnFolds, stored: StoredFields): OwnFolds =>
  new Map(Object.entries(stored).filter((fold): fold is [string, boolean] => typeof fold[1] === 'boolean'))
