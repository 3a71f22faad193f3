import { tabStorage } from '../../platform/storage.ts'

const planKey = 'plan'

/** Keeps a chosen plan while the browser is away at a social provider. */
export const rememberChosenPlan = (plan: string): void => tabStorage.write(planKey, plan)

/** Read once. */
export function takeChosenPlan(): string | null {
  const plan = tabStorage.read(planKey)
  tabStorage.remove(planKey)
  return plan
}
