import { type ProjectMenuItem, projectMenuLabels } from '@espalier/domain'
import type { LucideIcon } from 'lucide-react'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FolderOpen from 'lucide-react/icons/folder-open'
import DoorOpen from 'lucide-react/icons/door-open'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Pencil from 'lucide-react/icons/pencil'
import Share from 'lucide-react/icons/share-2'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import type { ListedProject } from '../../data/projects/index.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import menuStyles from '../../ui/Menu.module.css'
import styles from './ProjectTable.module.css'
import type { RunProjectAction } from './use-intents.ts'

const actionIcons: Readonly<Record<ProjectMenuItem, LucideIcon>> = {
  share: Share,
  edit: Pencil,
  duplicate: Copy,
  open: FolderOpen,
  archive: Archive,
  unarchive: ArchiveRestore,
  delete: Trash,
  undelete: Undo,
}

interface ProjectActionsMenuProps {
  readonly project: ListedProject
  readonly items: readonly ProjectMenuItem[]
  readonly isBusy: boolean
  readonly act: RunProjectAction
}

export const ProjectActionsMenu = ({ project, items, isBusy, act }: ProjectActionsMenuProps) => (
  <Menu
    label={`Actions for ${project.title}`}
    triggerContent={isBusy ? <LoaderCircle size={18} className={styles.busy} /> : <Ellipsis size={18} />}
  >
    {items.map((item) => (
      <ActionItem key={item} item={item} onSelect={() => !isBusy && act(item, project)} />
    ))}
  </Menu>
)

/** Beside the menu, whose items each role has by the specification. It works without opening the project first. */
export const LeaveButton = ({ project, isBusy, act }: Omit<ProjectActionsMenuProps, 'items'>) => (
  <button
    type="button"
    className={menuStyles.trigger}
    aria-label={`Leave ${project.title}`}
    title="Leave project"
    disabled={isBusy}
    onClick={() => act('leave', project)}
  >
    <DoorOpen size={18} aria-hidden="true" />
  </button>
)

interface ActionItemProps {
  readonly item: ProjectMenuItem
  onSelect(): void
}

function ActionItem({ item, onSelect }: ActionItemProps) {
  const Icon = actionIcons[item]
  return (
    <MenuItem onSelect={onSelect}>
      <Icon size={16} />
      {projectMenuLabels[item]}
    </MenuItem>
  )
}
