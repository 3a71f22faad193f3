import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { toastList } from '../ui/toasts/toast.ts'

afterEach(() => {
  cleanup()
  toastList.closeAll()
  window.sessionStorage.clear()
})
