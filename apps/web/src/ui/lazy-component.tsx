import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { WritableCell } from '../platform/cell.ts'
import { registerForPreload } from '../platform/code-loading.ts'
import { pageErrors } from '../platform/page-lifecycle.ts'
import { frameTexts } from '../texts/frame.ts'
import { toast } from './Toasts.tsx'

class ComponentNotLoadedError extends Error {
  /** React remembers a failed load: only a new lazy component asks the network again. */
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('A part of the page could not be loaded', { cause })
    this.reset = reset
  }
}

const loadedComponents = new WeakMap<() => Promise<unknown>, unknown>()

/** Loads the code of a lazy component before it is rendered: then it is rendered at once, and not after a fallback. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  loadedComponents.set(load, await load())
}

/**
 * A component whose code is loaded when it is first rendered, inside a `LazyBoundary` or the page's own error boundary.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        throw new ComponentNotLoadedError(error, reset)
      }
    })
  const reset = (): void => {
    Loaded = create()
  }
  let Loaded = create()
  return (props) => {
    const [Ahead] = useState(() => loadedComponents.get(load) as ComponentType<Props> | undefined)
    return Ahead === undefined ? <Loaded {...props} /> : <Ahead {...props} />
  }
}

/** A part of a screen that is in use: it is also preloaded as soon as the page is idle. */
export const preloadableComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazyComponent(registerForPreload(load))

/** Lets the failed part be loaded again; returns true if loading is what failed. */
export function resetFailedComponent(error: unknown): boolean {
  if (!(error instanceof ComponentNotLoadedError)) {
    pageErrors.tell(error)
    return false
  }
  error.reset()
  return true
}

interface LazyBoundaryProps {
  readonly fallback?: ReactNode
  readonly children: ReactNode
  /**
   * Closes what could not be shown and returns a function that reopens it; the person is notified. Omitted for parts
   * that nobody asked for: then nothing is shown.
   */
  readonly onFailed?: () => () => void
}

/** For a place that stays open with its fallback until its part has loaded. */
export const leaveFallbackShown = () => () => undefined

/** Closes what the cell shows; reopening shows the same. */
export const closeAndReopenCell =
  <Value,>(cell: WritableCell<Value>, closed: Value) =>
  (): (() => void) => {
    const open = cell.get()
    cell.set(closed)
    return () => cell.set(open)
  }

/**
 * Renders a lazy part. If it cannot be loaded, the rest of the screen and the typed text stay. It is retried when the
 * connection is back.
 */
export class LazyBoundary extends Component<LazyBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  #retry = (): void => this.setState({ hasFailed: false })

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    const isLoading = resetFailedComponent(error)
    if (isLoading) window.addEventListener('online', this.#retry, { once: true })
    const reopen = this.props.onFailed?.()
    if (reopen === undefined) return
    const retry = () => {
      this.#retry()
      reopen()
    }
    toast.error(isLoading ? frameTexts.partNotLoaded : frameTexts.partNotShown, {
      isPersistent: true,
      action: { label: frameTexts.retryPart, run: retry },
    })
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.#retry)
  }

  override render(): ReactNode {
    const { fallback = null, children } = this.props
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
