import { expect, type Locator, type Page } from '@playwright/test'

/** The pace of somebody who knows the page: the same as in the walk that the bars come from. */
const keyMs = 120
const beforeClickMs = 1_500

/** Seconds, clicks and keys of people since the walk began. */
export interface WalkRecord {
  readonly seconds: number
  readonly clicks: number
  readonly keys: number
}

/** Counts what the people of one walk do, and prints it at each milestone. */
export class WalkLog {
  readonly #startedAt = performance.now()
  readonly #name: string
  #clicks = 0
  #keys = 0

  constructor(name: string) {
    this.#name = name
  }

  countClick(): void {
    this.#clicks += 1
  }

  countKeys(count: number): void {
    this.#keys += count
  }

  /** Prints and returns what was needed so far. */
  reach(milestone: string): WalkRecord {
    const record = { seconds: (performance.now() - this.#startedAt) / 1_000, clicks: this.#clicks, keys: this.#keys }
    const figures = `${record.seconds.toFixed(1)} s, ${record.clicks} clicks, ${record.keys} keys`
    process.stdout.write(`\n${this.#name}: ${milestone} after ${figures}\n`)
    return record
  }
}

/** Somebody in front of a page, who types and clicks as fast as a person does. */
export class PacedPerson {
  readonly page: Page
  readonly #log: WalkLog

  constructor(page: Page, log: WalkLog) {
    this.page = page
    this.#log = log
  }

  /** Finds the target, moves there and clicks. */
  async click(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    await this.page.waitForTimeout(beforeClickMs)
    await target.click()
    this.#log.countClick()
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: keyMs })
    this.#log.countKeys(text.length)
  }

  async press(key: string): Promise<void> {
    await this.page.waitForTimeout(keyMs)
    await this.page.keyboard.press(key)
    this.#log.countKeys(1)
  }
}
