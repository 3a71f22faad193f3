import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { toastList } from '../ui/Toasts.tsx'

// The first test of a file waits until the parts of a page are compiled and loaded, which took more than 15 s on a
// machine with ten times as many processes as cores. A test that waits longer has failed.
configure({ asyncUtilTimeout: 45_000 })

/** A socket that nobody stubbed never opens: no test may reach what else listens on this machine. */
class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly readyState = SilentSocket.CONNECTING
  close(): void {}
  send(): void {}
}
Object.assign(window, { WebSocket: SilentSocket })

afterEach(() => {
  cleanup()
  toastList.closeAll()
  window.sessionStorage.clear()
})

// A page that is still loading after the last test would be loaded into a torn-down window.
afterAll(() => vi.dynamicImportSettled())
