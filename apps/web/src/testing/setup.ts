import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { toastList } from '../ui/toasts/toast.ts'

// A busy machine needs longer than the usual second to load a page's parts; a test that waits this long has failed.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  toastList.closeAll()
  window.sessionStorage.clear()
})
