import type { Drawing, DrawnBox, DrawnCurve, DrawnLink, DrawnMark, DrawnText } from './drawing.ts'

/**
 * A drawing as one list of numbers, in which a text is its place in a list of texts. A message to a worker copies it
 * many times faster than the half a million objects of a large map, and most of their texts are the same few.
 */
export interface PackedDrawing {
  /** Its buffer can be transferred. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly texts: readonly string[]
}

export function packDrawing({ title, width, height, background, links, boxes }: Drawing): PackedDrawing {
  const pack = new Pack()
  pack.addText(title)
  pack.add(width)
  pack.add(height)
  pack.addText(background)
  pack.add(links.length)
  for (const link of links) packLink(pack, link)
  pack.add(boxes.length)
  for (const box of boxes) packBox(pack, box)
  return pack.end()
}

/** Returns an equal drawing, in which what was left out is false or empty. */
export function unpackDrawing(packed: PackedDrawing): Drawing {
  const unpack = new Unpack(packed)
  return {
    title: unpack.nextText(),
    width: unpack.next(),
    height: unpack.next(),
    background: unpack.nextText(),
    links: unpackList(unpack, unpackLink),
    boxes: unpackList(unpack, unpackBox),
  }
}

class Pack {
  readonly #places = new Map<string, number>()
  #numbers = new Float64Array(1_024)
  #count = 0

  add(value: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(2 * this.#count)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#count] = value
    this.#count += 1
  }

  addText(value: string): void {
    let place = this.#places.get(value)
    if (place === undefined) {
      place = this.#places.size
      this.#places.set(value, place)
    }
    this.add(place)
  }

  end(): PackedDrawing {
    return { numbers: this.#numbers.slice(0, this.#count), texts: [...this.#places.keys()] }
  }
}

class Unpack {
  readonly #packed: PackedDrawing
  #at = 0

  constructor(packed: PackedDrawing) {
    this.#packed = packed
  }

  next(): number {
    const value = this.#packed.numbers[this.#at]
    if (value === undefined) throw new Error('a packed drawing ends too early')
    this.#at += 1
    return value
  }

  nextText(): string {
    return this.#packed.texts[this.next()] ?? ''
  }
}

function unpackList<Item>(unpack: Unpack, unpackItem: (unpack: Unpack) => Item): readonly Item[] {
  const items: Item[] = []
  for (let left = unpack.next(); left > 0; left -= 1) items.push(unpackItem(unpack))
  return items
}

function packLink(pack: Pack, { from, curves, stroke, strokeWidth, isDashed }: DrawnLink): void {
  pack.add(from.x)
  pack.add(from.y)
  pack.addText(stroke)
  pack.add(strokeWidth)
  pack.add(Number(isDashed ?? false))
  pack.add(curves.length)
  for (const { control1, control2, to } of curves) {
    pack.add(control1.x)
    pack.add(control1.y)
    pack.add(control2.x)
    pack.add(control2.y)
    pack.add(to.x)
    pack.add(to.y)
  }
}

const unpackLink = (unpack: Unpack): DrawnLink => ({
  from: { x: unpack.next(), y: unpack.next() },
  stroke: unpack.nextText(),
  strokeWidth: unpack.next(),
  isDashed: unpack.next() === 1,
  curves: unpackList(unpack, unpackCurve),
})

const unpackCurve = (unpack: Unpack): DrawnCurve => ({
  control1: { x: unpack.next(), y: unpack.next() },
  control2: { x: unpack.next(), y: unpack.next() },
  to: { x: unpack.next(), y: unpack.next() },
})

function packBox(pack: Pack, box: DrawnBox): void {
  pack.add(box.left)
  pack.add(box.top)
  pack.add(box.width)
  pack.add(box.height)
  pack.add(box.radius)
  pack.addText(box.fill)
  pack.addText(box.stroke)
  pack.add(box.strokeWidth)
  pack.add(box.lines.length)
  for (const line of box.lines) packLine(pack, line)
  const { marks = [] } = box
  pack.add(marks.length)
  for (const mark of marks) packMark(pack, mark)
}

const unpackBox = (unpack: Unpack): DrawnBox => ({
  left: unpack.next(),
  top: unpack.next(),
  width: unpack.next(),
  height: unpack.next(),
  radius: unpack.next(),
  fill: unpack.nextText(),
  stroke: unpack.nextText(),
  strokeWidth: unpack.next(),
  lines: unpackList(unpack, unpackLine),
  marks: unpackList(unpack, unpackMark),
})

function packLine(pack: Pack, line: DrawnText): void {
  pack.addText(line.text)
  pack.add(line.x)
  pack.add(line.baseline)
  pack.add(line.width)
  pack.add(line.size)
  pack.add(Number(line.isBold ?? false))
  pack.add(Number(line.isStruck ?? false))
  pack.addText(line.colour)
}

const unpackLine = (unpack: Unpack): DrawnText => ({
  text: unpack.nextText(),
  x: unpack.next(),
  baseline: unpack.next(),
  width: unpack.next(),
  size: unpack.next(),
  isBold: unpack.next() === 1,
  isStruck: unpack.next() === 1,
  colour: unpack.nextText(),
})

function packMark(pack: Pack, { left, top, path, fill }: DrawnMark): void {
  pack.add(left)
  pack.add(top)
  pack.addText(path)
  pack.addText(fill)
}

const unpackMark = (unpack: Unpack): DrawnMark => ({
  left: unpack.next(),
  top: unpack.next(),
  path: unpack.nextText(),
  fill: unpack.nextText(),
})
