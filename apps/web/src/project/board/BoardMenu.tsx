import ChevronDown from 'lucide-react/icons/chevron-down'
import { useCell } from '../../platform/cell.ts'
import { boardTexts as texts } from '../../texts/board.ts'
import { Menu, MenuCheckbox, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { boardGroupings } from './board-columns.ts'
import type { BoardController } from './board-controller.ts'
import styles from './Board.module.css'

/** Chooses the columns, and which nodes are cards. */
export function BoardMenu({ board }: { readonly board: BoardController }) {
  const { hasAllNodes, hasLanes } = useCell(board.settings)
  const hasStages = useCell(board.workspace.client.project, ({ stages }) => stages.length > 0)
  const { grouping } = board
  const offered = boardGroupings.filter((one) => hasStages || one !== 'stage')
  return (
    <div className={styles.bar} translate="yes">
      <Menu
        label={texts.settings(texts.columnsBy[grouping])}
        className={styles.settings}
        triggerContent={
          <>
            {texts.columnsBy[grouping]}
            <ChevronDown size={14} aria-hidden="true" />
          </>
        }
      >
        <MenuRadios
          label={texts.columnsBy[grouping]}
          choices={offered.map((one) => [one, texts.columnsBy[one]] as const)}
          chosen={grouping}
          onChoose={(chosen) => board.change({ grouping: chosen })}
        />
        <MenuSeparator />
        <MenuCheckbox isChosen={hasAllNodes} onChoose={(isChosen) => board.change({ hasAllNodes: isChosen })}>
          {texts.allNodes}
        </MenuCheckbox>
        <MenuCheckbox isChosen={hasLanes} onChoose={(isChosen) => board.change({ hasLanes: isChosen })}>
          {texts.lanes}
        </MenuCheckbox>
      </Menu>
    </div>
  )
}
