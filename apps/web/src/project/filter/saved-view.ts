import type { SavedView } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Later kinds of views store more in their settings, which stays as it is. */
const readSettings = ({ settings }: Pick<SavedView, 'settings'>): Readonly<Record<string, unknown>> =>
  typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? { ...settings } : {}

export const doesViewDim = (view: Pick<SavedView, 'settings'>): boolean => readSettings(view)['isDimming'] === true

/** The properties of a view that a person enters. */
export interface ViewDraft {
  readonly name: string
  readonly filter: string
  readonly isShared: boolean
}

/** Builds what is stored: a new view of the map, or the changed view with everything else it has. */
export function buildView(draft: ViewDraft, former: SavedView | null, isDimming: boolean): Api.SavedViewInput {
  const settings = { ...(former === null ? {} : readSettings(former)), isDimming }
  const kept = former === null ? { kind: 'map' } : { id: former.id, kind: former.kind }
  return { ...kept, name: draft.name.trim(), filter: draft.filter.trim(), isShared: draft.isShared, settings }
}

/** Editors may change every view that they see, others only their own. The server decides the same. */
export const listEditableViews = (
  { client }: Pick<ProjectWorkspace, 'client'>,
  personId: string | null,
): readonly SavedView[] =>
  client.project.get().views.filter(({ authorId }) => client.canEdit.get() || authorId === personId)
