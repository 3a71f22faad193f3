import type { NodeId, VisibilitySettings } from '@espalier/domain'
import type { Direction, Point, Rect } from '@espalier/layout'
import type { ProjectClient } from '@espalier/sync'
import type { ReactNode } from 'react'
import type { Cell, WritableCell } from '../../platform/cell.ts'
import type { PlanView } from './plan-views.ts'
import type { ArrowSettings, ChipSettings, MapTheme, OwnFolds, PointerSettings } from './view-settings.ts'

export interface NodeSelection {
  readonly ids: ReadonlySet<NodeId>
  /** The focused one among them, from which the keyboard moves. */
  readonly current: NodeId | null
}

export interface TitleEdit {
  readonly nodeId: NodeId
  /** Just created: removed again if left unedited. Its text is selected. */
  readonly isNew: boolean
  /** A letter typed on the selected node replaces the title. */
  readonly typed: string | null
  /** The caret's place in characters; omitted: at the end. */
  readonly caret?: number
}

export interface SearchState {
  readonly isOpen: boolean
  readonly query: string
  /** The hits in the order of stepping; null: no search. */
  readonly hits: readonly NodeId[] | null
  /** The index of the current hit, -1 for none. */
  readonly at: number
  /** Grows whenever the person asks for the search field, which then takes the focus. */
  readonly focusRequests?: number
}

/** The filter box of the project screen. */
export interface FilterState {
  /** The box is shown although it is empty. */
  readonly isOpen: boolean
  /** The typed filter, after a pause. */
  readonly text: string
  /** Nodes that do not match are dimmed instead of hidden. */
  readonly isDimming: boolean
  /** Grows whenever the person asks for the box, which then takes the focus. */
  readonly focusRequests: number
  /** Grows whenever the next change of the text is one that Back undoes. */
  readonly step: number
}

/** The matches of the filter box. Every view of the project reads the same matches. */
export interface NodeMatches {
  /** Null: the box is empty, or its rules are not loaded yet. */
  readonly found: ReadonlySet<NodeId> | null
  /** The matches in the focused branch, and the selected nodes that do not match. Null: no node is hidden. */
  readonly shown: ReadonlySet<NodeId> | null
  /** Omitted: everything is shown. */
  readonly branch?: FocusedBranch | undefined
}

/** The branch that is shown alone. */
export interface FocusedBranch {
  readonly topId: NodeId
  /** The top and everything below it. */
  readonly ids: ReadonlySet<NodeId>
}

/** The lenses over the plan: what is outside is dimmed, nothing is hidden. */
export type LensKind = 'none' | 'ready' | 'critical' | 'mine' | 'overdue' | 'changed'

export interface NodeLens {
  readonly kind: LensKind
  /** The nodes in it. Null: no lens, or its rules are not loaded yet. */
  readonly found: ReadonlySet<NodeId> | null
}

/** An open node menu; the point is in screen coordinates. Without one it opens at the node's menu button. */
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
  | {
      readonly kind: 'commands'
      readonly nodeId: NodeId
      /** The text that was typed before the palette was loaded. */
      readonly typed: string
      /** Opened with the editor of this field; omitted: with the list of commands. */
      readonly field?: string
    }
  | { readonly kind: 'export' }
  | { readonly kind: 'webhooks' }
  | { readonly kind: 'lists'; readonly list: 'tags' | 'stages' | 'fields' | 'estimates' }
  /** The file is imported below this node, or as roots. */
  | { readonly kind: 'import'; readonly file: File; readonly nodeId: NodeId | null; readonly isAsked: boolean }

/** A person as the face of an assignee needs them. */
type ShownPerson =
  | {
      readonly kind: 'known'
      readonly person: { readonly email: string; readonly name: string | null; readonly picture: string }
    }
  | { readonly kind: 'loading' | 'unknown' }

/** Looks people up, each once. */
export interface PeopleSource {
  get(id: string): ShownPerson
  lookUp(id: string): void
  subscribe(listener: () => void): () => void
}

