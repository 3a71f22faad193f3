import { fileURLToPath } from 'node:url'

export interface Subject {
  readonly name: string
  readonly kind: 'baseline' | 'peer' | 'product'
  /** Draws every node, wherever it is. */
  readonly isFull?: boolean
  /** The page's entry file and its query; the product has its own pages. */
  readonly entry?: string
  readonly query?: string
  readonly packages?: readonly string[]
}

const own = (file: string) => fileURLToPath(new URL(`page/${file}`, import.meta.url))
const peer = (file: string) => fileURLToPath(new URL(`../peers/maps/${file}`, import.meta.url))

export const subjects: readonly Subject[] = [
  { name: 'floor', kind: 'baseline', entry: own('floor.ts') },
  { name: 'limit', kind: 'baseline', entry: own('limit.ts') },
  { name: 'espalier', kind: 'product' },
  { name: 'mind-elixir', kind: 'peer', isFull: true, entry: peer('mind-elixir.ts'), packages: ['mind-elixir'] },
  {
    name: 'simple-mind-map',
    kind: 'peer',
    isFull: true,
    entry: peer('simple-mind-map.ts'),
    packages: ['simple-mind-map'],
  },
  {
    name: 'simple-mind-map (openPerformance)',
    kind: 'peer',
    entry: peer('simple-mind-map.ts'),
    query: '?performance',
  },
  {
    name: 'markmap-view',
    kind: 'peer',
    isFull: true,
    entry: peer('markmap.ts'),
    packages: ['markmap-view', 'markmap-common'],
  },
  { name: 'jsmind', kind: 'peer', isFull: true, entry: peer('jsmind.ts'), packages: ['jsmind'] },
  {
    name: '@xyflow/react (all)',
    kind: 'peer',
    isFull: true,
    entry: peer('xyflow.ts'),
    packages: ['@xyflow/react', 'react', 'react-dom', 'd3-hierarchy'],
  },
  { name: '@xyflow/react (only visible)', kind: 'peer', entry: peer('xyflow.ts'), query: '?visible' },
]
