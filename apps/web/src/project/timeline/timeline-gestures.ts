import type { NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { findEdgeStep, listenToGestures, type PointerGesture } from '../../platform/pointer-gestures.ts'
import { type BarGrip, type DaySpan, findSpan, planDates, shiftDates, toDate } from './bar-dates.ts'
import type { TimelineController } from './timeline-controller.ts'
import { listGripped, scheduleNode, shiftBars } from './timeline-edits.ts'
import { stepZoom } from './time-scale.ts'

/** A hand that trembles does not drag. */
const slopPx = 5
/** Near its edges the timeline scrolls while a bar is dragged. */
const edges = { edgePx: 48, stepPx: 12 }

/** Drags bars and their ends, places nodes without dates, and sizes the titles. Returns a function that ends it. */
export function listenToTimelineGestures(timeline: TimelineController, root: HTMLElement): () => void {
  const stops = [listenToGestures(root, (event) => beginGesture(timeline, root, event)), listenToZoom(timeline, root)]
  return () => {
    for (const stop of stops) stop()
  }
}

function beginGesture(timeline: TimelineController, root: HTMLElement, event: PointerEvent): PointerGesture | null {
  const target = event.target instanceof Element ? event.target : null
  if (target === null || !event.isPrimary || event.button !== 0) return null
  const sizer = target.closest<HTMLElement>('[data-sizer]')
  if (sizer !== null) return createSizing(timeline, root, event)
  const { client } = timeline.workspace
  if (!client.canEdit.get()) return null
  const isTouch = event.pointerType === 'touch'
  const unscheduled = target.closest<HTMLElement>('[data-unscheduled]')
  if (unscheduled !== null) {
    const node = client.node(unscheduled.dataset['unscheduled'] ?? '')
    // Elsewhere a finger scrolls the list.
    if (node === undefined || (isTouch && target.closest('[data-tray-grip]') === null)) return null
    return createPlacing(timeline, root, node, event)
  }
  const bar = target.closest<HTMLElement>('[data-bar]')
  if (bar !== null) {
    // A finger scrolls, unless the bar is the selected one.
    if (isTouch && bar.dataset['current'] === undefined) return null
    const grip = target.closest<HTMLElement>('[data-grip]')?.dataset['grip']
    return createBarDrag(timeline, root, bar.dataset['nodeId'] ?? '', isGrip(grip) ? grip : 'move', event)
  }
  const row = target.closest<HTMLElement>('[data-track]')?.dataset['track']
  const node = row === undefined ? undefined : client.node(row)
  return isTouch || node === undefined || findSpan(node) !== null ? null : createDrawing(timeline, root, node, event)
}

const isGrip = (grip: string | undefined): grip is BarGrip => grip === 'start' || grip === 'due'

interface DayDrag {
  /** Called with the latest place of the pointer, also while the timeline scrolls under it. */
  update(event: PointerEvent): void
  finish(): void
}

/** A drag over time: it begins after some pixels, and scrolls at the edges. */
function createDayDrag(
  timeline: TimelineController,
  root: HTMLElement,
  from: PointerEvent,
  { update, finish }: DayDrag,
): PointerGesture {
  let isDragging = false
  let last = from
  let frame = 0
  function scroll(): void {
    const { left, right, top, bottom } = timeline.getTrackRect()
    const isOver = last.clientY > top && last.clientY < bottom && last.clientX < right
    const by = findEdgeStep(last.clientX, left, right, edges)
    if (by !== 0 && isOver) {
      timeline.scroller?.scrollBy(by, 0)
      update(last)
    }
    frame = requestAnimationFrame(scroll)
  }
  return {
    move(event) {
      last = event
      if (!isDragging) {
        if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < slopPx) return
        isDragging = true
        root.setPointerCapture?.(event.pointerId)
        root.dataset['dragging'] = ''
        frame = requestAnimationFrame(scroll)
      }
      update(event)
    },
    end() {
      if (isDragging) finish()
    },
    cancel() {
      cancelAnimationFrame(frame)
      delete root.dataset['dragging']
      timeline.drag.set(null)
    },
  }
}

