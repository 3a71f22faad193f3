import { findRole, isMember, type SavedView } from '@espalier/domain'
import Bookmark from 'lucide-react/icons/bookmark'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { currentPersonId } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { savedViewTexts as texts } from '../../texts/filter.ts'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '../../ui/Menu.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { formatSharedHash } from '../workspace/project-address.ts'
import { formatViewPath } from '../workspace/plan-views.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { applyViewSettings } from '../workspace/shareable-settings.ts'
import { ViewForm, ViewList } from './ViewDialogs.tsx'
import { doesViewDim, readViewState } from './saved-view.ts'
import styles from './FilterBar.module.css'

interface WorkspaceProps {
  readonly workspace: ProjectWorkspace
}

/** A person's own views and the shared ones. Guests can use the shared ones. */
export function SavedViewsMenu({ workspace }: WorkspaceProps) {
  const [dialog, setDialog] = useState<'save' | 'edit' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        label={texts.savedViews}
        className={styles.toggle}
        triggerContent={
          <>
            <Bookmark size={18} aria-hidden="true" />
            <span className={styles.word}>{texts.savedViews}</span>
          </>
        }
      >
        <ViewItems workspace={workspace} onSave={() => setDialog('save')} onEdit={() => setDialog('edit')} />
      </Menu>
      {dialog === 'save' && <ViewForm workspace={workspace} view={null} onClose={close} />}
      {dialog === 'edit' && <ViewList workspace={workspace} onClose={close} />}
    </>
  )
}

interface ViewItemsProps extends WorkspaceProps {
  readonly onSave: () => void
  readonly onEdit: () => void
}

function ViewItems({ workspace, onSave, onEdit }: ViewItemsProps) {
  const views = useCell(workspace.client.project, (project) => project.views)
  const canSave = useCell(workspace.client.project, (project) => isMember(findRole(currentPersonId(), project)))
  const text = useCell(workspace.filter, (filter) => filter.text)
  // The map alone, with everything on it, is nothing to save.
  const isWorthSaving = useCell(workspace.view) !== 'map' || text !== ''
  return (
    <>
      {views.length === 0 && <MenuNote>{texts.none}</MenuNote>}
      {views.map((view) => (
        <MenuItem key={view.id} isCurrent={view.filter === text} onSelect={() => applyView(workspace, view)}>
          <span translate="no">{view.name}</span>
          {view.isShared && (
            <>
              <VisuallyHidden>{texts.everybody}</VisuallyHidden>
              <Users size={16} aria-hidden="true" />
            </>
          )}
        </MenuItem>
      ))}
      {canSave && (isWorthSaving || views.length > 0) && <MenuSeparator />}
      {canSave && isWorthSaving && <MenuItem onSelect={onSave}>{text === '' ? texts.saveView : texts.save}</MenuItem>}
      {canSave && views.length > 0 && <MenuItem onSelect={onEdit}>{texts.edit}</MenuItem>}
    </>
  )
}

/** A step of its own in the history of the browser: Back returns to the filter and the view before. */
function applyView(workspace: ProjectWorkspace, view: SavedView): void {
  const { filter, map, client, navigate: goTo } = workspace
  const present = filter.get()
  filter.set({
    ...present,
    isOpen: true,
    text: view.filter,
    isDimming: doesViewDim(view),
    step: present.step + 1,
  })
  const viewState = readViewState(view)
  if (viewState !== null) {
    applyViewSettings(workspace, viewState.kind, viewState.settings)
    if (viewState.kind !== workspace.view.get())
      goTo(formatViewPath(client.projectId, viewState.kind) + formatSharedHash(workspace))
  }
  map.announce(view.name)
}
