import { findRole, isMember, type SavedView } from '@espalier/domain'
import Bookmark from 'lucide-react/icons/bookmark'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { currentPersonId } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { savedViewTexts as texts } from '../../texts/filter.ts'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '../../ui/Menu.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ViewForm, ViewList } from './ViewDialogs.tsx'
import { doesViewDim } from './saved-view.ts'
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
      {canSave && (text !== '' || views.length > 0) && <MenuSeparator />}
      {canSave && text !== '' && <MenuItem onSelect={onSave}>{texts.save}</MenuItem>}
      {canSave && views.length > 0 && <MenuItem onSelect={onEdit}>{texts.edit}</MenuItem>}
    </>
  )
}

/** A step of its own in the history of the browser: Back returns to the filter before. */
function applyView({ filter, map }: ProjectWorkspace, view: SavedView): void {
  const present = filter.get()
  filter.set({
    ...present,
    isOpen: true,
    text: view.filter,
    isDimming: doesViewDim(view),
    step: present.step + 1,
  })
  map.announce(view.name)
}
