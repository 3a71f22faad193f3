import type { NodeId } from '@espalier/domain'
import { findDateInZone, toDayNumber } from '@espalier/domain/planning-dates'
import type { Point } from '@espalier/layout'
import type { NodeRecord } from '@espalier/sync'
import { currentPersonId } from '../../api/session/session.ts'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { getOutlineController, type OutlineController } from '../outline/outline-controller.ts'
import type { MapInputs } from '../workspace/create-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { registerSettings } from '../workspace/shareable-settings.ts'
import { listInTreeOrder } from '../workspace/tree-order.ts'
import { createStoredCell, type StoredFields } from '../workspace/view-settings.ts'
import { type DaySpan, findSpan } from './bar-dates.ts'
import { type DayRange, dayWidths, findDayRange, type ZoomLevel, zoomLevels } from './time-scale.ts'

/** One person's settings of the timeline of one project, stored on this device. */
export interface TimelineSettings {
  readonly level: ZoomLevel
  /** Null: as wide as the screen suggests. */
  readonly titlePx: number | null
  /** Null: open where there is room. */
  readonly isTrayOpen: boolean | null
}

const defaultSettings: TimelineSettings = { level: 'week', titlePx: null, isTrayOpen: null }

const readSettings = (defaults: TimelineSettings, stored: StoredFields): TimelineSettings => ({
  level: zoomLevels.find((level) => level === stored['level']) ?? defaults.level,
  titlePx: Number.isFinite(stored['titlePx']) ? Number(stored['titlePx']) : null,
  isTrayOpen: typeof stored['isTrayOpen'] === 'boolean' ? stored['isTrayOpen'] : null,
})

/** Bars while they are dragged. */
export interface BarDrag {
  readonly spans: ReadonlyMap<NodeId, DaySpan>
  /** The dates of this bar are shown beside the pointer, whose place is on the screen. */
  readonly grabbedId: NodeId
  readonly at: Point
}

/** The measures with which the timeline is drawn. */
export interface TimelineFrame extends DayRange {
  readonly dayPx: number
  readonly titlePx: number
  readonly rowPx: number
}

/** A dependency between two nodes that both have a row. */
interface RowLink {
  readonly node: NodeRecord
  readonly row: number
  readonly blocker: NodeRecord
  readonly blockerRow: number
}

/** The rows of a project over time. It lives as long as the workspace. */
export class TimelineController {
  readonly workspace: ProjectWorkspace
  /** The rows are those of the outline. */
  readonly outline: OutlineController
  readonly settings: WritableCell<TimelineSettings>
  readonly drag = createCell<BarDrag | null>(null)
  readonly today = createCell(findToday())
  #scroller: HTMLElement | null = null
  #frame: TimelineFrame | null = null
  /** The day that stays at its distance from the start of the bars when the scale or the range changes. */
  #anchor: { readonly day: number; readonly offsetPx: number } | null = null
  #dates: { readonly version: number; readonly range: DayRange | null } | null = null
  #links: { readonly version: number; readonly links: readonly RowLink[] } | null = null
  #unscheduled: { readonly version: number; readonly ids: readonly NodeId[] } | null = null

  constructor(workspace: ProjectWorkspace, outline: OutlineController) {
    this.workspace = workspace
    this.outline = outline
    const key = `timeline:${currentPersonId() ?? 'visitor'}:${workspace.client.projectId}`
    this.settings = createStoredCell(key, defaultSettings, readSettings)
    registerSettings(workspace, {
      view: 'timeline',
      cell: this.settings,
      names: ['level'],
      parse: (stored) => readSettings(defaultSettings, stored),
    })
  }

  change(settings: Partial<TimelineSettings>): void {
    this.settings.set({ ...this.settings.get(), ...settings })
  }

  /** A day that ends while the timeline is open moves the line. */
  refreshToday(): void {
    const today = findToday()
    if (today !== this.today.get()) this.today.set(today)
  }

  /** Returns the days of a node's bar as it is shown: where it is dragged to, or as it is stored. */
  getSpan(record: NodeRecord): DaySpan | null {
    return this.drag.get()?.spans.get(record.id) ?? findSpan(record)
  }

