import type { NodeId } from '@espalier/domain'
import { createOutlineStage } from '../outline/outline-stage.ts'
import { RowFocus } from '../plan-view/row-stage.ts'
import type { PlanStage } from '../workspace/plan-stage.ts'
import { findSpan } from './bar-dates.ts'
import type { TimelineController } from './timeline-controller.ts'
import { stepZoom } from './time-scale.ts'

/** Focuses the bar of a row, also one that is not drawn yet because the node got its dates just now. */
export class BarFocus extends RowFocus {
  readonly #timeline: TimelineController

  constructor(timeline: TimelineController) {
    super(timeline.outline)
    this.#timeline = timeline
  }

  override findElement(id: NodeId): HTMLElement | null {
    const { outline, workspace } = this.#timeline
    const element = super.findElement(id)
    const node = workspace.client.node(id)
    const hasBar = outline.at(outline.findIndex(id))?.isFirst === true && node !== undefined && findSpan(node) !== null
    return hasBar && element?.matches('[data-bar]') !== true ? null : element
  }
}

/** The questions that the actions of the screen ask of the view that is shown: the rows answer, and time has a zoom. */
export function createTimelineStage(timeline: TimelineController, focus: RowFocus): PlanStage {
  const { workspace, outline, settings } = timeline
  const stage = createOutlineStage(outline, focus)
  const revealBar = (id: NodeId) => {
    const node = workspace.client.node(id)
    const span = node === undefined ? null : timeline.getSpan(node)
    if (span !== null) timeline.revealSpan(span)
  }
  return {
    ...stage,
    reveal(id, options) {
      stage.reveal(id, options)
      revealBar(id)
    },
    focus(id) {
      revealBar(id)
      stage.focus(id)
    },
    zoomIn: () => timeline.zoomTo(stepZoom(settings.get().level, -1)),
    zoomOut: () => timeline.zoomTo(stepZoom(settings.get().level, 1)),
    resetZoom: () => timeline.scrollToDay(timeline.today.get()),
    fit: () => timeline.showAll(),
  }
}
