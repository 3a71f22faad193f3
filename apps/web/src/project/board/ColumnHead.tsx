import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useReducer } from 'react'
import { getMemberName, peopleStore } from '../../api/people.ts'
import { useCell } from '../../platform/cell.ts'
import { boardTexts as texts } from '../../texts/board.ts'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import { Menu, MenuNote, MenuRadios } from '../../ui/Menu.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { TagDot } from '../fields/ValueChips.tsx'
import type { BoardColumn } from './board-columns.ts'
import type { BoardController } from './board-controller.ts'
import { addCard } from './board-edits.ts'
import type { LaidColumn } from './board-layout.ts'
import styles from './Board.module.css'

interface ColumnHeadProps {
  readonly board: BoardController
  readonly column: LaidColumn
  readonly name: string
}

/** The name of a column, the number of its cards, and what can be done with it. */
export function ColumnHead({ board, column, name }: ColumnHeadProps) {
  const canEdit = useCell(board.workspace.client.canEdit)
  const limit = useCell(board.settings, ({ limits }) => limits[column.key])
  const count = column.cards.length
  const isWrittenByPeople = column.value !== null && ['stage', 'tag', 'person'].includes(board.grouping)
  const isOver = limit !== undefined && count > limit
  const inWords = isOver ? texts.overLimit(count, limit) : texts.cards(count)
  return (
    <div className={styles.head} data-over-limit={isOver ? '' : undefined}>
      {column.color !== null && <TagDot color={column.color} />}
      <span className={styles.name} dir="auto" translate={isWrittenByPeople ? 'no' : undefined} title={name}>
        {name}
      </span>
      <span className={styles.count} translate="yes" title={inWords} aria-hidden="true">
        {limit === undefined ? count : texts.countOf(count, limit)}
      </span>
      <VisuallyHidden>{inWords}</VisuallyHidden>
      <Menu
        label={texts.columnMenu(name)}
        className={styles.tool}
        triggerContent={<Ellipsis size={16} aria-hidden="true" />}
      >
        <LimitItems board={board} columnKey={column.key} limit={limit} />
      </Menu>
      {canEdit && (
        <button
          type="button"
          translate="yes"
          className={styles.tool}
          aria-label={texts.addCard(name)}
          data-tooltip={texts.addCard(name)}
          onClick={() => addCard(board, column)}
        >
          <Plus size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

const offeredLimits = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20]

interface LimitItemsProps {
  readonly board: BoardController
  readonly columnKey: string
  readonly limit: number | undefined
}

/** The limit of work in progress only warns. */
function LimitItems({ board, columnKey, limit }: LimitItemsProps) {
  const choose = (chosen: string) => {
    const { [columnKey]: _before, ...limits } = board.settings.get().limits
    const next = Number(chosen)
    board.change({ limits: next > 0 ? { ...limits, [columnKey]: next } : limits })
  }
  return (
    <>
      <MenuNote>{texts.limit}</MenuNote>
      <MenuRadios
        label={texts.limit}
        choices={[['0', texts.noLimit] as const, ...offeredLimits.map((most) => [`${most}`, `${most}`] as const)]}
        chosen={`${limit ?? 0}`}
        onChoose={choose}
      />
    </>
  )
}

/** Returns a function that names columns. People are looked up, each once. */
export function useColumnNames(board: BoardController): (column: BoardColumn) => string {
  const { client, hasServer } = board.workspace
  const { owner, sharing } = client.project.get()
  const isByPerson = board.grouping === 'person'
  const isMember = (id: string): boolean => id === owner || Object.hasOwn(sharing.users, id)
  const members = board.layout.columns.flatMap(({ value }) =>
    isByPerson && value !== null && isMember(value) ? [value] : [],
  )
  const key = hasServer ? members.join(' ') : ''
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (key === '') return undefined
    for (const id of key.split(' ')) peopleStore.lookUp(id)
    return peopleStore.subscribe(render)
  }, [key])
  return ({ value, name }) => {
    if (!isByPerson || value === null) return name
    if (!isMember(value)) return nodeFieldTexts.people.former
    const state = peopleStore.get(value)
    return state.kind === 'known' ? getMemberName(state.person) : nodeFieldTexts.people.unknown
  }
}
