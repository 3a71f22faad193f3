export interface MapNode {
  readonly id: string
  readonly parentId: string | null
  readonly title: string
}

/** One column per property, in the order of the nodes. Only `limit` uses it: the others compute their own layout. */
export interface GivenLayout {
  readonly left: readonly number[]
  readonly top: readonly number[]
  readonly width: number
  readonly height: number
}

/** Parents come before their children, siblings in order. */
export interface GivenMap {
  readonly nodes: readonly MapNode[]
  readonly layout: GivenLayout
}

/** The size of a box in subjects that allow setting it. */
export const boxSize = { width: 200, height: 50 }
/** The position of the root's left edge and middle when a map is opened at 100%. */
export const home = { x: 40, y: 400 }

/** One of the peers, or a limit, as the harness drives it. Ids are the map's. */
export interface MapSubject {
  /** The distance of one ctrl+wheel step so that 30 of them lead from 100% to about 25%. */
  readonly zoomStepPx: number
  /** Nothing moves in it; the wheel is turned anyway. */
  readonly isStill?: boolean
  /** Begins to show the map. May return before it is complete: the root is watched for. */
  open(host: HTMLElement, map: GivenMap): unknown
  /** True while the map is still being built although its root is visible. Omitted: never. */
  isBuilding?(): boolean
  /** Returns every box that is drawn now. */
  boxes(): Iterable<readonly [string, Element]>
  findElement(id: string): Element | null | undefined
  addChild(parentId: string, node: MapNode): unknown
  rename(id: string, title: string): unknown
}
