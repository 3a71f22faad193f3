import { nodeBoxHeight, nodeBoxPx } from '../measure/box-size.ts'

/** One linking project a line, high enough to be touched, below a line that says what they are. */
const linkLinePx = 24

export const linksBoxHeight = (linkCount: number): number => nodeBoxHeight(nodeBoxPx.line + linkCount * linkLinePx)
