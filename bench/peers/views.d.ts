// The parts of the libraries for tables, boards and the like that the benches use, see maps.d.ts.

declare module 'tabulator-tables' {
  export class TabulatorFull {
    constructor(host: HTMLElement, options: object)
    destroy(): void
  }
}

declare module 'frappe-gantt' {
  export default class Gantt {
    constructor(host: HTMLElement, tasks: readonly object[], options: object)
    scroll_current(): void
  }
}

declare module '@hello-pangea/dnd' {
  export const DragDropContext: (properties: object) => null
  export const Droppable: (properties: object) => null
  export const Draggable: (properties: object) => null
}

declare module '@fullcalendar/core' {
  export class Calendar {
    constructor(host: HTMLElement, options: object)
    render(): void
    destroy(): void
  }
}

declare module '@fullcalendar/daygrid' {
  const plugin: object
  export default plugin
}

declare module 'react-arborist' {
  export const Tree: (properties: object) => null
}
