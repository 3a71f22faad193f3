import { pagePaths } from '@espalier/schema'
import { expect, it } from 'vitest'
import type { RouteObject } from '../platform/router.tsx'
import { routes } from './routes.tsx'

const collectPaths = (list: readonly RouteObject[]): string[] =>
  list.flatMap((route) => [
    ...(route.path === undefined || route.path === '*' ? [] : [`/${route.path}`]),
    ...collectPaths(route.children ?? []),
  ])

it('lists exactly the addresses that the router has a screen for, so that the server answers 404 to all others', () => {
  expect(collectPaths(routes).toSorted()).toEqual([...pagePaths].toSorted())
})
