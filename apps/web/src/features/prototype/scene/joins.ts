import { link, curveLinear, linkHorizontal, linkRadial } from 'd3-shape'
import type { DrawLink } from './scene-of-tree.ts'
import type { ScenePoint } from './scene.ts'

type LinkEnds = Parameters<DrawLink>[0]

export const drawStraightLink: DrawLink = link<LinkEnds, ScenePoint>(curveLinear)
  .x(({ x }) => x)
  .y(({ y }) => y)

export const drawHorizontalLink: DrawLink = linkHorizontal<LinkEnds, ScenePoint>()
  .x(({ x }) => x)
  .y(({ y }) => y)

const drawRadialLink: DrawLink = linkRadial<LinkEnds, ScenePoint>()
  .angle(({ x, y }) => Math.atan2(x, -y))
  .radius(({ x, y }) => Math.hypot(x, y))

/** Around the middle of the sheet. The middle itself lies in no direction: a curve from there would begin in any. */
export const drawOutwardLink: DrawLink = (ends) => (Math.hypot(ends.source.x, ends.source.y) < 1 ? drawStraightLink(ends) : drawRadialLink(ends))