function createBarDrag(
  timeline: TimelineController,
  root: HTMLElement,
  id: NodeId,
  grip: BarGrip,
  from: PointerEvent,
): PointerGesture {
  const { workspace, drag } = timeline
  const nodes = listGripped(workspace, id, grip)
  const grabbedDay = timeline.findDayAt(from.clientX)
  let byDays = 0
  return createDayDrag(timeline, root, from, {
    update({ clientX, clientY }) {
      byDays = Math.round(timeline.findDayAt(clientX) - grabbedDay)
      const spans = new Map<NodeId, DaySpan>()
      for (const node of nodes) {
        const span = findSpan(shiftDates(node, grip, byDays) ?? node)
        if (span !== null) spans.set(node.id, span)
      }
      drag.set({ spans, grabbedId: id, at: { x: clientX, y: clientY } })
    },
    finish() {
      drag.set(null)
      shiftBars(workspace, id, grip, byDays)
    },
  })
}

/** A node without dates is dragged to the day on which it begins. */
function createPlacing(
  timeline: TimelineController,
  root: HTMLElement,
  node: NodeRecord,
  from: PointerEvent,
): PointerGesture {
  const { workspace, drag } = timeline
  const { estimateUnit } = workspace.client.project.get()
  let day: number | null = null
  const plan = (first: number) => planDates(first, node.estimate, estimateUnit)
  return createDayDrag(timeline, root, from, {
    update({ clientX, clientY }) {
      const { left, right, top, bottom } = timeline.getTrackRect()
      const isOver = clientX > left && clientX < right && clientY > top && clientY < bottom
      day = isOver ? Math.floor(timeline.findDayAt(clientX)) : null
      const span = day === null ? null : findSpan(plan(day))
      drag.set({
        spans: new Map(span === null ? [] : [[node.id, span]]),
        grabbedId: node.id,
        at: { x: clientX, y: clientY },
      })
    },
    finish() {
      drag.set(null)
      if (day !== null) scheduleNode(workspace, node.id, plan(day))
    },
  })
}

/** A bar is drawn in the empty row of a node without dates. */
function createDrawing(
  timeline: TimelineController,
  root: HTMLElement,
  { id }: NodeRecord,
  from: PointerEvent,
): PointerGesture {
  const { workspace, drag } = timeline
  const firstDay = Math.floor(timeline.findDayAt(from.clientX))
  let span: DaySpan = { first: firstDay, last: firstDay }
  return createDayDrag(timeline, root, from, {
    update({ clientX, clientY }) {
      const day = Math.floor(timeline.findDayAt(clientX))
      span = { first: Math.min(firstDay, day), last: Math.max(firstDay, day) }
      drag.set({ spans: new Map([[id, span]]), grabbedId: id, at: { x: clientX, y: clientY } })
    },
    finish() {
      drag.set(null)
      scheduleNode(workspace, id, { startDate: toDate(span.first), dueDate: toDate(span.last) })
    },
  })
}

const narrowestPx = 96
const widestShare = 0.6

/** Returns a width of the titles that leaves room for both. */
export const limitTitlePx = (px: number, wholePx: number): number =>
  Math.round(Math.max(narrowestPx, Math.min(px, wholePx * widestShare)))

function createSizing(timeline: TimelineController, root: HTMLElement, from: PointerEvent): PointerGesture {
  const { left } = root.getBoundingClientRect()
  root.setPointerCapture?.(from.pointerId)
  return {
    move({ clientX }) {
      timeline.change({ titlePx: limitTitlePx(clientX - left, root.clientWidth) })
    },
    end: () => undefined,
    cancel: () => undefined,
  }
}

const wheelStepPx = 60
const pinchStep = 1.5

/** Ctrl and the wheel, or two fingers, change the scale about their place, one level at a time. */
function listenToZoom(timeline: TimelineController, root: HTMLElement): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const zoom = (by: 1 | -1, clientX: number) => timeline.zoomTo(stepZoom(timeline.settings.get().level, by), clientX)
  let turned = 0
  root.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < wheelStepPx) return
      zoom(turned > 0 ? 1 : -1, event.clientX)
      turned = 0
    },
    { signal, passive: false },
  )
  let spread: number | null = null
  root.addEventListener(
    'touchmove',
    (event) => {
      const [one, other] = event.touches
      if (one === undefined || other === undefined) return
      event.preventDefault()
      const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
      spread ??= distance
      const share = distance / spread
      if (share < pinchStep && share > 1 / pinchStep) return
      zoom(share > 1 ? -1 : 1, (one.clientX + other.clientX) / 2)
      spread = distance
    },
    { signal, passive: false },
  )
  root.addEventListener('touchend', () => (spread = null), { signal })
  return () => listening.abort()
}
