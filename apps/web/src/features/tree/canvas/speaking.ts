import { createCell } from '../../../platform/cell.ts'

/** What the live region says. */
export function createAnnouncer() {
  const said = createCell('')
  return {
    said,
    say(text: string): void {
      // The same text twice in a row would not be read out again.
      said.set(said.get() === text ? `${text}\u00a0` : text)
    },
  }
}
