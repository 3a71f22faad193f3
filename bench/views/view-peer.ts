/** One node of the plan, as every peer is given it. Parents come before their children, siblings in order. */
export interface PlanNode {
  readonly id: string
  readonly parentId: string | null
  readonly title: string
  readonly status: string
  readonly startDate: string
  readonly dueDate: string
  readonly estimate: number
  readonly priority: string
}

/** A library that shows the plan in one of the ways that a view of ours does. */
export interface ViewPeer {
  /** Shows all nodes. May return before they are painted: the harness watches for the first one. */
  show(host: HTMLElement, nodes: readonly PlanNode[]): void
  /** Removes everything, as a view is removed when another one is opened. */
  hide(host: HTMLElement): void
}

declare global {
  interface Window {
    /** The plan, in memory before the clock starts. */
    planNodes: readonly PlanNode[]
  }
}

function addButton(id: string, act: () => void): void {
  const button = document.createElement('button')
  button.id = id
  button.hidden = true
  button.addEventListener('click', act)
  document.body.append(button)
}

/** Offers the peer to the harness as two buttons, because a tab of the product is pressed, too. */
export function presentView(peer: ViewPeer): void {
  const host = document.getElementById('host')
  if (host === null) throw new Error('there is nowhere to show it')
  addButton('show', () => peer.show(host, window.planNodes))
  addButton('hide', () => peer.hide(host))
}
