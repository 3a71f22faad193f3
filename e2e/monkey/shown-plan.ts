import type { Page } from '@playwright/test'
import { listRows, plainTitle, type StoredPlan } from './stored-plan.ts'

export const viewNames = ['Map', 'Outline', 'Board', 'Table', 'Timeline', 'Calendar'] as const
export type ViewName = (typeof viewNames)[number]

export const selectView = (view: ViewName): string =>
  view === 'Map' ? '[data-canvas]' : `[data-view="${view.toLowerCase()}"]`

/** Opens a view by its tab and waits until its visible part is painted. */
export async function openView(page: Page, view: ViewName): Promise<void> {
  await page.getByRole('tab', { name: view, exact: true }).click()
  await page.locator(`${selectView(view)}[data-ready="true"]`).waitFor()
}

interface ShownItem {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly level: string | null
  /** The name of its column on the board, and the day of its cell in the calendar. */
  readonly group: string | null
  readonly day: string | null
  readonly cells: Readonly<Record<string, string>>
  /** How many nodes without dates there are, of one in their list. */
  readonly unscheduled: string | null
}

/** Returns what a view shows of the plan, in the order of the document. */
const readItems = (page: Page, view: ViewName): Promise<readonly ShownItem[]> =>
  page.evaluate(
    (root) =>
      [...document.querySelectorAll<HTMLElement>(`${root} [data-node-id][data-status]`)].map((item) => ({
        id: item.dataset['nodeId'] ?? '',
        name: item.getAttribute('aria-label') ?? item.textContent ?? '',
        status: item.dataset['status'] ?? '',
        level: item.getAttribute('aria-level'),
        group: item.closest('[role="group"], fieldset, section')?.getAttribute('aria-label') ?? null,
        day: item.closest<HTMLElement>('[data-date]')?.dataset['date'] ?? null,
        cells: {
          dueDate: item.querySelector('[data-column="dueDate"] time')?.getAttribute('datetime') ?? '',
          estimate: item.querySelector('[data-column="estimate"]')?.textContent ?? '',
          priority: item.querySelector('[data-priority]')?.getAttribute('data-priority') ?? 'none',
        },
        unscheduled: item.closest('[data-unscheduled]')?.getAttribute('aria-setsize') ?? null,
      })),
    selectView(view),
  )

/** Lists how one view of a page differs from the server's plan. Empty: it shows the same. */
export async function compareView(page: Page, view: ViewName, plan: StoredPlan): Promise<readonly string[]> {
  const items = await readItems(page, view)
  const nodes = new Map(plan.map((node) => [node.id, node]))
  const rows = listRows(plan)
  const differences: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown): void => {
    if (found !== wanted) differences.push(`${view}, ${what}: ${String(found)} instead of ${String(wanted)}`)
  }
  for (const item of items) {
    const node = nodes.get(item.id)
    if (node === undefined) {
      differences.push(`${view} shows “${item.name}”, which the server does not have`)
      continue
    }
    const title = plainTitle(node)
    expect(`status of “${title}”`, item.status, node.status)
    if (view === 'Timeline' && node.startDate !== null && node.dueDate !== null)
      expect('bar', item.name, `${title}, ${node.startDate} to ${node.dueDate}`)
    else expect('name', view === 'Timeline' ? item.name.replace(/, \S+ to \S+$/, '') : item.name, title)
    if (view === 'Calendar') expect(`day of “${title}”`, item.day, node.dueDate)
    if (view === 'Table') {
      expect(`due date of “${title}”`, item.cells['dueDate'], node.dueDate ?? '')
      expect(`estimate of “${title}”`, Number(item.cells['estimate'] || 0), node.estimate ?? 0)
      expect(`priority of “${title}”`, item.cells['priority'], node.priority)
    }
  }
  if (view === 'Outline') {
    const wanted = rows.map(({ node, level }) => `${level} ${plainTitle(node)}`)
    expect('rows', items.map(({ level, name }) => `${level} ${name}`).join('\n'), wanted.join('\n'))
  }
  if (view === 'Table') expect('rows', items.map(({ id }) => id).join('\n'), rows.map(({ node }) => node.id).join('\n'))
  if (view === 'Board') {
    const parents = new Set(plan.flatMap(({ parentIds }) => parentIds))
    expect('number of cards', items.length, plan.filter(({ id }) => !parents.has(id)).length)
  }
  if (view === 'Timeline') {
    // A bar that is far away in time is not drawn, nor a node far down in the list of those without dates.
    const listed = items.find(({ unscheduled }) => unscheduled !== null)?.unscheduled ?? '0'
    const wanted = plan.filter(({ startDate, dueDate }) => startDate === null && dueDate === null)
    expect('nodes without dates', listed, String(wanted.length))
  }
  return differences
}
