/**
 * How many cells of comparison tables one merge may still fill. The work grows with the product of the changed parts,
 * so without a limit two long unrelated texts would block the server.
 */
export interface AlignBudget {
  cells: number
}

/**
 * Pairs the elements of two sequences by their longest common subsequence. The result has, for each element of the
 * first, the index of its partner in the second, or -1. Beyond the budget only a common beginning and end are paired.
 */
export function alignSequences<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  isSame: (left: Left, right: Right) => boolean,
  budget: AlignBudget,
): number[] {
  const partners = Array.from({ length: left.length }, () => -1)
  let start = 0
  const shorter = Math.min(left.length, right.length)
  while (start < shorter && isSame(left[start] as Left, right[start] as Right)) {
    partners[start] = start
    start += 1
  }
  let [leftEnd, rightEnd] = [left.length, right.length]
  while (leftEnd > start && rightEnd > start && isSame(left[leftEnd - 1] as Left, right[rightEnd - 1] as Right)) {
    leftEnd -= 1
    rightEnd -= 1
    partners[leftEnd] = rightEnd
  }
  const [rows, columns] = [leftEnd - start, rightEnd - start]
  const cells = (rows + 1) * (columns + 1)
  if (rows === 0 || columns === 0 || cells > budget.cells) return partners
  budget.cells -= cells
  const width = columns + 1
  const lengths = new Uint32Array(cells)
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] as number
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] = isSame(left[start + row] as Left, right[start + column] as Right)
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
    }
  }
  for (let [row, column] = [0, 0]; row < rows && column < columns;) {
    if (isSame(left[start + row] as Left, right[start + column] as Right)) {
      partners[start + row] = start + column
      row += 1
      column += 1
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1
    else column += 1
  }
  return partners
}

/**
 * Three-way merge of sequences: a change of one side is kept, additions of both sides are both kept, and if both
 * changed the same elements, the second side (`ours`) wins.
 */
export function mergeSequences<Element>(
  base: readonly Element[],
  theirs: readonly Element[],
  ours: readonly Element[],
  { isSame, budget }: { isSame(left: Element, right: Element): boolean; readonly budget: AlignBudget },
): Element[] {
  const inTheirs = alignSequences(base, theirs, isSame, budget)
  const inOurs = alignSequences(base, ours, isSame, budget)
  const merged: Element[] = []
  let [baseAt, theirsAt, oursAt] = [0, 0, 0]
  for (let at = 0; at <= base.length; at += 1) {
    const [theirsTo, oursTo] = at === base.length ? [theirs.length, ours.length] : [inTheirs[at], inOurs[at]]
    if (theirsTo === undefined || oursTo === undefined || theirsTo < 0 || oursTo < 0) continue
    const [former, there, here] = [base.slice(baseAt, at), theirs.slice(theirsAt, theirsTo), ours.slice(oursAt, oursTo)]
    merged.push(...mergeChunk(former, there, here, isSame))
    if (at < base.length) merged.push(ours[oursTo] as Element)
    baseAt = at + 1
    theirsAt = theirsTo + 1
    oursAt = oursTo + 1
  }
  return merged
}

/** Merges the elements between two common ones. Equal numbers on each side are paired one by one. */
function mergeChunk<Element>(
  former: readonly Element[],
  there: readonly Element[],
  here: readonly Element[],
  isSame: (left: Element, right: Element) => boolean,
): readonly Element[] {
  if (isSameList(former, there, isSame) || isSameList(there, here, isSame)) return here
  if (isSameList(former, here, isSame)) return there
  // A write whose response was lost is merged again: additions of ours that they already have are not repeated.
  if (former.length === 0) return [...there, ...here.filter((mine) => !there.some((other) => isSame(other, mine)))]
  if (former.length !== there.length || former.length !== here.length) return here
  return here.map((element, at) => (isSame(former[at] as Element, element) ? (there[at] as Element) : element))
}

const isSameList = <Element>(
  left: readonly Element[],
  right: readonly Element[],
  isSame: (left: Element, right: Element) => boolean,
): boolean => left.length === right.length && left.every((element, at) => isSame(element, right[at] as Element))
