import type { NodeId, VisibilitySettings } from '@espalier/domain'
import type { Direction, Point, Rect } from '@espalier/layout'
import type { ProjectClient } from '@espalier/sync'
import type { ReactNode } from 'react'
import type { Cell, WritableCell } from '../../platform/cell.ts'
import type { PointerSettings } from './view-settings.ts'

export interface NodeSelection {
  readonly ids: ReadonlySet<NodeId>
  /** The one that has the focus among them, and where the keyboard stands. */
  readonly current: NodeId | null
}

export interface TitleEdit {
  readonly nodeId: NodeId
  /** Just created: removed again if left unedited. Its text is selected. */
  readonly isNew: boolean
  /** A letter typed on the selected node: it replaces the title. */
  readonly typed: string | null
}

export interface SearchState {
  readonly isOpen: boolean
  readonly query: string
  /** In the order in which they are stepped through; null: no search. */
  readonly hits: readonly NodeId[] | null
  /** The index of the current hit, -1 for none. */
  readonly at: number
  /** Grows whenever the person asks for the search field: it takes the focus then. */
  readonly focusRequests?: number
}

/** Nodes that a reader has folded (true) or unfolded (false) for themselves. */
export type OwnFolds = ReadonlyMap<NodeId, boolean>

/** Where a node's menu is open; the point is on the screen. Without one it opens at the node's menu button. */
export interface OpenNodeMenu {
  readonly nodeId: NodeId
  readonly at: Point | null
}

/** Dialogs of the project screen. */
export type OpenDialog =
  | { readonly kind: 'help' }
  | { readonly kind: 'link'; readonly nodeId: NodeId }
  | { readonly kind: 'move-to'; readonly nodeId: NodeId }
  | { readonly kind: 'add-parent'; readonly nodeId: NodeId }
  | { readonly kind: 'export' }
  /** A file that goes below this node, or becomes roots. */
  | { readonly kind: 'import'; readonly file: File; readonly nodeId: NodeId | null; readonly isAsked: boolean }

/** The canvas as the other parts see it. All rectangles are the layout's, unless they say screen. */
export interface MapHandle {
  /** What is in view has been painted for the first time. */
  readonly isReady: Cell<boolean>
  /** 1 is 100%. */
  readonly zoom: Cell<number>
  /** To the next of the spec's steps, about the middle of the view. */
  zoomIn(): void
  zoomOut(): void
  resetZoom(): void
  fit(): void
  /** How the layer lies: screen = world * zoom + offset. */
  readonly settledViewport: Cell<{ readonly x: number; readonly y: number; readonly zoom: number }>
  setViewport(position: { readonly x: number; readonly y: number; readonly zoom: number }): void
  /** Pans only as far as needed (or, centred, to the middle), so that the node is in view and in the document. */
  reveal(id: NodeId, options?: { readonly isCentred?: boolean }): void
  /** Reveals it and gives it the focus, once it is drawn. */
  focus(id: NodeId): void
  getRect(id: NodeId): Rect | undefined
  /** Null while it is not drawn. */
  getScreenRect(id: NodeId): Rect | null
  /** The node that an arrow key leads to. */
  findNeighbor(id: NodeId, towards: Direction): NodeId | undefined
  /** Where the layout grows to. */
  readonly direction: Cell<Direction>
  /** The nodes that the layout holds, in tree order. */
  shownIds(): readonly NodeId[]
  isShown(id: NodeId): boolean
  /** Said by the live region. */
  announce(text: string): void
}

/** Everything an action of the project screen works on. */
export interface ProjectWorkspace {
  readonly board: ProjectClient
  readonly map: MapHandle
  readonly selection: WritableCell<NodeSelection>
  readonly editing: WritableCell<TitleEdit | null>
  readonly detailsNodeId: WritableCell<NodeId | null>
  /** Whether the project's history is open. */
  readonly isHistoryOpen: WritableCell<boolean>
  readonly search: WritableCell<SearchState>
  readonly menu: WritableCell<OpenNodeMenu | null>
  readonly dialog: WritableCell<OpenDialog | null>
  /** What lies over the canvas for a while: whatever is loaded later puts itself here. */
  readonly overlay: WritableCell<ReactNode>
  readonly visibility: WritableCell<VisibilitySettings>
  /** Empty for those who may edit: their folds are stored. */
  readonly ownFolds: WritableCell<OwnFolds>
  readonly pointerSettings: WritableCell<PointerSettings>
  /** The branch whose burn-up is asked for. */
  readonly burnupNodeId: WritableCell<NodeId | null>
  /** Opens another page of the product. */
  readonly navigate: (address: string) => void
  /** Tells the person; an error stays until it is closed. */
  readonly notify: (text: string, kind?: 'said' | 'failed') => void
}
