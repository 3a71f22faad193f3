/**
 * The siblings of one family, by their place in it. Keeps those whose branches can still be seen from the right, from the deepest
 * to the shallowest, and the room that is shared among the ones between two that meet.
 */
export class ElderList {
  readonly #places: number[] = []
  readonly #depths: number[] = []
  /** Room that begins at a place and is handed on to each younger one, and room for one place alone. */
  readonly #shifts: number[] = []
  readonly #changes: number[] = []
  #size = 0
  #seen = 0
  #place = 0
  #isShared = false
  #shift = 0
  #sum = 0

  restart(depth: number): void {
    this.#places[0] = 0
    this.#depths[0] = depth
    this.#shifts[0] = 0
    this.#changes[0] = 0
    this.#size = 1
    this.#place = 0
    this.#isShared = false
    this.#shift = 0
    this.#sum = 0
  }

  beginNext(): void {
    this.#place += 1
    this.#seen = this.#size - 1
    this.#shifts[this.#place] = 0
    this.#changes[this.#place] = 0
  }

  /** The sibling now begun was moved by `room` off the nearest that reaches as low as `depth`: those between take their part. */
  share(room: number, depth: number): void {
    while (this.#seen > 0 && (this.#depths[this.#seen] as number) < depth) this.#seen -= 1
    const hit = this.#places[this.#seen] as number
    const steps = this.#place - hit
    if (steps === 1) return
    const part = room / steps
    this.#isShared = true
    this.#shifts[hit + 1] = (this.#shifts[hit + 1] as number) + part
    this.#shifts[this.#place] = (this.#shifts[this.#place] as number) - part
    this.#changes[this.#place] = (this.#changes[this.#place] as number) - (room - part)
  }

  /** The sibling now begun reaches as low as `depth`, and hides those that do not reach lower. */
  end(depth: number): void {
    while (this.#size > 0 && (this.#depths[this.#size - 1] as number) <= depth) this.#size -= 1
    this.#places[this.#size] = this.#place
    this.#depths[this.#size] = depth
    this.#size += 1
  }

  /** The room that the sibling at `place` takes. Asked once for each, from the eldest on. */
  roomAt(place: number): number {
    if (!this.#isShared) return 0
    this.#shift += this.#shifts[place] as number
    this.#sum += this.#shift + (this.#changes[place] as number)
    return this.#sum
  }
}
