import { configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { setPageConfig } from '../api/session/page-config.ts'
import { auth } from '../api/session/session.ts'
import { browser } from '../platform/navigation.ts'
import { type RouteObject, Router, useLocation, useRoutes } from '../platform/router.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { type IdentityStandIn, sessionBody, startIdentityStandIn } from './identity-stand-in.ts'
import { createMemoryHistory } from './memory-router.tsx'

// A machine that also builds or runs other tests may take seconds instead of milliseconds, which is no failure.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

export interface SignInFixture {
  readonly service: IdentityStandIn
  /** The addresses the browser was sent to, outside the page. */
  readonly visitedUrls: string[]
  open(path: string, pages: Readonly<Record<string, ComponentType>>): RenderedPage
}

export interface RenderedPage {
  readonly user: ReturnType<typeof userEvent.setup>
  /** Replaces the text of the field with this label. */
  fill(label: string, text: string): Promise<void>
  /** The page's path and query. */
  here(): string
}

/** A page in front of a stand-in for the identity service, with an anonymous visitor. */
export async function createSignInFixture(): Promise<SignInFixture> {
  const service = await startIdentityStandIn()
  setPageConfig({
    productName: 'Espalier',
    apiUrl: new URL(service.base).origin,
    hosts: ['localhost:3000', 'app.example.com'],
    signup: 'open',
    socialProviders: [],
    features: { billing: 'local', trialDays: 14, ai: 'outline', feedback: 'builtin', outbox: true },
  })
  auth.markLoggedOut()
  service.on('GET /sessions/whoami', { status: 401, body: { error: { code: 401, message: 'No session' } } })
  const left: string[] = []
  vi.spyOn(browser, 'assign').mockImplementation((url) => void left.push(url))
  vi.spyOn(browser, 'replace').mockImplementation((url) => void left.push(url))
  return { service, visitedUrls: left, open: (path, pages) => renderPage(path, pages) }
}

/** Makes whoami know the person from now on. */
export const scriptSignedIn = (service: IdentityStandIn): void =>
  service.on('GET /sessions/whoami', { status: 200, body: sessionBody({ email: 'ada@example.com' }) })

function renderPage(path: string, pages: Readonly<Record<string, ComponentType>>): RenderedPage {
  const own = Object.entries(pages).map(([route, Component]) => ({ path: route, element: <Component /> }))
  const routes = [...own, { path: '*', element: <OtherPage /> }]
  const history = createMemoryHistory([path])
  render(
    <>
      <Router history={history}>
        <TestedPages routes={routes} />
      </Router>
      <Toasts />
    </>,
  )
  const user = userEvent.setup({ delay: null })
  return {
    user,
    fill: async (label, text) => {
      await user.clear(screen.getByLabelText(label))
      await user.paste(text)
    },
    here: () => {
      const { pathname, search } = history.read().location
      return pathname + search
    },
  }
}

function TestedPages({ routes }: { readonly routes: readonly RouteObject[] }) {
  return useRoutes(routes)
}

function OtherPage() {
  const { pathname, search } = useLocation()
  return <p>You are at {pathname + search}</p>
}
