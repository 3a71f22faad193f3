import { centerRect, type Viewport } from '@espalier/canvas'
import { limits } from '@espalier/domain'
import type { Direction, Rect, Size } from '@espalier/layout'

const edgePx = limits.viewMarginPx.fit

/** Where a project opens: at 100%, its root at the edge that the tree grows away from. */
export function getInitialViewport(root: Rect, direction: Direction, size: Size): Viewport {
  const { x, y, zoom } = centerRect({ x: 0, y: 0, zoom: limits.zoomPercent.reset / limits.fullPercent }, root, size)
  switch (direction) {
    case 'right':
      return { x: edgePx - root.left, y, zoom }
    case 'left':
      return { x: size.width - edgePx - root.width - root.left, y, zoom }
    case 'down':
      return { x, y: edgePx - root.top, zoom }
    case 'up':
      return { x, y: size.height - edgePx - root.height - root.top, zoom }
  }
}
