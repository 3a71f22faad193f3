import type { Painted } from './page/eye.ts'

export interface Opened extends Painted {
  /** The product's own marks, from `nodes-received` to `canvas-ready`. */
  readonly marksMs?: number
  /** From the address to `canvas-ready`. */
  readonly addressMs?: number
}

export interface Box {
  readonly left: number
  readonly width: number
}

/** One subject in one page, as the harness uses it. */
export interface Driver {
  /** It loads and stores more after it is painted, which would be counted with the next act. */
  readonly worksLater?: boolean
  readonly zoomStepPx: number
  /** Does everything up to the start of the clock. */
  load(): Promise<void>
  open(): Promise<Opened>
  rootBox(): Promise<Box | null>
  leafInView(): Promise<string | null>
  /** Does what the person does before; it is not counted. */
  beforeAdd(leafId: string): Promise<void>
  addChild(leafId: string): Promise<Painted>
  beforeRename(leafId: string): Promise<void>
  rename(leafId: string): Promise<Painted>
}
