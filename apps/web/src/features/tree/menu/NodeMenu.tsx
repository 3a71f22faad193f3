import type { NodeId } from '@espalier/domain'
import { DropdownMenu } from 'radix-ui'
import { Fragment, useEffect } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { textOf } from '../keys/show-shortcut.ts'
import { select, titleOf } from '../workbench/acting.ts'
import { attempt, type Intent, labelOf } from '../workbench/intent.ts'
import type { OpenMenu, Workbench } from '../workbench/workbench.ts'
import { menuParts } from './menu-items.ts'
import styles from './NodeMenu.module.css'
import { placeOfMenu } from './place-of-menu.ts'

export function NodeMenu({ bench }: { readonly bench: Workbench }) {
  const menu = useCell(bench.menu)
  if (menu === null) return null
  const at = `${menu.nodeId} ${menu.at?.x} ${menu.at?.y}`
  return <OpenedMenu key={at} bench={bench} menu={menu} />
}

/** Narrower than two menus, there is no room beside the place where one opens. */
const narrowPx = 640

interface OpenedMenuProps {
  readonly bench: Workbench
  readonly menu: OpenMenu
}

/** Not modal: the modal one would write a style element, which the content security policy forbids. */
function OpenedMenu({ bench, menu }: OpenedMenuProps) {
  const { nodeId } = menu
  const parts = menuParts(bench, nodeId)
  const isEmpty = parts.length === 0
  useEffect(() => {
    if (isEmpty) bench.menu.set(null)
    else if (!bench.selection.get().ids.has(nodeId)) select(bench, nodeId)
  }, [bench, nodeId, isEmpty])
  if (isEmpty) return null
  const close = () => {
    // A second menu may have been opened meanwhile; it is not this one's to close.
    if (bench.menu.get() === menu) bench.menu.set(null)
  }
  const { left, top } = placeOfMenu(bench, menu)
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && close()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className={styles.anchor} style={{ left, top }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles.menu}
        aria-labelledby={undefined}
        aria-label={`Menu of ${titleOf(bench, nodeId)}`}
        side={window.innerWidth < narrowPx ? 'bottom' : 'right'}
        align="start"
        collisionPadding={8}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={() => bench.stage.focus(nodeId)}
      >
        {parts.map((part, index) => (
          <Fragment key={part[0]?.id}>
            {index > 0 && <DropdownMenu.Separator className={styles.separator} />}
            {part.map((intent) => (
              <Item key={intent.id} bench={bench} intent={intent} nodeId={nodeId} onChosen={close} />
            ))}
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

interface ItemProps {
  readonly bench: Workbench
  readonly intent: Intent
  readonly nodeId: NodeId
  readonly onChosen: () => void
}

function Item({ bench, intent, nodeId, onChosen }: ItemProps) {
  const shortcut = intent.shortcuts?.[0]
  const choose = () => {
    onChosen()
    // First the node has the focus again: a dialog opened from here gives it back there.
    bench.stage.focus(nodeId)
    attempt(intent, bench, nodeId)
  }
  return (
    <DropdownMenu.Item className={styles.item} onSelect={choose}>
      {labelOf(intent, bench, nodeId)}
      {shortcut !== undefined && (
        <span aria-hidden="true" className={styles.keys}>
          {textOf(shortcut)}
        </span>
      )}
    </DropdownMenu.Item>
  )
}
