/**
 * Links by slot, from parent to child. Link `i` bends at the points from `bendStarts[i]` up to `bendStarts[i + 1]`: two for each
 * layer that it passes, where it enters and where it leaves, so that it runs between boxes.
 */
export interface DiagramLinks {
  readonly sources: Int32Array
  readonly targets: Int32Array
  readonly bendStarts: Int32Array
  readonly bendX: Float64Array
  readonly bendY: Float64Array
}

const noPoints = new Float64Array(0)

export const createStraightLinks = (sources: Int32Array, targets: Int32Array): DiagramLinks => ({
  sources,
  targets,
  bendStarts: new Int32Array(sources.length + 1),
  bendX: noPoints,
  bendY: noPoints,
})