  /** The days that can be scrolled through at the present zoom. */
  findRange(): DayRange {
    return findDayRange(this.#findDates(), this.today.get(), dayWidths[this.settings.get().level])
  }

  /** The days from the first to the last date of the project; null: there is no date. */
  #findDates(): DayRange | null {
    const version = this.outline.version.get()
    if (this.#dates?.version === version) return this.#dates.range
    let [earliest, latest] = ['', '']
    for (const { startDate, dueDate } of this.workspace.client.nodes()) {
      const [first, last] = [startDate ?? dueDate, dueDate ?? startDate]
      if (first !== null && (earliest === '' || first < earliest)) earliest = first
      if (last !== null && last > latest) latest = last
    }
    const range = earliest === '' ? null : { first: toDayNumber(earliest), end: toDayNumber(latest) + 1 }
    this.#dates = { version, range }
    return range
  }

  /** The dependencies between nodes that have rows. They are listed once for each change of the plan. */
  get links(): readonly RowLink[] {
    const version = this.outline.version.get()
    if (this.#links?.version !== version) this.#links = { version, links: this.#listLinks() }
    return this.#links.links
  }

  #listLinks(): readonly RowLink[] {
    const { outline, workspace } = this
    const links: RowLink[] = []
    for (const node of workspace.client.nodes()) {
      if (node.blockedByIds.length === 0) continue
      const row = outline.indexOf(node.id)
      if (row < 0) continue
      for (const blockerId of node.blockedByIds) {
        const blocker = workspace.client.node(blockerId)
        const blockerRow = outline.indexOf(blockerId)
        if (blocker !== undefined && blockerRow >= 0) links.push({ node, row, blocker, blockerRow })
      }
    }
    return links
  }

  /** The nodes without a date, in the order of the tree, as far as filters show them. */
  get unscheduledIds(): readonly NodeId[] {
    const version = this.outline.version.get()
    if (this.#unscheduled?.version !== version) this.#unscheduled = { version, ids: this.#listUnscheduled() }
    return this.#unscheduled.ids
  }

  #listUnscheduled(): readonly NodeId[] {
    const { client, visibility, matches } = this.workspace
    const { showCompleted, showInProgress, showToDo } = visibility.get()
    const isShown = { done: showCompleted, progress: showInProgress, todo: showToDo }
    const { shown } = matches.get()
    return listInTreeOrder(client.graph).filter((id) => {
      const node = client.node(id)
      if (node === undefined || node.startDate !== null || node.dueDate !== null) return false
      return isShown[node.status] && (shown === null || shown.has(id))
    })
  }

  /** Called when the rows are drawn with these measures: what was at its place stays there. */
  attach(scroller: HTMLElement, frame: TimelineFrame): void {
    this.#scroller = scroller
    this.#frame = frame
    this.#anchor ??= this.#findFirstPlace()
    const { day, offsetPx } = this.#anchor
    scroller.scrollLeft = (day - frame.first) * frame.dayPx - offsetPx
  }

  /** Called after the person has scrolled. */
  noteScroll(): void {
    this.#anchor = { day: this.#getDayAt(0), offsetPx: 0 }
  }

  /** Begins at today, or at the dates if they are all before or after what would be shown. */
  #findFirstPlace() {
    const today = this.today.get()
    const shownDays = this.#trackPx / (this.#frame?.dayPx ?? 1)
    const offsetPx = this.#trackPx * todayShare
    const dates = this.#findDates()
    if (dates !== null && dates.first > today + shownDays * (1 - todayShare)) return { day: dates.first, offsetPx }
    if (dates !== null && dates.end < today - shownDays * todayShare) return { day: dates.end, offsetPx: offsetPx * 3 }
    return { day: today, offsetPx }
  }

  get #trackPx(): number {
    return Math.max((this.#scroller?.clientWidth || assumedPx) - (this.#frame?.titlePx ?? 0), 1)
  }

  #getDayAt(offsetPx: number): number {
    const { first, dayPx } = this.#frame ?? { first: 0, dayPx: 1 }
    return first + ((this.#scroller?.scrollLeft ?? 0) + offsetPx) / dayPx
  }

  /** Returns the day at a place of the screen, with its part. */
  findDayAt(clientX: number): number {
    const left = this.#scroller?.getBoundingClientRect().left ?? 0
    return this.#getDayAt(clientX - left - (this.#frame?.titlePx ?? 0))
  }

  get dayPx(): number {
    return this.#frame?.dayPx ?? 1
  }

  get scroller(): HTMLElement | null {
    return this.#scroller
  }

  /** The part of the screen in which bars are drawn. */
  getTrackRect(): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number } {
    const { left, right, top, bottom } = (this.#scroller ?? document.body).getBoundingClientRect()
    return { left: left + (this.#frame?.titlePx ?? 0), right, top, bottom }
  }

  /** Changes the scale about a place of the screen, or about the middle. */
  zoomTo(level: ZoomLevel, clientX?: number): void {
    const left = this.getTrackRect().left
    const offsetPx = clientX === undefined ? this.#trackPx / 2 : Math.min(Math.max(clientX - left, 0), this.#trackPx)
    this.#anchor = { day: this.#getDayAt(offsetPx), offsetPx }
    this.change({ level })
  }

  /** Shows all dates at the closest zoom that has room for them. */
  showAll(): void {
    const dates = this.#findDates()
    if (dates === null) return this.scrollToDay(this.today.get())
    const days = dates.end - dates.first
    const level = zoomLevels.find((one) => days * dayWidths[one] <= this.#trackPx) ?? 'year'
    const offsetPx = Math.max((this.#trackPx - days * dayWidths[level]) / 2, 0)
    this.#anchor = { day: dates.first, offsetPx }
    this.change({ level })
    if (this.#frame !== null && this.#scroller !== null && this.#frame.dayPx === dayWidths[level])
      this.attach(this.#scroller, this.#frame)
  }

  scrollToDay(day: number): void {
    if (this.#scroller === null || this.#frame === null) return
    this.#scroller.scrollLeft = (day - this.#frame.first) * this.#frame.dayPx - this.#trackPx * todayShare
  }

  /** Scrolls to a bar of which nothing can be seen. */
  revealSpan({ first, last }: DaySpan): void {
    const isSeen = last + 1 > this.#getDayAt(0) && first < this.#getDayAt(this.#trackPx)
    if (!isSeen) this.scrollToDay(first)
  }
}

/** Today is not at the start, because the last days matter too. */
const todayShare = 0.25
/** The width of a view that has none yet. */
const assumedPx = 800

const findToday = (): number =>
  toDayNumber(findDateInZone(clock.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone))

const controllers = new WeakMap<ProjectWorkspace, TimelineController>()

/** Returns the timeline of a workspace; it is kept, so that it opens again where it was left. */
export function getTimelineController(
  workspace: ProjectWorkspace,
  loadPeople: MapInputs['loadPeople'],
): TimelineController {
  const known =
    controllers.get(workspace) ?? new TimelineController(workspace, getOutlineController(workspace, loadPeople))
  controllers.set(workspace, known)
  return known
}
