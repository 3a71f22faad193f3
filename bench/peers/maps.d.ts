// The parts of the map libraries that the benches use. Their own types exist only once they are installed, and the
// repository is checked without them.
declare module '*.css'

declare module 'mind-elixir' {
  export interface ElixirNode {
    readonly id: string
    readonly topic: string
    readonly children?: ElixirNode[]
  }
  export const RIGHT: number
  export default class MindElixir {
    constructor(options: object)
    init(map: { readonly nodeData: ElixirNode }): unknown
    move(dx: number, dy: number): unknown
    addChild(parent: Element, node: ElixirNode): unknown
    setNodeTopic(element: Element, topic: string): unknown
  }
}
declare module 'mind-elixir/style.css'

declare module 'simple-mind-map' {
  export interface SimpleNode {
    readonly children: SimpleNode[]
    readonly group?: { readonly node: SVGGElement } | null
    getData(name: 'uid'): string
  }
  export default class MindMap {
    static usePlugin(plugin: object): unknown
    readonly renderer: {
      readonly root?: SimpleNode | null
      findNodeByUid(uid: string): SimpleNode | null | undefined
    }
    constructor(options: object)
    on(event: string, listener: () => void): void
    execCommand(name: string, ...given: unknown[]): void
  }
}
declare module 'simple-mind-map/src/plugins/RichText.js' {
  const RichText: object
  export default RichText
}

declare module 'markmap-view' {
  export interface MarkmapNode {
    content: string
    readonly children: MarkmapNode[]
    readonly payload: { readonly id: string }
  }
  export class Markmap {
    static create(svg: SVGSVGElement, options: object): Markmap
    readonly svg: object
    readonly zoom: { translateBy(selection: object, x: number, y: number): void }
    setData(root: MarkmapNode | null): Promise<void>
  }
}

declare module 'jsmind' {
  export interface JsMindNode {
    readonly id: string
    readonly topic: string
    readonly direction: 'right'
    readonly children: JsMindNode[]
  }
  export default class JsMind {
    constructor(options: object)
    show(map: object): void
    add_node(parentId: string, id: string, topic: string): unknown
    update_node(id: string, topic: string): unknown
  }
}

declare module '@xyflow/react' {
  export interface FlowNode {
    readonly id: string
    readonly position: { readonly x: number; readonly y: number }
    readonly data: { readonly label: string }
    readonly sourcePosition: 'right'
    readonly targetPosition: 'left'
    readonly handles: readonly object[]
    readonly width: number
    readonly height: number
  }
  export interface FlowEdge {
    readonly id: string
    readonly source: string
    readonly target: string
  }
  export interface FlowInstance {
    getNode(id: string): FlowNode | undefined
    addNodes(node: FlowNode): void
    addEdges(edge: FlowEdge): void
    updateNodeData(id: string, change: object): void
  }
  export const ReactFlow: (properties: object) => null
}

declare module '@excalidraw/excalidraw' {
  export interface ExcalidrawApi {
    getAppState(): { readonly isLoading: boolean }
    getSceneElements(): readonly object[]
  }
  export const Excalidraw: (properties: object) => null
}

declare module 'react' {
  export function createElement(
    type: string | ((properties: object) => null),
    properties: object,
    ...children: readonly unknown[]
  ): object
}

declare module 'react-dom/client' {
  export function createRoot(host: HTMLElement): { render(element: object): void; unmount(): void }
}
