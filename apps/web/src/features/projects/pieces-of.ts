import type { ListedProject } from '../../data/projects/index.ts'

/** What the body of the table is made of, from top to bottom. */
export type RowOrSpacer =
  | { readonly kind: 'row'; readonly project: ListedProject; readonly place: number }
  /** Stands for rows that are not in the document. */
  | { readonly kind: 'gap'; readonly before: number; readonly height: number }

export function buildVirtualRows(
  places: readonly number[],
  projects: readonly ListedProject[],
  rowHeight: number,
): readonly RowOrSpacer[] {
  const pieces: RowOrSpacer[] = []
  let next = 0
  const skipTo = (place: number) => {
    if (place > next) pieces.push({ kind: 'gap', before: place, height: (place - next) * rowHeight })
  }
  for (const place of places) {
    const project = projects[place]
    if (project === undefined) continue
    skipTo(place)
    pieces.push({ kind: 'row', project, place })
    next = place + 1
  }
  skipTo(projects.length)
  return pieces
}
