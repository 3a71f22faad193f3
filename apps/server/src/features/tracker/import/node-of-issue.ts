import { limits, type GraphNode } from '@espalier/domain'

import type { NodeRecord } from '../../../database/node-record.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import { toIssueContents } from './plan-import.ts'

/** A new node for an issue, at its place. */
export const createNodeFromIssue = (placed: GraphNode, issue: TrackerIssue, at: Date): NodeRecord => ({
  ...placed,
  ...toIssueContents(issue),
  projectLink: null,
  hideChildren: false,
  style: { backgroundColor: limits.nodeColour, processing: false },
  type: 'standard',
  transitions: [{ dt: at.getTime(), from: 'deleted', to: issue.status }],
  version: 1,
})
