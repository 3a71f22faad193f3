import type { ProjectId } from '@espalier/domain'
import SquareArrowOutUpRight from 'lucide-react/icons/square-arrow-out-up-right'
import type { MouseEvent } from 'react'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface ProjectLinkMarkProps {
  readonly workspace: ProjectWorkspace
  readonly projectId: ProjectId
}

/** Leads to the project that the node is broken down in. */
export function ProjectLinkMark({ workspace, projectId }: ProjectLinkMarkProps) {
  const address = `/tree/${projectId}`
  const open = (event: MouseEvent) => {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    workspace.navigate(address)
  }
  return (
    <a className={styles.link} href={address} tabIndex={-1} aria-label="Open linked project" onClick={open}>
      <SquareArrowOutUpRight size={14} aria-hidden="true" />
    </a>
  )
}
