import type { KeyboardEvent } from 'react'
import type { OutlineRow } from '../outline/outline-rows.ts'
import { nameKey, walkKeys } from '../outline/row-keys.ts'
import { type BarGrip, findSpan } from './bar-dates.ts'
import type { TimelineController } from './timeline-controller.ts'
import { scheduleFrom, shiftBars } from './timeline-edits.ts'

interface BarKey {
  readonly grip: BarGrip
  readonly byDays: number
}

/** The brackets move the end of a bar, with Alt its start; Shift makes a week of a day. */
const barKeys: Readonly<Record<string, BarKey>> = {
  'Alt+ArrowLeft': { grip: 'move', byDays: -1 },
  'Alt+ArrowRight': { grip: 'move', byDays: 1 },
  'Alt+Shift+ArrowLeft': { grip: 'move', byDays: -7 },
  'Alt+Shift+ArrowRight': { grip: 'move', byDays: 7 },
  '[': { grip: 'due', byDays: -1 },
  ']': { grip: 'due', byDays: 1 },
  'Shift+{': { grip: 'due', byDays: -7 },
  'Shift+}': { grip: 'due', byDays: 7 },
  'Alt+[': { grip: 'start', byDays: -1 },
  'Alt+]': { grip: 'start', byDays: 1 },
  'Alt+Shift+[': { grip: 'start', byDays: -7 },
  'Alt+Shift+]': { grip: 'start', byDays: 7 },
}

const bracketCodes: Readonly<Partial<Record<string, string>>> = { BracketLeft: '[', BracketRight: ']' }

/** With Alt a bracket key may type another sign, so its position counts. */
function nameBarKey(event: KeyboardEvent): string {
  const bracket = event.altKey ? bracketCodes[event.code] : undefined
  return bracket === undefined ? nameKey(event) : `Alt+${event.shiftKey ? 'Shift+' : ''}${bracket}`
}

/** Handles a key on a bar, or on the title of a row without one. Other keys are those of the whole screen. */
export function handleTimelineKey(timeline: TimelineController, event: KeyboardEvent): void {
  const { outline } = timeline
  const key = event.target instanceof HTMLElement ? event.target.dataset['rowKey'] : undefined
  const row = key === undefined ? undefined : outline.at(outline.indexOf(key))
  if (row === undefined) return
  const barKey = barKeys[nameBarKey(event)]
  const walk = walkKeys[nameKey(event)]
  if (barKey === undefined && walk === undefined) return
  outline.use(row)
  event.preventDefault()
  if (barKey !== undefined) pressBarKey(timeline, row, barKey)
  else walk?.(outline, row)
}

function pressBarKey({ workspace, today }: TimelineController, { id }: OutlineRow, { grip, byDays }: BarKey): void {
  const node = workspace.client.node(id)
  if (node === undefined || !workspace.client.canEdit.get()) return
  if (findSpan(node) === null) return scheduleFrom(workspace, id, today.get())
  shiftBars(workspace, id, grip, byDays)
  workspace.map.reveal(id)
}
