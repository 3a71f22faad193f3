import { axes, type Direction, type Rect, type Size, toMeasurableSize } from './geometry.ts'

/** Rectangles in columns, one slot per box. A slot without a box is infinitely far away. */
export interface Boxes {
  /** All slots are below this number. */
  readonly slotCount: number
  readonly left: Float64Array
  readonly top: Float64Array
  readonly width: Float64Array
  readonly height: Float64Array
}

export const isSlotTaken = ({ left }: Boxes, slot: number) => (left[slot] as number) < Infinity

export const getSlotRect = ({ left, top, width, height }: Boxes, slot: number): Rect => ({
  left: left[slot] as number,
  top: top[slot] as number,
  width: width[slot] as number,
  height: height[slot] as number,
})

/** The smallest rectangle around all boxes; null if there is none. */
export function computeBounds(boxes: Boxes): Rect | null {
  const { left, top, width, height } = boxes
  let west = Infinity
  let north = Infinity
  let east = -Infinity
  let south = -Infinity
  for (let slot = 0; slot < boxes.slotCount; slot += 1) {
    if (!isSlotTaken(boxes, slot)) continue
    west = Math.min(west, left[slot] as number)
    north = Math.min(north, top[slot] as number)
    east = Math.max(east, (left[slot] as number) + (width[slot] as number))
    south = Math.max(south, (top[slot] as number) + (height[slot] as number))
  }
  return west < Infinity ? { left: west, top: north, width: east - west, height: south - north } : null
}

export class BoxTable implements Boxes {
  slotCount = 0
  left: Float64Array
  top: Float64Array
  width: Float64Array
  height: Float64Array

  constructor(capacity: number) {
    this.left = new Float64Array(capacity).fill(Infinity)
    this.top = new Float64Array(capacity).fill(Infinity)
    this.width = new Float64Array(capacity)
    this.height = new Float64Array(capacity)
  }

  resize(slot: number, { width, height }: Size): void {
    this.#reserve(slot)
    this.width[slot] = toMeasurableSize(width)
    this.height[slot] = toMeasurableSize(height)
  }

  place(slot: number, direction: Direction, across: number, along: number): void {
    const axis = axes[direction]
    this.left[slot] = axis.leftOf(across, along, this.width[slot] as number)
    this.top[slot] = axis.topOf(across, along, this.height[slot] as number)
  }

  /** Places many boxes from columns with one entry per slot. */
  placeAll(slots: Int32Array, direction: Direction, across: Float64Array, along: Float64Array): void {
    const { left, top, width, height } = this
    const { leftOf, topOf } = axes[direction]
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as number
      const middle = across[slot] as number
      const edge = along[slot] as number
      left[slot] = leftOf(middle, edge, width[slot] as number)
      top[slot] = topOf(middle, edge, height[slot] as number)
    }
  }

  getBreadth(slot: number, direction: Direction): number {
    return axes[direction].breadthOf(this.width[slot] as number, this.height[slot] as number)
  }

  getLength(slot: number, direction: Direction): number {
    return axes[direction].lengthOf(this.width[slot] as number, this.height[slot] as number)
  }

  release(slot: number): void {
    this.left[slot] = Infinity
    this.top[slot] = Infinity
    this.width[slot] = 0
    this.height[slot] = 0
  }

  #reserve(slot: number): void {
    this.slotCount = Math.max(this.slotCount, slot + 1)
    if (slot < this.left.length) return
    const wider = new BoxTable(Math.max(this.left.length * 2, slot + 1))
    wider.left.set(this.left)
    wider.top.set(this.top)
    wider.width.set(this.width)
    wider.height.set(this.height)
    this.left = wider.left
    this.top = wider.top
    this.width = wider.width
    this.height = wider.height
  }
}

/** Maps ids to slots. Slot 0 is never assigned. */
export class Slots {
  readonly #slots = new Map<string, number>()
  readonly #ids: (string | undefined)[] = [undefined]
  readonly #free: number[] = []

  get count(): number {
    return this.#slots.size
  }

  findSlot(id: string): number | undefined {
    return this.#slots.get(id)
  }

  idAt(slot: number): string | undefined {
    return this.#ids[slot]
  }

  /** Reserves a slot for a new id; undefined if it has one already. */
  reserve(id: string): number | undefined {
    if (this.#slots.has(id)) return undefined
    const slot = this.#free.pop() ?? this.#ids.length
    this.#slots.set(id, slot)
    this.#ids[slot] = id
    return slot
  }

  release(slot: number): void {
    const id = this.#ids[slot]
    if (id === undefined) return
    this.#slots.delete(id)
    this.#ids[slot] = undefined
    this.#free.push(slot)
  }

  /** Returns the slots of the known ids, each once. */
  findSlots(ids: readonly string[], except: number): number[] {
    const slots: number[] = []
    for (const id of ids) {
      const slot = this.#slots.get(id)
      if (slot !== undefined && slot !== except && !slots.includes(slot)) slots.push(slot)
    }
    return slots
  }
}
