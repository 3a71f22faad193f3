import { planLimits } from '@espalier/domain'
import type { WritableCell } from '../../platform/cell.ts'
import type { PlanView } from './plan-views.ts'
import type { ProjectWorkspace } from './project-workspace.ts'
import type { StoredFields } from './view-settings.ts'

/** The settings of a view as a saved view stores them. */
interface SettingsSource {
  read(): StoredFields
  apply(stored: StoredFields): void
}

interface KnownSettings {
  readonly sources: Map<PlanView, SettingsSource>
  /** Settings of views that were not opened yet. */
  readonly waiting: Map<PlanView, StoredFields>
}

const known = new WeakMap<ProjectWorkspace, KnownSettings>()

function getKnown(workspace: ProjectWorkspace): KnownSettings {
  const found = known.get(workspace) ?? { sources: new Map(), waiting: new Map() }
  known.set(workspace, found)
  return found
}

interface ShareableSettings<Settings extends object> {
  readonly view: PlanView
  readonly cell: WritableCell<Settings>
  /** Only these belong to a saved view, the most important ones first. */
  readonly names: readonly (keyof Settings & string)[]
  /** Reads what somebody else has stored. What is not understood has its default. */
  readonly parse: (stored: StoredFields) => Settings
}

/** Lets saved views store the settings of a view, and set them. */
export function registerSettings<Settings extends object>(
  workspace: ProjectWorkspace,
  { view, cell, names, parse }: ShareableSettings<Settings>,
): void {
  const { sources, waiting } = getKnown(workspace)
  const source: SettingsSource = {
    read: () => fitSettings(names.map((name) => [name, cell.get()[name]])),
    apply(stored) {
      const wanted = names.flatMap((name) => (Object.hasOwn(stored, name) ? [[name, stored[name]]] : []))
      cell.set(parse({ ...cell.get(), ...Object.fromEntries(wanted) }))
    },
  }
  sources.set(view, source)
  const asked = waiting.get(view)
  waiting.delete(view)
  if (asked !== undefined) source.apply(asked)
}

/** The rest of what is stored with a view is short. */
const mostCharacters = planLimits.view.settingsCharacters - 200

/** Leaves out what has no room, such as the widths of a hundred columns. */
export function fitSettings(settings: readonly (readonly [string, unknown])[]): StoredFields {
  let fitted: StoredFields = {}
  for (const [name, value] of settings) {
    const next = { ...fitted, [name]: value }
    if (JSON.stringify(next).length <= mostCharacters) fitted = next
  }
  return fitted
}

/** Returns the settings of a view; empty: it has none. */
export const readViewSettings = (workspace: ProjectWorkspace, view: PlanView): StoredFields =>
  getKnown(workspace).sources.get(view)?.read() ?? {}

/** Sets the settings of a view, or remembers them until it is opened. */
export function applyViewSettings(workspace: ProjectWorkspace, view: PlanView, stored: StoredFields): void {
  const { sources, waiting } = getKnown(workspace)
  const source = sources.get(view)
  if (source === undefined) waiting.set(view, stored)
  else source.apply(stored)
}
