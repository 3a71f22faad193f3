import type { Locator, Page } from '@playwright/test'
import type { Chance } from '../security/random.ts'
import { dragByMouse } from '../support/touch.ts'
import { openView, selectView, type ViewName } from './shown-plan.ts'

/** The circumstances of one act. */
export interface Turn {
  readonly page: Page
  readonly chance: Chance
  /** Returns a title that nobody has used. */
  newTitle(): string
}

/** An act that finds nothing to act on does nothing; one whose node has been deleted meanwhile gives up. */
type Act = (turn: Turn) => Promise<void>

/** Longer than this a monkey does not wait for a node that somebody else may have deleted. */
const patience = { timeout: 4_000 }
const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Node title' })

/** Returns an item that is in the window, off the edges that tools cover. */
async function chooseItem({ page, chance }: Turn, view: ViewName, kind = ''): Promise<Locator | null> {
  const selector = `${selectView(view)} ${kind}[data-node-id][data-status]`
  const ids = await page.evaluate(
    (selected) =>
      [...document.querySelectorAll<HTMLElement>(selected)]
        .filter((item) => {
          const { left, right, top, bottom } = item.getBoundingClientRect()
          return top > 120 && bottom < innerHeight - 90 && right > 20 && left < innerWidth - 20
        })
        .map((item) => item.dataset['nodeId'] ?? ''),
    selector,
  )
  if (ids.length === 0) return null
  return page.locator(`${selectView(view)} ${kind}[data-node-id="${chance.one(ids)}"][data-status]`).first()
}

async function writeTitle({ page, newTitle }: Turn, lastKey = 'Enter'): Promise<void> {
  await editor(page).waitFor(patience)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(newTitle())
  await page.keyboard.press(lastKey)
}

/** Focuses an item and presses one of the keys. */
const pressOn =
  (view: ViewName, keys: readonly string[], kind = ''): Act =>
  async (turn) => {
    const item = await chooseItem(turn, view, kind)
    if (item === null) return
    await item.focus(patience)
    await turn.page.keyboard.press(turn.chance.one(keys))
  }

/** Focuses an item, presses a key that opens its editor or that of a new node, and writes a title. */
const writeOn =
  (view: ViewName, key: string, kind = ''): Act =>
  async (turn) => {
    const item = await chooseItem(turn, view, kind)
    if (item === null) return
    await item.focus(patience)
    await turn.page.keyboard.press(key)
    await writeTitle(turn)
  }

/** A new row of the outline, which is indented or not. */
const writeRow: Act = async (turn) => {
  const row = await chooseItem(turn, 'Outline')
  if (row === null) return
  await row.focus(patience)
  await turn.page.keyboard.press('Enter')
  await writeTitle(turn, turn.chance.one(['Tab', 'Shift+Tab', 'Alt+ArrowUp']))
  await turn.page.keyboard.press('ArrowUp')
}

const dragCard: Act = async (turn) => {
  const card = await chooseItem(turn, 'Board', 'article')
  const column = turn.page.getByRole('group', { name: turn.chance.one(['To do', 'In progress', 'Done']), exact: true })
  const [from, to] = [await card?.boundingBox(patience), await column.boundingBox(patience)]
  if (from == null || to == null) return
  const place = { x: to.x + to.width / 2, y: to.y + 80 + turn.chance.below(120) }
  await dragByMouse(turn.page, { x: from.x + from.width / 2, y: from.y + from.height / 2 }, place)
}

const addCard: Act = async (turn) => {
  const name = turn.chance.one(['To do', 'In progress', 'Done'])
  await turn.page.getByRole('button', { name: `Add a card to ${name}` }).click(patience)
  await writeTitle(turn)
}

/** The month that the calendar shows first. */
const chooseDay = ({ chance }: Turn): string => {
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, 8 + chance.below(14)]
  return parts.map((part) => `${part}`.padStart(2, '0')).join('-')
}

const columns = ['dueDate', 'startDate', 'estimate', 'priority', 'status'] as const

/** Types a value into a cell of the table. */
const editCell: Act = async (turn) => {
  const { page, chance } = turn
  const row = await chooseItem(turn, 'Table', 'tr')
  const column = chance.one(columns)
  if (row === null) return
  await row.locator(`[data-column="${column}"]`).focus(patience)
  const values = {
    dueDate: chooseDay(turn),
    startDate: chooseDay(turn),
    estimate: `${1 + chance.below(20)}`,
    priority: chance.one(['low', 'medium', 'high', 'urgent']),
    status: chance.one(['to do', 'prog', 'done']),
  }
  await page.keyboard.press('Enter')
  await page.locator('[data-cell-editor]').first().waitFor(patience)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(values[column])
  await page.keyboard.press('Enter')
}

const clearCell: Act = async (turn) => {
  const row = await chooseItem(turn, 'Table', 'tr')
  if (row === null) return
  await row.locator(`[data-column="${turn.chance.one(columns)}"]`).focus(patience)
  await turn.page.keyboard.press('Delete')
}

