import type { NodeId } from '@espalier/domain'
import { DropdownMenu } from 'radix-ui'
import { Fragment, type SyntheticEvent, useEffect, useRef } from 'react'
import { useCell } from '../../platform/cell.ts'
import { actionTexts } from '../../texts/actions.ts'
import { nodeMenuTexts } from '../../texts/node-menu.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { describeNodes, getActionTargets, selectNode, tryAction, type WorkspaceAction } from '../actions/action.ts'
import { formatShortcut } from '../keyboard/shortcuts.ts'
import type { OpenNodeMenu, ProjectWorkspace } from '../workspace/project-workspace.ts'
import { listMenuSections } from './menu-actions.ts'
import styles from './NodeMenu.module.css'

export function NodeMenu({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const menu = useCell(workspace.menu)
  if (menu === null) return null
  const at = `${menu.nodeId} ${menu.at?.x} ${menu.at?.y}`
  return <NodeMenuContent key={at} workspace={workspace} menu={menu} />
}

/** On a narrower screen there is no room beside the menu for a second one. */
const narrowPx = 640
/** Opened further down on such a screen, the menu would show only its first entries. */
const lowestTopShare = 0.25

interface NodeMenuContentProps {
  readonly workspace: ProjectWorkspace
  readonly menu: OpenNodeMenu
}

/** Not modal, because the modal menu would write a style element, which the content security policy forbids. */
function NodeMenuContent({ workspace, menu }: NodeMenuContentProps) {
  const { nodeId } = menu
  const parts = listMenuSections(workspace, nodeId)
  const isEmpty = parts.length === 0
  const targets = getActionTargets(workspace, nodeId)
  useEffect(() => {
    if (isEmpty) workspace.menu.set(null)
    else if (!workspace.selection.get().ids.has(nodeId)) selectNode(workspace, nodeId)
  }, [workspace, nodeId, isEmpty])
  const openingTouchProps = useOpeningTouch()
  if (isEmpty) return null
  const close = () => {
    // A second menu may have been opened meanwhile, which must stay open.
    if (workspace.menu.get() === menu) workspace.menu.set(null)
  }
  const isNarrow = window.innerWidth < narrowPx
  const { left, top: wantedTop } = findMenuPosition(workspace, menu)
  const top = isNarrow ? Math.min(wantedTop, window.innerHeight * lowestTopShare) : wantedTop
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && close()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className={styles.anchor} style={{ left, top }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles.menu}
        aria-labelledby={undefined}
        aria-label={nodeMenuTexts.menu(describeNodes(workspace, targets))}
        side={isNarrow ? 'bottom' : 'right'}
        align="start"
        collisionPadding={8}
        {...openingTouchProps}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={() => workspace.map.focus(nodeId)}
      >
        {targets.length > 1 && (
          <DropdownMenu.Label className={styles.note}>{actionTexts.selected(targets.length)}</DropdownMenu.Label>
        )}
        {parts.map((part, index) => (
          <Fragment key={part[0]?.id}>
            {index > 0 && <DropdownMenu.Separator className={styles.separator} />}
            {part.map((action) => (
              <NodeMenuItem
                key={action.id}
                workspace={workspace}
                action={action}
                nodeId={nodeId}
                count={action.appliesToSelection === true ? targets.length : 1}
                onChosen={close}
              />
            ))}
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/**
 * Ignores the end of the touch that opened the menu by holding a finger on the node: on a narrow screen an entry appears
 * under that finger, and lifting it would choose the entry.
 */
function useOpeningTouch() {
  const isOver = useRef(false)
  const ignoreOpeningTouch = (event: SyntheticEvent<Element, Event>) => {
    const { nativeEvent } = event
    const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
    if (isTouch && !isOver.current) event.stopPropagation()
  }
  return {
    onPointerDownCapture: () => {
      isOver.current = true
    },
    onPointerUpCapture: ignoreOpeningTouch,
    onClickCapture: ignoreOpeningTouch,
  }
}

interface NodeMenuItemProps {
  readonly workspace: ProjectWorkspace
  readonly action: WorkspaceAction
  readonly nodeId: NodeId
  /** The number of nodes that the action changes. */
  readonly count: number
  readonly onChosen: () => void
}

function NodeMenuItem({ workspace, action, nodeId, count, onChosen }: NodeMenuItemProps) {
  const shortcut = action.shortcuts?.[0]
  const choose = () => {
    onChosen()
    // The node gets the focus first, so that a dialog opened from here returns it there.
    workspace.map.focus(nodeId)
    tryAction(action, workspace, nodeId)
  }
  return (
    <DropdownMenu.Item className={styles.item} onSelect={choose}>
      {getActionLabel(action, workspace, nodeId)}
      {/* The menu's own name and its first line say it to screen readers. */}
      {count > 1 && (
        <span aria-hidden="true" className={styles.count}>
          {nodeMenuTexts.times(count)}
        </span>
      )}
      {shortcut !== undefined && (
        <kbd aria-hidden="true" className={styles.keys}>
          {formatShortcut(shortcut)}
        </kbd>
      )}
    </DropdownMenu.Item>
  )
}

/** Returns the menu's screen position: the pointer, else its button, else below its node. */
function findMenuPosition(
  workspace: ProjectWorkspace,
  { nodeId, at }: OpenNodeMenu,
): { readonly left: number; readonly top: number } {
  if (at !== null) return { left: at.x, top: at.y }
  const node = [...document.querySelectorAll('[data-node-id]')].find(
    (one) => one.getAttribute('data-node-id') === nodeId,
  )
  const button = node?.querySelector('[aria-haspopup="menu"]')?.getBoundingClientRect()
  if (button !== undefined) return { left: button.left, top: button.bottom }
  const rect = workspace.map.getScreenRect(nodeId)
  return rect === null ? { left: 0, top: 0 } : { left: rect.left, top: rect.top + rect.height }
}
