import { defaultVisibility, type NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import type { ProjectDetails } from '@espalier/sync'
import { fireEvent, render, screen } from '@testing-library/react'
import { createCell } from '../../platform/cell.ts'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { MapView } from '../map/MapView.tsx'
import { createMapController, getMapController } from '../map/rendering/map-controller.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import type { PeopleSource } from '../workspace/project-workspace.ts'
import { openTestProject } from './test-project.ts'
import { type NodeFixture, nodesFromOutline } from './node-fixtures.ts'

interface Setting {
  readonly nodes?: readonly NodeFixture[]
  readonly project?: Partial<ProjectDetails>
  readonly canEdit?: boolean
  readonly loadPeople?: () => Promise<PeopleSource>
}

export const garden = nodesFromOutline({ root: { a: { a1: {} }, b: {}, c: {} } })

/** A real canvas over nodes in memory. The page has no layout, so its corner is the window's. */
export function drawCanvas({ nodes = garden, project = {}, canEdit = true, loadPeople }: Setting = {}) {
  const client = openTestProject(nodes, { project: { layout: 'tree-right', ...project }, canEdit })
  const notices: string[] = []
  const workspace = createProjectWorkspace({
    client,
    visibility: createCell(defaultVisibility),
    navigate: () => undefined,
    notify: (text) => void notices.push(text),
    createMap: createMapController,
    ...(loadPeople !== undefined && { loadPeople }),
  })
  const { unmount } = render(
    <MemoryRouter>
      <main tabIndex={-1}>
        <MapView workspace={workspace} />
      </main>
    </MemoryRouter>,
  )
  const map = getMapController(workspace.map)
  /** Returns the point of a node at these fractions of its width and height. */
  const getPoint = (id: NodeId, across = 0.5, down = 0.5): Point => {
    const { left, top, width, height } = map.getRect(id) ?? { left: 0, top: 0, width: 0, height: 0 }
    const { x, y, zoom } = map.getViewport()
    return { x: (left + across * width) * zoom + x, y: (top + down * height) * zoom + y }
  }
  return { client, workspace, map, notices, unmount, getPoint }
}

export const canvas = (): HTMLElement => screen.getByRole('tree')
export const item = (name: string): HTMLElement => screen.getByRole('treeitem', { name })
export const part = (name: string): SVGPathElement | null => document.querySelector(`[data-part="${name}"]`)
export const selected = (): readonly string[] =>
  screen
    .getAllByRole('treeitem', { selected: true })
    .map((one) => one.dataset['nodeId'] ?? '')
    .toSorted()

interface Held {
  readonly ctrlKey?: boolean
  readonly shiftKey?: boolean
  readonly button?: number
}

/** A pointer that can be pressed, moved and released. */
export function pointer(pointerType: 'mouse' | 'touch' = 'mouse', pointerId = 1) {
  const at = ({ x, y }: Point, held: Held, buttons: number) => ({
    pointerId,
    pointerType,
    clientX: x,
    clientY: y,
    buttons,
    ...held,
  })
  return {
    down(target: Element, point: Point, held: Held = {}) {
      const { button = 0 } = held
      fireEvent.pointerDown(target, at(point, { button, ...held }, 1))
      return fireEvent.mouseDown(target, at(point, { button, ...held }, 1))
    },
    move: (point: Point, held: Held = {}) => void fireEvent.pointerMove(canvas(), at(point, held, 1)),
    hover: (point: Point) => void fireEvent.pointerMove(canvas(), at(point, {}, 0)),
    up: (point: Point, held: Held = {}) => void fireEvent.pointerUp(canvas(), at(point, held, 0)),
    lose: (target: Element) => void fireEvent(target, lostCapture(pointerId)),
    drag(target: Element, from: Point, to: Point, held: Held = {}) {
      this.down(target, from, held)
      this.move({ x: from.x + 12, y: from.y + 12 }, held)
      this.move(to, held)
      this.up(to, held)
    },
    press(target: Element, point: Point, held: Held = {}) {
      this.down(target, point, held)
      this.up(point, held)
    },
  }
}

const lostCapture = (pointerId: number) => new PointerEvent('lostpointercapture', { pointerId, bubbles: true })