/** The canvas's interface for other parts. All rectangles are in layout coordinates, unless they say screen. */
export interface MapHandle {
  /** True once the visible nodes were painted for the first time, by whichever view is open. */
  readonly isReady: WritableCell<boolean>
  /** 1 is 100%. */
  readonly zoom: Cell<number>
  /** Zooms to the next of the specification's steps about the middle of the view. */
  zoomIn(): void
  zoomOut(): void
  resetZoom(): void
  fit(): void
  /** The position of the layer: screen = world * zoom + offset. */
  readonly settledViewport: Cell<{ readonly x: number; readonly y: number; readonly zoom: number }>
  setViewport(position: { readonly x: number; readonly y: number; readonly zoom: number }): void
  /** True if some node would be visible at this position. */
  hasNodesAt(position: { readonly x: number; readonly y: number; readonly zoom: number }): boolean
  /** Pans only as far as needed (or centers), so that the node is visible and in the document. */
  reveal(id: NodeId, options?: { readonly isCentred?: boolean }): void
  /** Reveals a node and focuses it once it is drawn. */
  focus(id: NodeId): void
  getRect(id: NodeId): Rect | undefined
  /** Null while it is not drawn. */
  getScreenRect(id: NodeId): Rect | null
  /** Returns the node that an arrow key leads to. */
  findNeighbor(id: NodeId, towards: Direction): NodeId | undefined
  /** The direction the layout grows in. */
  readonly direction: Cell<Direction>
  /** Returns the nodes of the layout in tree order. */
  shownIds(): readonly NodeId[]
  isShown(id: NodeId): boolean
  /** Announces a text in the live region. */
  announce(text: string): void
}

/** The open proposals of the project. */
export interface ShownProposals {
  readonly count: number
  readonly isOpen: boolean
  /** The panel, and what is drawn on the map. */
  readonly part: ReactNode
  toggle(): void
}

/** Everything an action of the project screen works on. */
export interface ProjectWorkspace {
  readonly client: ProjectClient
  /** While another view is open, it answers for the map (`standInForMap`). */
  readonly map: MapHandle
  /** The open view. */
  readonly view: WritableCell<PlanView>
  readonly selection: WritableCell<NodeSelection>
  readonly editing: WritableCell<TitleEdit | null>
  readonly detailsNodeId: WritableCell<NodeId | null>
  /** Tells whether the project's history is open. */
  readonly isHistoryOpen: WritableCell<boolean>
  /** Null: there are no proposals. Lazily loaded code puts itself here. */
  readonly proposals: WritableCell<ShownProposals | null>
  readonly search: WritableCell<SearchState>
  readonly filter: WritableCell<FilterState>
  readonly matches: WritableCell<NodeMatches>
  readonly lens: WritableCell<NodeLens>
  readonly menu: WritableCell<OpenNodeMenu | null>
  readonly dialog: WritableCell<OpenDialog | null>
  /** A temporary part over the canvas; lazily loaded code puts itself here. */
  readonly overlay: WritableCell<ReactNode>
  /** The bar that offers to set fields which are written in titles; null: there are none. */
  readonly titleOffers: WritableCell<ReactNode>
  readonly visibility: WritableCell<VisibilitySettings>
  /** The kinds of chips that boxes show. */
  readonly chips: WritableCell<ChipSettings>
  readonly arrows: WritableCell<ArrowSettings>
  /** Stored on this device, on top of the folds that everybody shares. */
  readonly ownFolds: WritableCell<OwnFolds>
  readonly pointerSettings: WritableCell<PointerSettings>
  /** This person's color theme of the map. */
  readonly mapTheme: WritableCell<MapTheme>
  /** The branch whose burn-up is shown. */
  readonly burnupNodeId: WritableCell<NodeId | null>
  /** False in the tour, whose project no server knows: actions that ask a server for something are hidden. */
  readonly hasServer: boolean
  /** Opens another page of the product. */
  readonly navigate: (address: string) => void
  /** Notifies the person; an error stays until it is closed. */
  readonly notify: (text: string, kind?: 'said' | 'failed') => void
}
