import type { NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { listenToItemDrags } from '../plan-view/item-drags.ts'
import type { CalendarController } from './calendar-controller.ts'
import { moveToDay } from './calendar-edits.ts'

/** Drags entries between days. Returns a function that ends it. */
export function listenToCalendarDrags(calendar: CalendarController, root: HTMLElement): () => void {
  let over: HTMLElement | null = null
  const mark = (next: HTMLElement | null): void => {
    over?.removeAttribute('data-over')
    next?.setAttribute('data-over', '')
    over = next
  }
  return listenToItemDrags<NodeId>(root, {
    find(target) {
      const element = target.closest<HTMLElement>('[data-entry]')
      const id = element?.dataset['entry']
      return element === null || id === undefined || !calendar.workspace.client.canEdit.get()
        ? null
        : { item: id, element }
    },
    over: (_id, at) => mark(findDayElement(root, at)),
    drop(id) {
      const day = over?.dataset['date']
      if (day !== undefined) moveToDay(calendar, id, day)
    },
    leave: () => mark(null),
    listScrollers: () => [...root.querySelectorAll<HTMLElement>('[data-days]')],
    openMenu: (id, at) => calendar.workspace.menu.set({ nodeId: id, at }),
  })
}

function findDayElement(root: HTMLElement, { x, y }: Point): HTMLElement | null {
  for (const cell of root.querySelectorAll<HTMLElement>('[data-date]')) {
    const { left, right, top, bottom } = cell.getBoundingClientRect()
    if (x >= left && x < right && y >= top && y < bottom) return cell
  }
  return null
}
