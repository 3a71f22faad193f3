import type { ItemFocus } from '../plan-view/item-focus.ts'
import { announceIn } from '../plan-view/view-frame.tsx'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { CalendarController } from './calendar-controller.ts'

/** The questions that the actions of the screen ask of the view that is shown. */
export function createCalendarStage(calendar: CalendarController, focus: ItemFocus): PlanStage {
  const reveal: PlanStage['reveal'] = (id) => {
    const day = calendar.findDay(id)
    if (day !== undefined) calendar.cursor.set(day)
  }
  return {
    reveal,
    focus(id) {
      reveal(id)
      focus.focus(id)
    },
    getScreenRect: (id) => focus.findElement(id)?.getBoundingClientRect() ?? null,
    findNeighbor(id, towards) {
      const all = calendar.listInOrder()
      const next = all.indexOf(id) + (towards === 'up' || towards === 'left' ? -1 : 1)
      return next < 0 ? undefined : all[next]
    },
    shownIds: () => calendar.listInOrder(),
    isShown: (id) => calendar.findDay(id) !== undefined,
    announce: (text) => announceIn(calendar.announcement, text),
  }
}
