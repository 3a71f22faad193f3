import type { NodeStatus } from './status.ts'

/** The width and height of a status mark. */
export const statusMarkSize = 14

const ring =
  'M0 7C0 3.13 3.13 0 7 0C10.87 0 14 3.13 14 7C14 10.87 10.87 14 7 14C3.13 14 0 10.87 0 7Z' +
  'M2 7C2 9.76 4.24 12 7 12C9.76 12 12 9.76 12 7C12 4.24 9.76 2 7 2C4.24 2 2 4.24 2 7Z'

/**
 * The shape that shows a status everywhere: on the map, in lists and in exported pictures. Colors differ, so the shape
 * alone has to do: a ring, a ring with a full half, a check mark. They are filled outlines of the commands M, L, C and Z
 * with absolute coordinates, which a style sheet, SVG, a canvas and PDF all can draw.
 */
export const statusMarkPaths: Readonly<Record<NodeStatus, string>> = {
  todo: ring,
  progress: `${ring}M7 2C4.24 2 2 4.24 2 7C2 9.76 4.24 12 7 12Z`,
  done: 'M0 7.5L2.4 5.1L5.4 8.1L11.6 0.9L14 3.3L5.4 12.9Z',
}
