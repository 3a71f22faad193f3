import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberNext } from '../../api/session/session.ts'
import { browser } from '../../platform/navigation.ts'
import { useLocation } from '../../platform/router.tsx'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { resetPage } from '../../testing/network.ts'
import { useRedirectAfterSignIn } from './finish-sign-in.ts'

const Inside = ({ children }: { readonly children: ReactNode }) => (
  <MemoryRouter initialEntries={['/login']}>{children}</MemoryRouter>
)

function arriveWith(next: string | null, otherwise = '/projects') {
  const leave = vi.spyOn(browser, 'replace').mockImplementation(() => {})
  if (next !== null) rememberNext(next)
  const { result } = renderHook(() => ({ arrive: useRedirectAfterSignIn(), place: useLocation() }), { wrapper: Inside })
  act(() => result.current.arrive(otherwise))
  const { pathname, search, hash } = result.current.place
  return { left: leave.mock.calls.map(([url]) => url), at: pathname + search + hash }
}

describe('redirect after sign-in', () => {
  beforeEach(() => resetPage())

  it('goes to the stored next inside the page', () => {
    expect(arriveWith('/tree/7#node=3')).toEqual({ left: [], at: '/tree/7#node=3' })
  })

  it('goes to the given path when nothing is stored', () => {
    expect(arriveWith(null, '/projects?trial=1')).toEqual({ left: [], at: '/projects?trial=1' })
  })

  it('leaves for one of our own hosts', () => {
    expect(arriveWith('https://api.example.com/billing').left).toEqual(['https://api.example.com/billing'])
  })

  it('leaves for a server-rendered page on our origin', () => {
    expect(arriveWith('http://localhost:3000/trial')).toEqual({ left: ['/trial'], at: '/login' })
  })

  it('never leaves for a foreign host', () => {
    expect(arriveWith('//evil.example/trial')).toEqual({ left: [], at: '/projects' })
  })
})
