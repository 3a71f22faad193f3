import type { NodeId } from '@espalier/domain'
import { type CalendarDate, findDateInZone } from '@espalier/domain/planning-dates'
import { currentPersonId } from '../../api/session/session.ts'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { MapChips } from '../map/chips/map-chips.ts'
import type { MapInputs } from '../workspace/create-workspace.ts'
import { listInTreeOrder } from '../workspace/tree-order.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { registerSettings } from '../workspace/shareable-settings.ts'
import { createStoredCell, type StoredFields } from '../workspace/view-settings.ts'
import { type CalendarMode, calendarModes, findFirstWeekday } from './calendar-days.ts'

interface CalendarSettings {
  readonly mode: CalendarMode
}

const readSettings = (stored: StoredFields): CalendarSettings => ({
  mode: calendarModes.find((mode) => mode === stored['mode']) ?? 'month',
})

export const findToday = (): CalendarDate =>
  findDateInZone(clock.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** The nodes of a project by the day on which they are due. It lives as long as the workspace. */
export class CalendarController {
  readonly workspace: ProjectWorkspace
  readonly settings: WritableCell<CalendarSettings>
  /** The day that the arrow keys move from; its month or week is shown. */
  readonly cursor = createCell<CalendarDate>(findToday())
  /** The day whose whole list is open. */
  readonly listedDay = createCell<CalendarDate | null>(null)
  /** Counts the changes that the view has to show. */
  readonly version = createCell(0)
  readonly announcement = createCell('')
  readonly chips: MapChips
  readonly firstWeekday = findFirstWeekday(navigator.language)
  #byDay: ReadonlyMap<CalendarDate, readonly NodeId[]> | null = null

  constructor(workspace: ProjectWorkspace, loadPeople: MapInputs['loadPeople']) {
    this.workspace = workspace
    const { client, visibility, matches, search: find, chips } = workspace
    const storageKey = `calendar:${currentPersonId() ?? 'visitor'}:${client.projectId}`
    this.settings = createStoredCell<CalendarSettings>(storageKey, { mode: 'month' }, (_defaults, stored) =>
      readSettings(stored),
    )
    registerSettings(workspace, { view: 'calendar', cell: this.settings, names: ['mode'], parse: readSettings })
    const redraw = () => this.version.set(this.version.get() + 1)
    const change = () => {
      this.#byDay = null
      redraw()
    }
    const people = loadPeople === undefined ? {} : { loadPeople }
    this.chips = new MapChips({ client, chips, ...people }, { refit: redraw, remeasure: redraw, redraw })
    client.listen(change)
    for (const cell of [visibility, matches, find]) cell.subscribe(change)
  }

  /** The entries of each day, in the order of the tree. */
  get byDay(): ReadonlyMap<CalendarDate, readonly NodeId[]> {
    this.#byDay ??= listEntries(this.workspace)
    return this.#byDay
  }

  listOn(day: CalendarDate): readonly NodeId[] {
    return this.byDay.get(day) ?? []
  }

  /** Returns the day of a shown node. */
  findDay(id: NodeId): CalendarDate | undefined {
    const day = this.workspace.client.node(id)?.dueDate ?? undefined
    return day !== undefined && this.listOn(day).includes(id) ? day : undefined
  }

  /** All shown nodes from the first day to the last. */
  listInOrder(): readonly NodeId[] {
    return [...this.byDay].sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, ids]) => ids)
  }
}

function listEntries({ client, visibility, matches, search: find }: ProjectWorkspace): Map<CalendarDate, NodeId[]> {
  const { showToDo, showInProgress, showCompleted } = visibility.get()
  const shownStatuses = { todo: showToDo, progress: showInProgress, done: showCompleted }
  const { shown } = matches.get()
  const hits = new Set(find.get().hits ?? [])
  const byDay = new Map<CalendarDate, NodeId[]>()
  for (const id of listInTreeOrder(client.graph)) {
    const node = client.node(id)
    if (node === undefined || node.dueDate === null) continue
    if (!hits.has(id) && (!shownStatuses[node.status] || shown?.has(id) === false)) continue
    const others = byDay.get(node.dueDate)
    if (others === undefined) byDay.set(node.dueDate, [id])
    else others.push(id)
  }
  return byDay
}

const controllers = new WeakMap<ProjectWorkspace, CalendarController>()

/** Returns the calendar of a workspace; it is kept, so that opening it again is quick. */
export function getCalendarController(
  workspace: ProjectWorkspace,
  loadPeople: MapInputs['loadPeople'],
): CalendarController {
  const known = controllers.get(workspace) ?? new CalendarController(workspace, loadPeople)
  controllers.set(workspace, known)
  return known
}
