import { defineTexts, formatQuantity } from '@espalier/domain'

/** The summary of the nodes below a node. */
export const rollUpTexts = defineTexts('rollUp', {
  heading: 'Below this node',
  nodes: 'Nodes',
  nodesDone: (done: number, nodes: number, percent: number) => `${done} of ${nodes} done (${percent}%)`,
  estimate: 'Estimate',
  estimates: {
    points: (done: number, all: number, percent: number) =>
      `${done} of ${formatQuantity(all, 'point')} done (${percent}%)`,
    hours: (done: number, all: number, percent: number) =>
      `${done} of ${formatQuantity(all, 'hour')} done (${percent}%)`,
    days: (done: number, all: number, percent: number) => `${done} of ${formatQuantity(all, 'day')} done (${percent}%)`,
  },
  earliestStart: 'Earliest start',
  latestDue: 'Latest due date',
  overdue: 'Overdue',
  overdueNodes: (count: number) => formatQuantity(count, 'node'),
  dueTooEarly: (date: string) => `This node is due before something below it, which is due on ${date}.`,
})
