import { tabStorage } from '../../platform/storage.ts'

const key = 'plan'

/** Keeps a chosen plan while the browser is away at a social provider. */
export const keepPlan = (plan: string): void => tabStorage.write(key, plan)

/** Read once. */
export function takePlan(): string | null {
  const plan = tabStorage.read(key)
  tabStorage.remove(key)
  return plan
}
