import { getPrimaryParent, type NodeId, toPlainText } from '@espalier/domain'
import Expand from 'lucide-react/icons/expand'
import { useEffect, useSyncExternalStore } from 'react'
import { useCell } from '../../platform/cell.ts'
import { focusTexts as texts } from '../../texts/focus.ts'
import { focusBranch, getFocusedId } from '../workspace/focused-branch.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { followBranch } from './follow-branch.ts'
import styles from './FocusBar.module.css'

interface FocusBarProps {
  readonly workspace: ProjectWorkspace
}

/** A row over the plan that says which branch is shown alone, and leads to those above it and back to everything. */
export function FocusBar({ workspace }: FocusBarProps) {
  const { client, map, matches } = workspace
  const topId = useCell(matches, getFocusedId)
  const path = useSyncExternalStore(
    (listener) => client.listen(listener),
    () => formatPath(workspace, topId),
  )
  useEffect(() => followBranch(workspace), [workspace])
  useEffect(() => {
    if (topId !== null) map.announce(texts.focused(getTitle(workspace, topId)))
  }, [workspace, map, topId])
  const goTo = (id: NodeId) => {
    focusBranch(workspace, id)
    map.focus(workspace.selection.get().current ?? id)
  }
  const end = () => {
    focusBranch(workspace, null)
    map.announce(texts.everything)
    map.focus(workspace.selection.get().current ?? topId ?? '')
  }
  const ids = listPath(workspace, topId)
  return (
    <nav aria-label={texts.focusedBranch} className={styles.bar}>
      <ol key={path} ref={showEnd} className={styles.trail} translate="no">
        {ids.map((id) => (
          <li key={id} className={styles.step}>
            {id === topId ? (
              <span aria-current="true" className={styles.title}>
                {getTitle(workspace, id)}
              </span>
            ) : (
              <button type="button" className={styles.crumb} onClick={() => goTo(id)}>
                {getTitle(workspace, id)}
              </button>
            )}
          </li>
        ))}
      </ol>
      <button type="button" aria-label={texts.showEverything} className={styles.end} onClick={end}>
        <Expand size={16} aria-hidden="true" />
        <span className={styles.word}>{texts.showEverything}</span>
      </button>
    </nav>
  )
}

/** The end of a long path says where one is. */
function showEnd(trail: HTMLOListElement | null): void {
  if (trail !== null) trail.scrollLeft = trail.scrollWidth
}

const getTitle = ({ client }: ProjectWorkspace, id: NodeId): string =>
  toPlainText(client.node(id)?.title ?? '') || texts.untitled

/** Lists the node and those above it, by their first parents, the highest first. */
function listPath({ client }: ProjectWorkspace, topId: NodeId | null): readonly NodeId[] {
  const path: NodeId[] = []
  for (let at = topId; at !== null && !path.includes(at);) {
    const node = client.node(at)
    if (node === undefined) break
    path.unshift(at)
    at = getPrimaryParent(node)
  }
  return path
}

/** The same text as long as the breadcrumb shows the same. */
const formatPath = (workspace: ProjectWorkspace, topId: NodeId | null): string =>
  listPath(workspace, topId)
    .map((id) => `${id} ${getTitle(workspace, id)}`)
    .join('\n')
