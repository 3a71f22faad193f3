import type { Page } from '@playwright/test'
import type { BetaHouse, House } from './house.ts'

export interface StopOptions {
  /** Zoomed far out, the targets on the canvas must be small. */
  readonly isTargetSizeAsked?: boolean
  /** Words too long for a line are drawn in pieces, which do not match the accessible name. */
  readonly hasBrokenWords?: boolean
}

/** A state of a screen with this name has been reached and is checked as it is. */
export type Stop = (page: Page, name: string, options?: StopOptions) => Promise<void>

/** A short walk through a part of the product, from state to state. */
export interface Scene<Place = House> {
  readonly name: string
  walk(house: Place, stop: Stop): Promise<void>
}

export type BetaScene = Scene<BetaHouse>
