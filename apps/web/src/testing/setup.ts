import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { toastList } from '../ui/toasts/toast.ts'

// A busy machine needs longer than the usual second to load a page's parts; a test that waits this long has failed.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  toastList.closeAll()
  window.sessionStorage.clear()
})

// A page that is still being loaded when the last test ends would be loaded into a torn-down window.
afterAll(() => vi.dynamicImportSettled())
