// The parts of the layout libraries that the benches use. Their own types exist only once they are installed, and the
// repository is checked without them.
declare module 'd3-hierarchy' {
  export interface HierarchyNode<Datum> {
    readonly data: Datum
    readonly parent: HierarchyNode<Datum> | null
    readonly x?: number
    readonly y?: number
    descendants(): HierarchyNode<Datum>[]
  }
  export function hierarchy<Datum extends { children: Datum[] }>(root: Datum): HierarchyNode<Datum>
  export interface TreeLayout<Datum> {
    (root: HierarchyNode<Datum>): HierarchyNode<Datum>
    nodeSize(size: [number, number]): this
    separation(separation: () => number): this
  }
  export function tree<Datum>(): TreeLayout<Datum>
}

declare module 'd3-flextree' {
  export interface FlexNode<Datum> {
    readonly data: Datum
    readonly x: number
    readonly y: number
    descendants(): FlexNode<Datum>[]
  }
  export interface FlexLayout<Datum> {
    (root: FlexNode<Datum>): FlexNode<Datum>
    hierarchy(root: Datum): FlexNode<Datum>
  }
  export function flextree<Datum>(options: { nodeSize: (node: FlexNode<Datum>) => [number, number] }): FlexLayout<Datum>
}

declare module 'non-layered-tidy-tree-layout' {
  export const BoundingBox: new (gap: number, bottomPadding: number) => object
  export const Layout: new (boundingBox: object) => { layout(root: object): object }
}

declare module '@dagrejs/dagre' {
  export interface DagreGraph {
    setGraph(label: object): void
    setDefaultEdgeLabel(label: () => object): void
    setNode(id: string, label: object): void
    setEdge(source: string, target: string): void
    node(id: string): { readonly x: number; readonly y: number }
  }
  export const graphlib: { readonly Graph: new () => DagreGraph }
  export function layout(graph: DagreGraph): void
}

declare module 'd3-dag' {
  export interface GraphNode<Datum> {
    readonly data: Datum
    readonly x: number
    readonly y: number
  }
  export interface GraphLink<Datum> {
    readonly source: GraphNode<Datum>
    readonly target: GraphNode<Datum>
    readonly points: readonly (readonly [number, number])[]
  }
  export interface Graph<Datum> {
    nodes(): Iterable<GraphNode<Datum>>
    links(): Iterable<GraphLink<Datum>>
  }
  export function graphStratify(): <Datum>(nodes: readonly Datum[]) => Graph<Datum>
  export interface Sugiyama {
    <Datum extends { width: number; height: number }>(graph: Graph<Datum>): object
    layering(operator: object): this
    decross(operator: object): this
    coord(operator: object): this
    nodeSize(size: (node: GraphNode<{ width: number; height: number }>) => [number, number]): this
    gap(gap: [number, number]): this
  }
  export function sugiyama(): Sugiyama
  export interface LongestPathLayering {
    /** Returns the height of all layers. */
    <Datum>(
      graph: Graph<Datum>,
      separate: (first: GraphNode<Datum> | undefined, second: GraphNode<Datum> | undefined) => number,
    ): number
  }
  export function layeringLongestPath(): LongestPathLayering
  export function decrossDfs(): object
  export function coordGreedy(): object
}

declare module 'elkjs/lib/elk.bundled.js' {
  export interface ElkBox {
    readonly id: string
    readonly width: number
    readonly height: number
    readonly x?: number
    readonly y?: number
  }
  export default class ELK {
    layout(graph: { readonly children: ElkBox[] }): Promise<{ readonly children: ElkBox[] }>
  }
}
