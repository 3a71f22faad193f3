/** The branches of one parent that can still be seen from the right, from the shallowest to the deepest. */
export interface LowList {
  restart(eldest: number, depth: number): void
  rewind(): void
  /** The nearest branch that reaches as low as `depth`. Asked with growing depths between two rewinds. */
  reaching(depth: number): number
  /** How many places the branch last answered lies before the one about to be added. */
  distance(): number
  add(branch: number, depth: number): void
}

export function createLowList(): LowList {
  const branches: number[] = []
  const depths: number[] = []
  const places: number[] = []
  let size = 0
  let seen = 0
  let place = 0

  const push = (branch: number, depth: number) => {
    branches[size] = branch
    depths[size] = depth
    places[size] = place
    size += 1
    place += 1
  }

  return {
    restart(eldest, depth) {
      size = 0
      place = 0
      push(eldest, depth)
    },
    rewind() {
      seen = size - 1
    },
    reaching(depth) {
      while (seen > 0 && (depths[seen] as number) < depth) seen -= 1
      return branches[seen] as number
    },
    distance: () => place - (places[seen] as number),
    add(branch, depth) {
      while (size > 0 && (depths[size - 1] as number) <= depth) size -= 1
      push(branch, depth)
    },
  }
}
