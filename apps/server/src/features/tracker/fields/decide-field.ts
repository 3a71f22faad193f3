/** Both sides of a field as comparable texts. */
export interface FieldSides {
  readonly ours: string
  /** Our value at the last agreement. Undefined: there was none. */
  readonly agreedOurs: string | undefined
  readonly theirs: string
  readonly agreedTheirs: string | undefined
  /** Our value as the tracker would have it. Null: it cannot have it, so that it can only be changed there. */
  readonly wanted: string | null
  /** The value that we last sent, if its response was lost. */
  readonly sent: string | undefined
  /** When our value was changed, and when the issue was. */
  readonly changedAt: number | undefined
  readonly theirsAt: number
}

export type FieldDirection = 'none' | 'push' | 'take'

/**
 * The rule of titles and statuses: the side that changed wins, and the later one if both did. Before the first agreement
 * the side that has a value wins.
 */
export function decideField(sides: FieldSides): FieldDirection {
  const { ours, theirs, wanted, agreedOurs, agreedTheirs, sent, changedAt = 0, theirsAt } = sides
  if (wanted === theirs) return 'none'
  const direction = ((): FieldDirection => {
    const isLater = changedAt > theirsAt
    if (agreedOurs === undefined && agreedTheirs === undefined) {
      if (ours === '' || theirs === '') return ours === '' ? 'take' : 'push'
      return isLater ? 'push' : 'take'
    }
    const isOurs = ours !== (agreedOurs ?? '')
    const isTheirs = agreedTheirs !== undefined && theirs !== agreedTheirs && theirs !== sent
    if (!isOurs) return isTheirs ? 'take' : 'none'
    return !isTheirs || isLater ? 'push' : 'take'
  })()
  if (direction !== 'push' || wanted !== null) return direction
  return agreedTheirs !== undefined && theirs !== agreedTheirs ? 'take' : 'none'
}
