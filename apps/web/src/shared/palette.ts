import { createCell } from '../platform/cell.ts'

/** Something that the open page can do. */
export interface PageAction {
  readonly id: string
  readonly label: string
  /** The keys that run it without the palette. */
  readonly keys?: string
  run(): void
}

/** A node of the open project. */
export interface PageNode {
  readonly id: string
  readonly title: string
  readonly status: 'todo' | 'progress' | 'done'
  /** The title of its parent; empty for a root. */
  readonly below: string
}

/** The entries that an open project offers to the palette. */
export interface PageSource {
  readonly projectId: string
  listActions(): readonly PageAction[]
  /** Finds nodes by their titles and descriptions, best first. */
  findNodes(text: string, most: number): readonly PageNode[]
  goToNode(id: string): void
  /** Puts the focus back to where a person works. */
  focus(): void
}

/** True while the palette of commands is shown. Keys, the top bar and the project screen open it. */
export const isPaletteOpen = createCell(false)

/** Loads what the open page offers; null on pages that offer nothing of their own. */
export const pageSource = createCell<(() => Promise<PageSource>) | null>(null)
