import { type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import { MapChips } from '../map/chips/map-chips.ts'
import { readPageFont } from '../map/measure/page-title-measure.ts'
import { createFontRuler } from '../map/measure/text-ruler.ts'
import type { MapInputs } from '../workspace/create-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { registerSettings } from '../workspace/shareable-settings.ts'
import { buildBoard } from './board-cards.ts'
import { type BoardGrouping, resolveGrouping } from './board-columns.ts'
import { boardPx, type BoardLayout, type LaidColumn } from './board-layout.ts'
import { type BoardSettings, loadBoardSettings, readBoardSettings } from './board-settings.ts'

/** Board.module.css repeats these numbers. */
const cardPx = { around: 38, line: 20, aboveChips: 6, title: boardPx.card - 48 } as const
const titleFont = { sizePx: 14, weight: 500 } as const
/** Titles with fewer letters always fit into a line, and those with more never do. */
const sureLetters = { oneLine: 14, twoLines: 90 } as const

/** The place of a card. A card with several people or tags has several. */
export interface CardPlace {
  readonly column: LaidColumn
  readonly columnAt: number
  readonly cardAt: number
}

/** Scrolls the board to a card. */
type RevealCard = (place: CardPlace, isCentred: boolean) => void

/** The cards of a project in their columns, and the one the person works with. It lives as long as the workspace. */
export class BoardController {
  readonly workspace: ProjectWorkspace
  readonly settings: WritableCell<BoardSettings>
  /** Counts the changes that the view has to show. */
  readonly version = createCell(0)
  readonly announcement = createCell('')
  readonly chips: MapChips
  readonly #ruler = createFontRuler(titleFont, readPageFont())
  readonly #lines = new WeakMap<NodeRecord, 1 | 2>()
  #layout: BoardLayout | null = null
  #places = new Map<NodeId, CardPlace[]>()
  /** The column of a card with several that the person used last. */
  #activeKey: string | null = null
  #reveal: RevealCard | null = null

  constructor(workspace: ProjectWorkspace, loadPeople: MapInputs['loadPeople']) {
    this.workspace = workspace
    const { client, visibility, matches, search: find, chips } = workspace
    this.settings = loadBoardSettings(client.projectId)
    registerSettings(workspace, {
      view: 'board',
      cell: this.settings,
      // The places of cards by hand are one person's own.
      names: ['grouping', 'hasLanes', 'hasAllNodes', 'limits'],
      parse: readBoardSettings,
    })
    const change = () => {
      this.#layout = null
      this.version.set(this.version.get() + 1)
    }
    const people = loadPeople === undefined ? {} : { loadPeople }
    this.chips = new MapChips({ client, chips, ...people }, { refit: change, remeasure: change, redraw: change })
    client.listen(change)
    for (const cell of [client.project, visibility, matches, find, this.settings]) cell.subscribe(change)
  }

  get layout(): BoardLayout {
    if (this.#layout !== null) return this.#layout
    const layout = buildBoard(this.workspace, this.settings.get(), (id) => this.measure(id))
    const places = new Map<NodeId, CardPlace[]>()
    layout.columns.forEach((column, columnAt) =>
      column.cards.forEach((id, cardAt) => {
        const place = { column, columnAt, cardAt }
        const others = places.get(id)
        if (others === undefined) places.set(id, [place])
        else others.push(place)
      }),
    )
    this.#places = places
    this.#layout = layout
    return layout
  }

  get grouping(): BoardGrouping {
    return resolveGrouping(this.settings.get().grouping, this.workspace.client.project.get())
  }

  change(settings: Partial<BoardSettings>): void {
    this.settings.set({ ...this.settings.get(), ...settings })
  }

  /** Returns the card of a node: the one that was used last if it has several. */
  find(id: NodeId): CardPlace | undefined {
    const places = this.layout.columns.length === 0 ? undefined : this.#places.get(id)
    return places?.find(({ column }) => column.key === this.#activeKey) ?? places?.[0]
  }

  findColumn(key: string): LaidColumn | undefined {
    return this.layout.columns.find((column) => column.key === key)
  }

  use(columnKey: string): void {
    this.#activeKey = columnKey
  }

  /** Returns the height of a card. */
  measure(id: NodeId): number {
    const record = this.workspace.client.node(id)
    if (record === undefined) return 0
    const chips = this.chips.measure(record)
    const chipsPx = chips === null ? 0 : chips.height + cardPx.aboveChips
    return cardPx.around + this.countLines(record) * cardPx.line + chipsPx
  }

  /** Returns the lines of a card's title; the rest of a longer one is cut. */
  countLines(record: NodeRecord): 1 | 2 {
    const known = this.#lines.get(record)
    if (known !== undefined) return known
    const title = toPlainText(record.title)
    const isShort = title.length <= sureLetters.oneLine
    const isLong = title.length > sureLetters.twoLines
    const lines = isShort || (!isLong && this.#ruler.measureWidth(title) < cardPx.title) ? 1 : 2
    this.#lines.set(record, lines)
    return lines
  }

  /** Scrolls a card into view. */
  reveal(place: CardPlace, isCentred = false): void {
    this.#reveal?.(place, isCentred)
  }

  /** Lets the board be scrolled until the returned function is called. */
  connect(reveal: RevealCard): () => void {
    this.#reveal = reveal
    return () => {
      this.#reveal = null
    }
  }
}

const controllers = new WeakMap<ProjectWorkspace, BoardController>()

/** Returns the board of a workspace; it is kept, so that opening it again is quick. */
export function getBoardController(workspace: ProjectWorkspace, loadPeople: MapInputs['loadPeople']): BoardController {
  const known = controllers.get(workspace) ?? new BoardController(workspace, loadPeople)
  controllers.set(workspace, known)
  return known
}
