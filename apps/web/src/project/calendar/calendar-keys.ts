import type { NodeId } from '@espalier/domain'
import { addDays, type CalendarDate } from '@espalier/domain/planning-dates'
import type { KeyboardEvent } from 'react'
import { goToNode, tryAction } from '../actions/action.ts'
import { editTitleAction, openDetailsAction } from '../actions/node-actions.ts'
import type { CalendarController } from './calendar-controller.ts'
import { countKeyDays, findKeyDay } from './calendar-days.ts'
import { addOnDay, moveByDays } from './calendar-edits.ts'

/** Focuses the cell of a day once it is drawn. */
export type FocusDay = (day: CalendarDate) => void

/** Handles a key on a day or on an entry. Other keys are those of the whole screen. */
export function handleCalendarKey(calendar: CalendarController, event: KeyboardEvent, focusDay: FocusDay): void {
  const { target, ctrlKey, metaKey, shiftKey, altKey, key } = event
  if (!(target instanceof HTMLElement) || ctrlKey || metaKey) return
  const { date, entry } = target.dataset
  // Tab goes through the entries of a day; on the map it would add a child.
  if (entry !== undefined && key === 'Tab' && !altKey) return event.stopPropagation()
  if (shiftKey) return
  const isOurs =
    date !== undefined
      ? !altKey && actOnDay(calendar, date, key, focusDay)
      : entry !== undefined && (altKey ? moveByKey(calendar, entry, key) : actOnEntry(calendar, entry, key, focusDay))
  if (isOurs) event.preventDefault()
}

function actOnDay(calendar: CalendarController, day: CalendarDate, key: string, focusDay: FocusDay): boolean {
  if (key === 'Enter') {
    addOnDay(calendar, day)
    return true
  }
  if (key === ' ') {
    const [first] = calendar.listOn(day)
    if (first !== undefined) goToNode(calendar.workspace, first)
    return true
  }
  const next = findKeyDay(key, day, calendar.settings.get().mode, calendar.firstWeekday)
  if (next === undefined) return false
  focusDay(next)
  return true
}

function moveByKey(calendar: CalendarController, id: NodeId, key: string): boolean {
  const days = countKeyDays(key)
  if (days === undefined) return false
  // The browser would go back to the page before.
  if (calendar.workspace.client.canEdit.get()) moveByDays(calendar, id, days)
  return true
}

function actOnEntry(calendar: CalendarController, id: NodeId, key: string, focusDay: FocusDay): boolean {
  const { workspace } = calendar
  const day = calendar.findDay(id)
  if (day === undefined) return false
  const entries = calendar.listOn(day)
  const at = entries.indexOf(id)
  switch (key) {
    case 'Enter':
      return tryAction(workspace.client.canEdit.get() ? editTitleAction : openDetailsAction, workspace, id)
    case ' ':
      tryAction(openDetailsAction, workspace, id)
      return true
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = key === 'ArrowUp' ? entries[at - 1] : entries[at + 1]
      if (at === 0 && key === 'ArrowUp') focusDay(day)
      else if (next !== undefined) goToNode(workspace, next)
      return true
    }
    case 'ArrowLeft':
    case 'ArrowRight':
      focusDay(addDays(day, key === 'ArrowLeft' ? -1 : 1) ?? day)
      return true
    default:
      return false
  }
}
