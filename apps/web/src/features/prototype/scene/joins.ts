import { link, curveLinear, linkHorizontal, linkRadial } from 'd3-shape'
import type { Join } from './scene-of-tree.ts'
import type { Point } from './scene.ts'

type Ends = Parameters<Join>[0]

export const straight: Join = link<Ends, Point>(curveLinear)
  .x(({ x }) => x)
  .y(({ y }) => y)

export const sideways: Join = linkHorizontal<Ends, Point>()
  .x(({ x }) => x)
  .y(({ y }) => y)

const curved: Join = linkRadial<Ends, Point>()
  .angle(({ x, y }) => Math.atan2(x, -y))
  .radius(({ x, y }) => Math.hypot(x, y))

/** Around the middle of the sheet. The middle itself lies in no direction: a curve from there would begin in any. */
export const outwards: Join = (ends) => (Math.hypot(ends.source.x, ends.source.y) < 1 ? straight(ends) : curved(ends))
