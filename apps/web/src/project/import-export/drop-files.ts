import type { NodeId } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { carriesFiles } from '../../import-export/file-input.tsx'
import { projectExportTexts } from '../../texts/project-export.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './import-export.module.css'

/** A file dropped on a node is imported below it; on the ground, below the only root, or as new roots. */
export function acceptDroppedFiles(workspace: ProjectWorkspace, screen: HTMLElement): () => void {
  const mark = document.createElement('div')
  mark.className = styles['mark'] ?? ''
  mark.hidden = true
  screen.append(mark)
  const canTake = (): boolean => workspace.client.canEdit.get()

  const over = (event: DragEvent): void => {
    if (!carriesFiles(event)) return
    // By default the browser would replace the page by the file.
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = canTake() ? 'copy' : 'none'
    if (canTake()) showDropTarget(mark, findNodeBoxAt(event) ?? screen)
  }
  const leave = ({ relatedTarget }: DragEvent): void => {
    if (relatedTarget === null) mark.hidden = true
  }
  const drop = (event: DragEvent): void => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    mark.hidden = true
    const [file, ...others] = event.dataTransfer?.files ?? []
    if (file === undefined || !canTake()) return
    if (others.length > 0) return workspace.notify(projectExportTexts.oneFileAtATime, 'failed')
    workspace.dialog.set({
      kind: 'import',
      file,
      nodeId: chooseImportParent(workspace.client, findNodeBoxAt(event)?.dataset['nodeId']),
      isAsked: true,
    })
  }
  document.addEventListener('dragover', over)
  document.addEventListener('dragleave', leave)
  document.addEventListener('drop', drop)
  return () => {
    document.removeEventListener('dragover', over)
    document.removeEventListener('dragleave', leave)
    document.removeEventListener('drop', drop)
    mark.remove()
  }
}

const findNodeBoxAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-node-id]') : null

function showDropTarget(mark: HTMLElement, box: HTMLElement): void {
  const { left, top, width, height } = box.getBoundingClientRect()
  Object.assign(mark.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  mark.hidden = false
}

/** Chooses the parent of an import: the given node, else the only root; null: the topmost nodes become roots. */
export function chooseImportParent(client: ProjectClient, meant: NodeId | undefined): NodeId | null {
  if (meant !== undefined && client.node(meant) !== undefined) return meant
  const roots = client.graph.children(null)
  return roots.length === 1 ? (roots.at(0)?.id ?? null) : null
}
