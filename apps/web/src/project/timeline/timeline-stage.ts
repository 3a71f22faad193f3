import type { NodeId } from '@espalier/domain'
import { createOutlineStage, type RowFocus } from '../outline/outline-stage.ts'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { TimelineController } from './timeline-controller.ts'
import { stepZoom } from './time-scale.ts'

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