const renameInTable: Act = async (turn) => {
  const row = await chooseItem(turn, 'Table', 'tr')
  if (row === null) return
  await row.locator('[data-column="title"]').focus(patience)
  await turn.page.keyboard.press('F2')
  await writeTitle(turn)
}

/** A node without dates gets some. */
const schedule: Act = async (turn) => {
  const item = turn.page.getByRole('region', { name: 'Not scheduled' }).locator('button[data-node-id]').first()
  if ((await item.count()) === 0) return
  await item.focus(patience)
  await turn.page.keyboard.press('Enter')
}

const addOnDay: Act = async (turn) => {
  await turn.page.locator(`[data-view="calendar"] [data-date="${chooseDay(turn)}"]`).focus(patience)
  await turn.page.keyboard.press('Enter')
  await writeTitle(turn)
}

const dragEntry: Act = async (turn) => {
  const entry = await chooseItem(turn, 'Calendar', 'article')
  const day = turn.page.locator(`[data-view="calendar"] [data-date="${chooseDay(turn)}"]`)
  const [from, to] = [await entry?.boundingBox(patience), await day.boundingBox(patience)]
  if (from == null || to == null) return
  const middle = ({ x, y, width, height }: NonNullable<typeof from>) => ({ x: x + width / 2, y: y + height / 2 })
  await dragByMouse(turn.page, middle(from), middle(to))
}

const status = (view: ViewName, kind = ''): Act => pressOn(view, ['Shift+Space'], kind)

/** Edits, by the view in which they are made, all through keyboard and mouse. */
const editsByView: Readonly<Record<ViewName, Readonly<Record<string, Act>>>> = {
  Map: {
    'add a child': writeOn('Map', 'Tab'),
    'add a sibling': writeOn('Map', 'Enter'),
    'add a parent': writeOn('Map', 'Alt+Enter'),
    rename: writeOn('Map', 'F2'),
    status: status('Map'),
    reorder: pressOn('Map', ['Alt+ArrowUp', 'Alt+ArrowDown']),
  },
  Outline: {
    'write a row': writeRow,
    indent: pressOn('Outline', ['Tab', 'Shift+Tab']),
    reorder: pressOn('Outline', ['Alt+ArrowUp', 'Alt+ArrowDown']),
    status: status('Outline'),
  },
  Board: {
    'drag a card': dragCard,
    'add a card': addCard,
    'move a card': pressOn('Board', ['Alt+ArrowLeft', 'Alt+ArrowRight'], 'article'),
    rename: writeOn('Board', 'Enter', 'article'),
    status: status('Board', 'article'),
  },
  Table: { 'edit a cell': editCell, 'clear a cell': clearCell, rename: renameInTable },
  Timeline: {
    move: pressOn(
      'Timeline',
      ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'],
      'button[data-bar]',
    ),
    resize: pressOn('Timeline', [']', '[', 'Alt+BracketLeft'], 'button[data-bar]'),
    schedule,
    status: status('Timeline', 'button[data-bar]'),
  },
  Calendar: {
    'add on a day': addOnDay,
    'drag an entry': dragEntry,
    move: pressOn('Calendar', ['Alt+ArrowLeft', 'Alt+ArrowDown', 'Alt+ArrowUp'], 'article'),
    rename: writeOn('Calendar', 'Enter', 'article'),
    status: status('Calendar', 'article'),
  },
}

/** A plan is not to grow without end: from this size on, leaves are deleted as often as anything else is done. */
const roomyPlan = 40

const deleteLeaf = async (turn: Turn): Promise<void> => {
  const leaves = `[role="treeitem"]:not([aria-expanded])`
  const leaf = await chooseItem(turn, 'Outline', leaves)
  if (leaf === null) return
  await leaf.focus(patience)
  await turn.page.keyboard.press('Delete')
}

/** Does one random edit in one random view. Returns what it was. */
export async function actRandomly(turn: Turn, viewNow: ViewName | null = null): Promise<string> {
  const { page, chance } = turn
  const view = viewNow ?? chance.one(Object.keys(editsByView) as ViewName[])
  await openView(page, view)
  const [name, act] = chance.one(Object.entries(editsByView[view]))
  await act(turn)
  return `${view}: ${name}`
}

/** Deletes a leaf of a plan that has enough nodes. */
export async function thinOut(turn: Turn, size: number): Promise<string | null> {
  if (size < 8 || !turn.chance.is(size > roomyPlan ? 0.5 : 0.08)) return null
  await openView(turn.page, 'Outline')
  await deleteLeaf(turn)
  return 'Outline: delete a leaf'
}

/** Leaves the editor that an act has left open, as a click elsewhere does: the text is saved. */
export async function leaveEditors(page: Page): Promise<void> {
  for (
    let tries = 0;
    tries < 3 && (await page.locator('[role="textbox"]:focus, [data-cell-editor]').count()) > 0;
    tries += 1
  )
    await page.keyboard.press('Escape')
}
