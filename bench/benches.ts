import type { Bench } from './bench.ts'

/** Every bench in the order of the table. Each is loaded by the process that runs it. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  canvas: async () => (await import('./canvas/canvas-bench.ts')).canvas,
  open: async () => (await import('./open/open-bench.ts')).open,
  layout: async () => (await import('./layout/layout-bench.ts')).layout,
  api: async () => (await import('./api.ts')).api,
  live: async () => (await import('./live/live-bench.ts')).live,
  together: async () => (await import('./together.ts')).together,
  comments: async () => (await import('./comments.ts')).commentsBench,
  import: async () => (await import('./import/import-bench.ts')).imports,
  planning: async () => (await import('./planning.ts')).planning,
  schedule: async () => (await import('./schedule.ts')).schedule,
  forecast: async () => (await import('./forecast.ts')).forecast,
  fields: async () => (await import('./canvas/fields-bench.ts')).fieldsOnMap,
  views: async () => (await import('./views/views-bench.ts')).views,
  arrows: async () => (await import('./canvas/arrows-bench.ts')).arrowsOnMap,
  'my-work': async () => (await import('./my-work.ts')).myWork,
  search: async () => (await import('./search.ts')).search,
  agents: async () => (await import('./agents.ts')).agents,
  start: async () => (await import('./start.ts')).start,
  earlier: async () => (await import('./earlier/earlier-bench.ts')).besideEarlier,
  'sign-in': async () => (await import('./sign-in.ts')).signIn,
}

/** Not part of a full run: it needs to be told with what to compare. */
export const onRequest: ReadonlySet<string> = new Set(['earlier'])
