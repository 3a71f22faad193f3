export interface Prototype {
  readonly title: string
  readonly idea: string
}

/** Views tried out beside the product, by the first part of their path. */
export const prototypes: Readonly<Record<string, Prototype>> = {
  roadmap: { title: 'Roadmap', idea: 'lanes over twelve months, in four quarters' },
  dag: { title: 'Dependency graph', idea: 'tasks with several parents, in layers' },
  bubble: { title: 'Bubble view', idea: 'a tree as circles inside circles' },
  execute: { title: 'Execute table', idea: 'the tasks of a tree as rows to work through' },
  d3: { title: 'Radial tree', idea: 'a tree that grows out from its middle' },
  'd3-randomtree': { title: 'Random tree', idea: 'a tree that grows by itself up to 500 nodes' },
  'd3-transition': { title: 'Transitions', idea: 'nodes that move from one layout to the next' },
  'd3-basic': { title: 'Basic tree', idea: 'the plainest drawing of a tree' },
  flare: { title: 'Flare', idea: 'a large sample tree that folds and unfolds' },
  'd3-force': { title: 'Force layout', idea: 'nodes that push and pull each other into place' },
  'd3-tidytree': { title: 'Tidy tree', idea: 'a compact tree without crossings' },
  enter: { title: 'Entering nodes', idea: 'how new nodes come into a drawing' },
  daygrid: { title: 'Day grid', idea: 'days as cells of a grid' },
}
