import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { toastList } from '../ui/Toasts.tsx'

// The first test of a file waits until the parts of a page are compiled and loaded, which took more than 15 s on a
// machine with ten times as many processes as cores. A test that waits longer has failed.
configure({ asyncUtilTimeout: 45_000 })

afterEach(() => {
  cleanup()
  toastList.closeAll()
  window.sessionStorage.clear()
})

// A page that is still loading after the last test would be loaded into a torn-down window.
afterAll(() => vi.dynamicImportSettled())
