import type { Page } from '@playwright/test'
import type { BetaServer, DemoServer } from './test-servers.ts'

export interface StopOptions {
  /** False when the map is zoomed far out, where its targets are small by design. */
  readonly checksTargetSize?: boolean
  /** True when a word is too long for a line: its pieces do not match the accessible name. */
  readonly hasBrokenWords?: boolean
}

/** Checks the state that a scene has reached. */
export type Stop = (page: Page, name: string, options?: StopOptions) => Promise<void>

/** A short walk through a part of the product that stops at every state worth checking. */
export interface Scene<Server = DemoServer> {
  readonly name: string
  walk(server: Server, stop: Stop): Promise<void>
}

export type BetaScene = Scene<BetaServer>
