import { useSearchParams } from 'react-router'

/** What the made-up plan grows from, as the address says: `?seed=7`. */
export function useSeed(): number {
  const [query] = useSearchParams()
  const seed = Number.parseInt(query.get('seed') ?? '', 10)
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : 1
}
